"""Advice on what the table had best do until it leaves the room, and how it would stand then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from django.utils.translation import gettext as _

from tracker.boards.party.cards.remaining_cards import pile_text
from tracker.boards.party.table.outcome import outcome
from tracker.boards.words.advice import deed, interval_text, odds_text, reason_text
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import (
    SeatNote,
    card_name,
    isolated,
    player_name,
    seat_note,
    step_text,
)
from tracker.rules.table.ahead.pictures import LEAVING
from tracker.rules.table.ahead.plan import Plan, PlanChoice
from tracker.rules.table.ahead.risk import Risk, next_room_of
from tracker.rules.table.room.room import Room, cleared
from tracker.rules.table.state.party import Party
from tracker.rules.table.verbs.commands import Command, apply
from tracker.services.party.table import Table


@dataclass(frozen=True)
class PlanStep:
    """A card that somebody deals with; without a face all run. `price` is what it costs in HP."""

    seat: int
    face: CardFace | None
    says: str
    how: str
    price: str
    falls: bool


@dataclass(frozen=True)
class AdviceSheet:
    """`steps` are () where cards have to be named first; `missing` of the room are not.

    `command` is the first step, `does` what it does in a few words, `effect` what it changes on the
    table. `end` says what becomes of the room, `stands` how everybody stands then.
    """

    says: str
    steps: tuple[PlanStep, ...] = ()
    missing: int = 0
    command: str = ""
    does: str = ""
    effect: str = ""
    end: str = ""
    stands: tuple[SeatNote, ...] = ()
    reason: str = ""
    odds: str = ""
    risks: bool = False
    """Whether it can be said how likely the next room is deadly."""


def advice_sheet(table: Table, plan: Plan | None) -> AdviceSheet:
    party = table.state
    room = Room(party)
    sheet = AdviceSheet(pile_text(room), missing=room.missing)
    if not plan:
        return sheet
    after = after_all(party, plan.commands)
    does, effect = _first(party, plan.commands[0])
    return replace(
        sheet,
        says=_heading(room) or sheet.says,
        steps=tuple(_steps(party, plan)),
        command=plan.commands[0],
        does=does,
        effect=effect,
        end=_end(after, Command.read(plan.commands[-1])),
        stands=tuple(seat_note(after, number) for number in party.living),
        reason=reason_text(plan.advice, lambda seat: _called(party, party.seated[seat])),
        risks=next_room_of(after) is not None,
        odds="" if plan.advice.chance is None else odds_text(plan.advice),
    )


def _heading(room: Room) -> str:
    """Tells what the advice rests on, "" where cards went by unnamed."""
    if not room.sure:
        return ""
    if room.party.game != "coop":
        return _("All cards are face up")
    return _("All cards are face up; anyone not listed passes")


def after_all(party: Party, commands: Sequence[str]) -> Party:
    """The table once all has been done as advised."""
    return reduce(apply, commands, party)


def _steps(party: Party, plan: Plan) -> Iterator[PlanStep]:
    for text in plan.commands:
        yield _step(party, Command.read(text).deed)
        party = apply(party, text)


def _step(party: Party, command: Command) -> PlanStep:
    number = command.player
    if number is None:
        return PlanStep(0, None, _whole(party, command), "", "", falls=False)
    found = outcome(party, number, command.text)
    step = apply(party, command.text).players[number].hp - party.players[number].hp
    return PlanStep(
        seat=number + 1,
        face=card_face(command.card),
        says=found.says,
        how=found.label if command.verb == "fight" else "",
        price=step_text(step) if step else "",
        falls=found.falls,
    )


def _first(party: Party, text: str) -> tuple[str, str]:
    """Tells in a few words what the first step does, and returns what it changes on the table."""
    command = Command.read(text)
    number = command.deed.player
    if number is None:
        return _whole(party, command), ""
    found = outcome(party, number, text)
    return found.says, found.effect


def _whole(party: Party, command: Command) -> str:
    """Names the decision about the room as a whole."""
    if command.verb == "drop":
        return deed(f"next:{command.how}:drop")
    if command.verb == "next":
        return deed("next")
    return _("All run") if party.game == "coop" else deed(LEAVING[party.game])


def _end(after: Party, last: Command) -> str:
    """Tells what becomes of the room."""
    room = Room(after)
    if cleared(after):
        # Translators: here and below, what stands below it is everybody's health.
        return _("The dungeon is cleared. Afterwards:")
    if last.verb in ("next", "drop"):
        return _stays(room, after.room)  # Rascal moves on by itself (rules.md 5.3)
    if not room.over and last.verb != "run":
        return _("Afterwards:")
    if not room.over:
        return _("The cards here go under the pile. Afterwards:")
    return _stays(room, after.room + 1)


def _stays(room: Room, number: int) -> str:
    """The one card that lies there belongs to the room of that number."""
    if not room.places.lies:
        return _("All cards are played. Afterwards:")
    words = _("{card} stays for room {room}. Afterwards:")
    return words.format(card=card_name(min(room.places.lies)), room=number)


def risk_text(risk: Risk | None, party: Party) -> str:
    """How likely the next room is deadly, the figure between stars; "" where nobody knows."""
    if risk is None:
        return ""
    if party.game == "coop":
        words = _("Unless you run, somebody falls in the next room even with best play: *{chance}*")
    else:
        words = _("Unless you leave it, you fall in the next room even with best play: *{chance}*")
    return words.format(chance=_figure(risk, Room(party).sure))


def other_risks(party: Party, plan: Plan, risks: Sequence[Risk | None]) -> tuple[str, ...]:
    """The risk after each other choice where it is known, in the order of the choices."""
    sure = Room(party).sure
    return tuple(
        _if(party, choice, _figure(risk, sure))
        for choice, risk in zip(plan.choices[1:], risks[1:], strict=True)
        if risk
    )


def _figure(risk: Risk, sure: bool) -> str:
    return interval_text(risk.chance, risk.low, risk.high, about=not sure)


def _if(party: Party, choice: PlanChoice, chance: str) -> str:
    """The chance after another first step: "If Pell passes: *12%*"."""
    if choice.decision == "pass":
        name = _called(party, choice.number)
        return _("If {name} passes: *{chance}*").format(name=name, chance=chance)
    if choice.decision == "offer":
        return _("If all run: *{chance}*").format(chance=chance)
    # Translators: {deed} is a line of the history, such as "Mara fights King of Clubs".
    return _("After “{deed}”: *{chance}*").format(
        deed=_first(party, choice.commands[0])[0], chance=chance
    )


def _called(party: Party, number: int) -> str:
    """A name in a sentence."""
    return isolated(player_name(party, number))
