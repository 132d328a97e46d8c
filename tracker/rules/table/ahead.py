"""The next room of a table of real cards, as risk.py asks about it: who comes, and what may lie.

It can be asked where nothing is left to be decided before: between two rooms, and before the first.
"""

from __future__ import annotations

from typing import NamedTuple

from tracker.rules.table.party import Party
from tracker.rules.table.pile import Pile
from tracker.rules.table.referee import picture
from tracker.rules.table.room import Room
from tracker.rules.table.safety import Fighter, fighter_of
from tracker.rules.table.seats import pass_lead


class Ahead(NamedTuple):
    """`people` in table order, `turn` the place of whoever leads; `new` cards come to `stays`."""

    people: tuple[Fighter, ...]
    turn: int
    stays: tuple[str, ...]
    pile: Pile
    new: int


def ahead(party: Party) -> Ahead | None:
    """None in the middle of a room, and where the search knows too little of the rules or the pile.

    That is where nobody knows how many cards lie in the pile, where they do not fill a room, and
    where shields answer by a house rule (C15).
    """
    room = Room(party)
    untouched = not room.taken and not room.places.lies
    if party.referee == "off" or party.game != "coop" or party.unsure:
        return None
    if not (room.over or untouched):
        return None
    new = room.missing + (room.full - 1 if room.over else 0)
    if not party.living or room.options.shields != "stack" or new > room.pile + room.missing:
        return None
    lead = (pass_lead(party, 1) if room.over else party).first
    return Ahead(
        people=tuple(fighter_of(hero) for hero in picture(party).players if hero.hp > 0),
        turn=party.living.index(lead) if lead in party.living else 0,
        stays=tuple(room.places.lies),
        pile=_with_missing(room),
        new=new,
    )


def _with_missing(room: Room) -> Pile:
    """Cards of this room that nobody has named come first: they lay on top."""
    pile = room.draw_pile
    return Pile(pile.top, min(len(pile.top), pile.depth + room.missing), pile.runs)
