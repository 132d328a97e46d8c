"""Three hints for the first room of all. Each is said until somebody has done it."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from tracker.rules.games.dungeon import MAX_HP
from tracker.rules.table.room.room import Room
from tracker.rules.table.state.party import Party


class Hint(NamedTuple):
    """`place` is where it stands: in the first player's "hand", below the "counter", in the "room".

    There nothing else would stand, so that nothing moves.
    """

    place: str
    text: str


def first_hint(party: Party) -> Hint | None:
    """The first of the three that is not done; None once the room is over, or left."""
    if (party.floor, party.room) != (1, 1) or not party.living:
        return None
    if party.referee == "room":
        return _in_room(Room(party))
    players = [party.players[number] for number in party.seated]
    if any(player.weapon for player in players):
        return Hint("counter", _("Room over? Tap + at Room"))
    if any(player.hp < MAX_HP for player in players):
        return Hint("hand", _("Tap here to fight"))
    return Hint("hand", _("Lost health? Tap −"))


def _in_room(room: Room) -> Hint | None:
    if room.over:
        return None
    if room.taken:
        return Hint("counter", _("Take all but one, or run"))
    # Once they lie there the room itself says to everybody how one is taken.
    return Hint("room", _("tap each card as you take it")) if room.at_door else None
