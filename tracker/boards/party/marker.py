"""The turn marker: whose turn it is, where the room is not on the table to say so."""

from __future__ import annotations

import json
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tracker.boards.words.isolation import isolated
from tracker.boards.words.names import short_name
from tracker.rules.table.party import Party
from tracker.rules.table.room import Room, next_living, to_act
from tracker.rules.table.turns import next_to_act


@dataclass(frozen=True)
class Marker:
    """`number` is that of the player whose turn it is, `command` passes it on past the fallen.

    The command is "" where the room decides who comes next. `ring` is for a phone to paint the
    marker before the answer is there: in JSON the number, crest and words of each who may have it.
    """

    number: int
    seat: int
    text: str
    command: str
    effect: str
    ring: str


def marker_of(party: Party) -> Marker | None:
    """None where the party has no marker, the room tells it, or there is nobody to pass it to."""
    room = Room(party)
    rooms = party.referee == "room"
    if not party.marker or len(party.living) < 2 or (rooms and not room.at_door):
        return None
    decided = rooms and room.over
    number = next_to_act(party) if decided else to_act(party)
    following = next_living(party, number)
    return Marker(
        number=number,
        seat=number + 1,
        text=_turn_text(party, number),
        command="" if decided else f"turn:{following}",
        effect=json.dumps({"turn": following}, separators=(",", ":")),
        ring=json.dumps([[n, n + 1, _turn_text(party, n)] for n in party.living]),
    )


def _turn_text(party: Party, number: int) -> str:
    return _("{name}’s turn").format(name=isolated(short_name(party, number)))
