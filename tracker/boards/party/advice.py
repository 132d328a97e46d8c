"""What the table had best do until it leaves the room, and how it would stand then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tracker.boards.party.left import pile_text
from tracker.boards.party.outcome import outcome
from tracker.boards.words.advice import odds_text, reason_text
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.chances import interval_text
from tracker.boards.words.names import card_name, player_name, signed, step_text
from tracker.rules.table.commands import Command, apply
from tracker.rules.table.party import Party
from tracker.rules.table.plan import Plan
from tracker.rules.table.risk import Risk
from tracker.rules.table.room import Room
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
class Stand:
    """Somebody after the plan."""

    seat: int
    name: str
    hp: str


@dataclass(frozen=True)
class AdviceSheet:
    """`steps` are () where cards have to be named first; `missing` of the room are not.

    `command` is the first step, `does` what it does in a few words, `effect` what it changes on the
    table. `end` says what becomes of the room, `stands` how everybody stands then.
    """

    code: str
    revision: int
    says: str
    steps: tuple[PlanStep, ...] = ()
    missing: int = 0
    command: str = ""
    does: str = ""
    effect: str = ""
    end: str = ""
    stands: tuple[Stand, ...] = ()
    reason: str = ""
    odds: str = ""


def advice_sheet(table: Table, plan: Plan | None) -> AdviceSheet:
    party = table.state
    room = Room(party)
    sheet = AdviceSheet(table.code, table.revision, pile_text(room), missing=room.missing)
    if not plan:
        return sheet
    after = after_plan(party, plan)
    does, effect = _first(party, plan.commands[0])
    return replace(
        sheet,
        says=_("All cards lie open; whoever is left out passes") if room.sure else sheet.says,
        steps=tuple(_steps(party, plan)),
        command=plan.commands[0],
        does=does,
        effect=effect,
        end=_end(after),
        stands=tuple(_stand(after, number) for number in party.living),
        reason=reason_text(plan.advice, lambda seat: player_name(party, party.seated[seat])),
        odds="" if plan.advice.chance is None else odds_text(plan.advice),
    )


def after_plan(party: Party, plan: Plan) -> Party:
    """The table once all has been done as advised."""
    for command in plan.commands:
        party = apply(party, command)
    return party


def _steps(party: Party, plan: Plan) -> Iterator[PlanStep]:
    for text in plan.commands:
        yield _step(party, Command.read(text).deed)
        party = apply(party, text)


def _step(party: Party, command: Command) -> PlanStep:
    number = command.player
    if number is None:
        return PlanStep(0, None, _("All run"), "", "", falls=False)
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
    """What the first step does in a few words, and what it changes on the table."""
    command = Command.read(text)
    number = command.deed.player
    if number is None:
        return _("All run"), ""
    found = outcome(party, number, text)
    return found.says, found.effect


def _end(after: Party) -> str:
    """What becomes of the room."""
    room = Room(after)
    if not room.over:
        return _("What lies here goes under the pile. Then you stand like this:")
    cards = ", ".join(map(card_name, room.places.lies))
    words = _("{card} stays for room {room}. Then you stand like this:")
    return words.format(card=cards, room=after.room + 1)


def _stand(after: Party, number: int) -> Stand:
    hp = signed(after.players[number].hp)
    return Stand(number + 1, player_name(after, number), hp)


def risk_text(risk: Risk | None, sure: bool) -> str:
    """How likely the next room is deadly, the figure between stars; "" where nobody knows.

    It is `sure` where every card of the pile is known.
    """
    if risk is None:
        return ""
    chance = interval_text(risk.chance, risk.low, risk.high, about=not sure)
    words = _("The next room cannot be survived by all, short of running: *{chance}*, even at best")
    return words.format(chance=chance)
