"""The next room of a table of real cards, as risk.py asks about it: who comes, and what may lie.

The question makes sense while no decision is left: between two rooms, and before the first.
"""

from __future__ import annotations

from typing import NamedTuple

from tracker.rules.games.rascal import RascalState
from tracker.rules.table.ahead.pictures import picture
from tracker.rules.table.ahead.safety import COOP, SOLO, SOLO_END, Fighter, RoomRules, fighter_of
from tracker.rules.table.room.pile import Pile
from tracker.rules.table.room.room import Room, new_cards, pass_lead
from tracker.rules.table.state.party import Party, rascal_of


class NextRoom(NamedTuple):
    """`people` in table order, `turn` the place of the leader; `new` cards come to `stays`.

    `rascal` is the player of that game, in an empty room; `last` says the pile is empty then.
    """

    people: tuple[Fighter, ...]
    stays: tuple[str, ...]
    pile: Pile
    new: int
    turn: int = 0
    game: RoomRules = COOP
    rascal: RascalState | None = None
    last: bool = False


def next_room_of(party: Party) -> NextRoom | None:
    """The next room; None inside a room, or if the search knows too little.

    It knows too little of a pile that nobody has counted or that holds no room, and of house rules
    on how shields answer (C15) or on weapons that have to be used (S3).
    """
    room = Room(party)
    if party.referee == "off" or not party.living or party.unsure or not _is_searched(room):
        return None
    fresh = _fresh(room)
    if fresh is None or fresh > room.pile:
        return None
    lead, last = (pass_lead(party, 1) if room.over else party).first, fresh == room.pile
    player = party.players[party.living[0]]
    return NextRoom(
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
    """The number of cards out of the pile; alone the last room may be small (S4, R11)."""
    if is_untouched(room):
        return 0
    if not room.over or not room.pile:
        return None
    return new_cards(room) if room.party.game == "coop" else min(new_cards(room), room.pile)


def coming(room: Room) -> tuple[Pile, int]:
    """The pile of the cards that lie open next, and their number.

    They are those of this room if it is untouched, else those of the next one, without the card
    that stays.
    """
    if is_untouched(room):
        return _with_missing(room), room.missing
    return room.draw_pile, min(new_cards(room), room.pile)


def is_untouched(room: Room) -> bool:
    """Whether no new card of it is named yet: at most the one that stayed lies there."""
    return not room.deeds and len(room.places.lies) <= 1 and room.missing > 0


def _with_missing(room: Room) -> Pile:
    """The pile with the unnamed cards of this room on top, where they lay."""
    pile = room.draw_pile
    return Pile(pile.top, min(len(pile.top), pile.depth + room.missing), pile.runs)
