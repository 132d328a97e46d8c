"""Plans: the best a table of real cards can do until it leaves the room, as commands.

The adviser of the dealt game is asked about the table as far as it has said its cards
(pictures.py); its steps are told as the table itself would tell them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from typing import NamedTuple

from tracker.rules.advice import advice
from tracker.rules.advice.answer import Advice, Step
from tracker.rules.advice.race import InTime, for_ever
from tracker.rules.cards import ENEMIES, WEAPONS
from tracker.rules.games.dungeon import LONE_PACK, ROOM_SIZE, DungeonState
from tracker.rules.games.scoundrel import ScoundrelState
from tracker.rules.protocol import Decision, Shuffle, parts
from tracker.rules.table.ahead.pictures import LEAVING, PICTURES, mixed
from tracker.rules.table.ahead.ways import may_fight
from tracker.rules.table.room.room import Room, cleared, room_name, to_act
from tracker.rules.table.state.party import Party
from tracker.rules.table.verbs.commands import apply
from tracker.rules.table.verbs.turns import run_text
from tracker.rules.words import Refused


class PlanChoice(NamedTuple):
    """A first step, the player's number and the decision, and all that had best be done with it.

    `commands` name no passes: a player who is left out has passed (account.py).
    """

    number: int
    decision: Decision
    commands: tuple[str, ...]


class Plan(NamedTuple):
    """`choices` are the best first steps that were found, the one that is advised first."""

    advice: Advice
    choices: tuple[PlanChoice, ...]

    @property
    def commands(self) -> tuple[str, ...]:
        """The best commands until the room is left."""
        return self.choices[0].commands


MOST_CHOICES = 3


def may_plan(party: Party) -> bool:
    """Whether all that has to be decided in this room lies open."""
    room = Room(party)
    if party.referee == "off" or not party.living or room.missing:
        return False
    return len(room.places.lies) > 1 if party.game == "coop" else _lies_as_dealt(room)


def _lies_as_dealt(room: Room) -> bool:
    """A room of one who plays alone, with nothing in it or in hand that the game does not know."""
    lies = len(room.places.lies)
    between = room.party.game == "solo" and room.over and room.pile > 0
    fits = room.hands <= {*LONE_PACK} and lies + room.taken <= ROOM_SIZE
    return fits and lies > 0 and not between and not cleared(room.party)


def plan(
    party: Party, shuffle: Shuffle, trials: int | None = None, in_time: InTime = for_ever
) -> Plan | None:
    """The best way found for a table to leave the room.

    None if not all of the room lies open, or if the table refuses the plan: a card may lie here and
    be in a hand as well.

    Trials and time are those of `advice`.
    """
    if not may_plan(party):
        return None
    seat = party.seated.index(to_act(party)) if party.game == "coop" else 0
    found = advice(party.game, _view(party), seat, shuffle, trials, in_time, mixed(party))
    if not found:
        return None
    first, *others = found.plans[:MOST_CHOICES] or (found.plan,)
    try:
        choices = [_choice(party, first)]
    except Refused:
        return None
    for steps in others:
        with suppress(Refused):
            choices.append(_choice(party, steps))
    return Plan(found, tuple(choices))


def _choice(party: Party, steps: Sequence[Step]) -> PlanChoice:
    """Raises Refused for what the table refuses."""
    seat, decision = steps[0]
    choice = PlanChoice(party.seated[seat], decision, tuple(_commands(party, steps)))
    # Advice that the table would refuse is worse than none, so all of it is tried.
    _ = reduce(apply, choice.commands, party)
    return choice


def _view(party: Party) -> DungeonState:
    """The state for the adviser; in the last room of Scoundrel nothing counts as taken (S4)."""
    view = PICTURES[party.game](party)
    if isinstance(view, ScoundrelState) and Room(party).over:
        return replace(view, taken=0, may_skip=False)
    return view


def _commands(party: Party, steps: Sequence[Step]) -> Iterator[str]:
    for seat, decision in steps:
        do, card, how = parts(decision)
        if do in LEAVING.values():
            yield run_text(party)
            # Running ends the room: whatever the plan does later is another room's.
            return
        if do == "next":
            yield f"drop:{room_name(party)}:{card}" if how else f"next:{room_name(party)}"
        elif card:
            command = _take(party, party.seated[seat], decision)
            party = apply(party, command) if do == "take" else party
            yield command


def _take(party: Party, number: int, decision: Decision) -> str:
    """The command; the dealt game names no deed if the weapon has to be used (S3)."""
    do, card, how = parts(decision)
    if do == "take":
        do = "fight" if card in ENEMIES else "equip" if card in WEAPONS else "drink"
        armed = do == "fight" and may_fight(party, number, card)
        how = ("weapon" if armed else "bare") if do == "fight" else ""
    return f"take:{room_name(party)}:" + ":".join(filter(None, (do, str(number), card, how)))
