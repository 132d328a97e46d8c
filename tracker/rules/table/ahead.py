"""The next room of a table of real cards, as risk.py asks about it: who comes, and what may lie.

It can be asked where nothing is left to be decided before: between two rooms, and before the first.
"""

from __future__ import annotations

from typing import NamedTuple

from tracker.rules.games.rascal import RascalState
from tracker.rules.table.party import Party
from tracker.rules.table.pile import Pile
from tracker.rules.table.rascal import rascal_of
from tracker.rules.table.referee import picture
from tracker.rules.table.room import Room, new_cards
from tracker.rules.table.safety import COOP, SOLO, SOLO_END, Fighter, RoomRules, fighter_of
from tracker.rules.table.seats import pass_lead


class Ahead(NamedTuple):
    """`people` in table order, `turn` the place of whoever leads; `new` cards come to `stays`.

    `rascal` is whoever plays that game, in an empty room; `last` if the pile is empty then.
    """

    people: tuple[Fighter, ...]
    turn: int
    stays: tuple[str, ...]
    pile: Pile
    new: int
    game: RoomRules
    rascal: RascalState | None
    last: bool


def ahead(party: Party) -> Ahead | None:
    """None in the middle of a room, and where the search knows too little of the rules or the pile.

    That is where nobody knows how many cards lie in the pile, where no room can be dealt from them,
    and where house rules say how shields answer (C15) or that a weapon has to be used (S3).
    """
    room = Room(party)
    if party.referee == "off" or not party.living or party.unsure or not _is_searched(room):
        return None
    fresh = _fresh(room)
    if fresh is None or fresh > room.pile:
        return None
    lead, last = (pass_lead(party, 1) if room.over else party).first, fresh == room.pile
    player = party.players[party.living[0]]
    return Ahead(
        people=tuple(fighter_of(hero) for hero in picture(party).players if hero.hp > 0),
        turn=party.living.index(lead) if lead in party.living else 0,
        stays=tuple(room.places.lies),
        pile=_with_missing(room),
        new=room.missing + fresh,
        game=COOP if party.game == "coop" else SOLO_END if last else SOLO,
        rascal=rascal_of(player, room.rascal_options) if party.game == "rascal" else None,
        last=last,
    )


def _is_searched(room: Room) -> bool:
    if room.party.game == "coop":
        return room.options.shields == "stack"
    return room.party.game == "rascal" or room.solo_options.weapon == "choice"


def _fresh(room: Room) -> int | None:
    """How many cards come out of the pile; alone the last room may be a small one (S4, R11)."""
    if is_untouched(room):
        return 0
    if not room.over or not room.pile:
        return None
    return new_cards(room) if room.party.game == "coop" else min(new_cards(room), room.pile)


def coming(room: Room) -> tuple[Pile, int]:
    """Where the cards come from that lie open next, and how many: of this room if it is untouched.

    Else those of the next one, without the card that stays.
    """
    if is_untouched(room):
        return _with_missing(room), room.missing
    return room.draw_pile, min(new_cards(room), room.pile)


def is_untouched(room: Room) -> bool:
    """Nobody has named a new card of it yet: at most the one that stayed lies there."""
    return not room.deeds and len(room.places.lies) <= 1 and room.missing > 0


def _with_missing(room: Room) -> Pile:
    """Cards of this room that nobody has named come first: they lay on top."""
    pile = room.draw_pile
    return Pile(pile.top, min(len(pile.top), pile.depth + room.missing), pile.runs)
