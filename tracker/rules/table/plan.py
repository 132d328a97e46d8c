"""What a table of real cards had best do until it leaves the room, as commands.

The adviser of the dealt game is asked about the table as far as it has said its cards
(referee.py); its steps are told as the table itself would tell them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tracker.rules.advice import coop
from tracker.rules.advice.answer import Advice, Step
from tracker.rules.protocol import parts
from tracker.rules.table.party import Party
from tracker.rules.table.referee import picture
from tracker.rules.table.room import Room, room_name, to_act


class Plan(NamedTuple):
    """`commands` name no passes: whoever is left out has passed (account.py)."""

    advice: Advice
    commands: tuple[str, ...]


def may_plan(party: Party) -> bool:
    """Whether all that has to be decided in this room lies open."""
    room = Room(party)
    counted = party.referee != "off" and party.game == "coop" and bool(party.living)
    return counted and not room.missing and len(room.places.lies) > 1


def plan(party: Party) -> Plan | None:
    """The best way found to leave the room; None where not all of it lies open."""
    if not may_plan(party):
        return None
    seat = party.seated.index(to_act(party))
    found = coop.advise(picture(party), seat)
    return Plan(found, tuple(_commands(party, found.plan))) if found else None


def _commands(party: Party, steps: Sequence[Step]) -> Iterator[str]:
    name = room_name(party)
    for seat, decision in steps:
        do, card, how = parts(decision)
        if do == "offer":
            yield f"run:{name}"
            return
        if card:
            number = str(party.seated[seat])
            yield f"take:{name}:" + ":".join(filter(None, (do, number, card, how)))
