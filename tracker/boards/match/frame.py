"""Surrounds the table of a dealt game: sides, turns, decisions as buttons, endings.

Each button says beforehand what comes of it. One that vanishes leaves people looking for it, so
a decision about a whole room that is not allowed is shown with what the rules have against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import (
    card_name,
    in_order,
    isolated,
    shortened,
    signed,
    step_text,
)
from tracker.rules.cards import BLACK_JOKER, enemy_value
from tracker.rules.games import rascal, scoundrel
from tracker.rules.games.coop import decisions as coop
from tracker.rules.games.dungeon import MONSTERS
from tracker.rules.protocol import Decision, parts
from tracker.services.match.deals import AGREE, AWAY, DECLINE, SIT, is_seating
from tracker.services.match.match import DealtMatch, LoggedMove
from tracker.services.match.stand_in import agreements, asked_about, not_agreed

COMPUTERS = ("Flint", "Moss", "Wisp", "Ash")
"""Names of computers nobody has named, in the order of their seats (docs/design.md 3). One short
word, so that three of them can be told apart on a narrow phone."""


def names_of(names: Sequence[str], levels: Sequence[str]) -> tuple[str, ...]:
    """The names of all seats in order: as typed, else a computer's own name, or "Player 2".

    `levels` are "" for people. No computer is called like somebody who has a name.
    """
    taken = {name.casefold() for name in names}
    free = (name for name in COMPUTERS if name.casefold() not in taken)
    return tuple(
        name or (next(free, "") if level else "") or _("Player {number}").format(number=number)
        for number, (name, level) in enumerate(zip(names, levels, strict=True), 1)
    )


@dataclass(frozen=True)
class Act:
    """`label`, `text` and `spends` stand on the button, `more` is only read aloud.

    `kind` is what it does to somebody: "costs", "gains", "falls" or "". `spends` names the cards
    that are lost by it. `hint` marks what the advice would do; `icon` is for those in the bar.
    `barred` ones are shown, but the rules are against them: `text` and `more` say why.
    """

    decision: Decision
    label: str
    text: str = ""
    more: str = ""
    kind: str = ""
    hint: bool = False
    icon: str = ""
    spends: str = ""
    barred: bool = False


@dataclass(frozen=True)
class CardActs:
    """A card that lies open, and what may be done with it; a card without acts is only seen."""

    face: CardFace
    speech: str
    acts: tuple[Act, ...]

    @property
    def code(self) -> str:
        return self.face.code

    @property
    def hint(self) -> bool:
        return any(act.hint for act in self.acts)


def room_card(
    card: str, decisions: Iterable[Decision], act_of: Callable[[Decision], Act], advice: Decision
) -> CardActs:
    """A card of a room with those of the decisions that are about it.

    The weapon stands before bare hands: it is the better one where it may be used at all.
    """
    mine = sorted((d for d in decisions if about(d) == card), key=lambda d: d.endswith("bare"))
    face = replace(card_face(card, pips=True), name="")
    return CardActs(face, speech_of(card), hinted(tuple(map(act_of, mine)), advice))


def speech_of(card: str) -> str:
    """A card of a room as it is read aloud: "King of Clubs, enemy 13"."""
    if card not in MONSTERS or card == BLACK_JOKER:
        return card_name(card)
    return _("{card}, enemy {value}").format(card=card_name(card), value=enemy_value(card))


def about(decision: Decision) -> str:
    """The card that a decision is about, "" for none."""
    return parts(decision)[1]


def fight_label(how: str) -> str:
    """`weapon` or `bare` in the words of a button."""
    if how == "weapon":
        return pgettext("to fight with", "Weapon")
    return pgettext("to fight with", "Bare hands")


def hp_act(decision: Decision, label: str, before: int, after: int) -> Act:
    """An act whose price, or gain, is hit points."""
    step = after - before
    # Translators: hit points that are left then: "12 left".
    left = _("{hp} left").format(hp=signed(after))
    if after <= 0:
        return Act(decision, label, step_text(step), _("you fall"), "falls")
    if step:
        return Act(decision, label, step_text(step), left, "gains" if step > 0 else "costs")
    return Act(decision, label, "±0", left)


def equip_act(decision: Decision, weapon: str, card: str) -> Act:
    """An act that puts away the weapon in hand, and all that lies on it."""
    if not weapon:
        return Act(decision, _("Equip"))
    instead = _("instead of {weapon}").format(weapon=card_name(weapon))
    return Act(decision, _("Equip"), in_order(f"{weapon[:-1]} → {card[:-1]}"), instead)


def hinted(acts: tuple[Act, ...], advice: Decision) -> tuple[Act, ...]:
    """The acts, the one that was advised marked; "" advises none."""
    return tuple(replace(act, hint=act.decision == advice) for act in acts)


StateT = TypeVar("StateT")

MOST_REPORTS = 6
HERE, ELSEWHERE = "here", "phone"  # where a person plays, as a form sends it
LEVELS: dict[str, Promise | str] = {
    "easy": gettext_lazy("computer (easy)"),
    "careful": gettext_lazy("computer (careful)"),
    "reckless": gettext_lazy("computer (reckless)"),
    "medium": gettext_lazy("computer (medium)"),
    "strong": gettext_lazy("computer (strong)"),
}


@dataclass(frozen=True)
class SeatView(Generic[StateT]):
    """A match as one seat may see it: `view` is all of the state that leaves the server.

    `seat` is None for who only looks on. `advice` is the decision that was advised, "" if nobody
    has asked. `past` is how it stood some moves ago, or how it ended: nothing is offered there.
    """

    match: DealtMatch
    view: StateT
    seat: int | None
    advice: Decision = ""
    past: bool = False

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions open to this seat now, one of those that come to the same."""
        if self.seat is None or self.past or self.match.waiting:
            return ()
        return self.match.game.distinct(self.view, self.seat)

    @property
    def newest(self) -> LoggedMove | None:
        """The newest move of the log."""
        return next(iter(self.match.moves), None)

    def is_here(self, seat: int) -> bool:
        """Whether that seat is this one, or is played on its phone."""
        sides, own = self.match.seats, self.seat
        return own is not None and (seat == own or sides[seat].phone == sides[own].phone != "")


def seat_name(match: DealtMatch, seat: int) -> str:
    """The name as typed, or what a seat without a name is called."""
    sides = match.seats
    return names_of([c.name for c in sides], ["" if c.person else c.level for c in sides])[seat]


def brief_name(match: DealtMatch, seat: int) -> str:
    """A name that fits into a line of news, whatever the direction of either."""
    return isolated(shortened(seat_name(match, seat)))


def step_of(move: LoggedMove | None, path: str) -> int:
    """Returns how much a move changed this number, 0 for nothing."""
    before, after = move.changes.get(path, (0, 0)) if move else (0, 0)
    return int(after) - int(before)


SEATINGS = {
    SIT: gettext_lazy("{name} sits down"),
    AWAY: gettext_lazy("A computer plays for {name}"),
    # Translators: somebody wants a computer to play for {name}, who is away; it must be short.
    AGREE: gettext_lazy("A computer for {name}?"),
    DECLINE: gettext_lazy("Waiting for {name}"),
}


def seating_text(match: DealtMatch, move: LoggedMove) -> str:
    """Tells a line of the log about who plays a seat; "" for any other."""
    if not is_seating(move.text):
        return ""
    if match.alone:
        return pgettext("what you did", "Sat down")
    side = asked_about(match, move.text) or match.seats[move.seat]
    words = str(SEATINGS[parts(move.text)[0]])
    return words.format(name=brief_name(match, side.number))


@dataclass(frozen=True)
class MatchEnding:
    """How it ended: "won", "lost" or "" for neither, a heading, what stands behind it."""

    kind: str
    heading: str
    lines: tuple[str, ...]


def fallen_text(name: str) -> str:
    """Says that a lone player has fallen: "" stands for the reader."""
    return _("{name} has fallen").format(name=name) if name else _("You have fallen")


class Report(NamedTuple):
    """A move in a sentence, and its number in the log."""

    number: int
    text: str


def reports_of(seen: SeatView[StateT], tell: Callable[[LoggedMove], str]) -> tuple[Report, ...]:
    """Reports what happened since this seat last moved, with that move, oldest first.

    A line about who plays stands alone: it asks for an answer.
    """
    moves = seen.match.moves[:MOST_REPORTS]
    if moves and is_seating(moves[0].text):
        moves = moves[:1]
    own = next((n for n, move in enumerate(moves) if move.seat == seen.seat), len(moves) - 1)
    return tuple(Report(move.number, tell(move)) for move in reversed(moves[: own + 1]))


@dataclass(frozen=True)
class MatchStep:
    """The part of a move that a phone shows before it shows the next.

    `template` prints those parts of the table that it changes, `text` tells it, `fate` is what
    becomes of the pile: "burns", "goes" to a hand, or "".
    """

    number: int
    template: str
    table: object
    text: str
    fate: str = ""


@dataclass(frozen=True)
class Scene:
    """One game's part of the page, which `template` prints.

    `wide` are the decisions about the whole table, for the bar. `turn` says who is to decide;
    `undo` what the newest move was, in a few words; `speech` is read aloud after a move. `reports`
    are what happened meanwhile, for whoever takes the phone over.
    """

    template: str
    table: object
    turn: str
    wide: tuple[Act, ...] = ()
    undo: str = ""
    speech: str = ""
    reports: tuple[Report, ...] = ()
    ending: MatchEnding | None = None


BRIEF: dict[str, str | Promise] = {
    coop.NO_TURNS: gettext_lazy("not in a Red Room"),
    coop.PASSED_BEFORE: gettext_lazy("not twice in a row"),
    coop.OFFERED_BEFORE: gettext_lazy("already offered"),
    coop.RAN_LAST: gettext_lazy("ran from last room"),
    coop.FOUGHT_HERE: gettext_lazy("enemy fought"),
    coop.USED_TOO_MUCH: gettext_lazy("too many red cards"),
    scoundrel.SKIPPED_LAST: gettext_lazy("skipped last room"),
    scoundrel.TAKEN_HERE: gettext_lazy("card taken here"),
    rascal.FLED_LAST: gettext_lazy("fled last room"),
    rascal.USED_HERE: gettext_lazy("card used here"),
}
"""The sentences of the rules, short enough for a button in the bar."""


def wide_act(seen: SeatView[Any], act: Act) -> Iterator[Act]:
    """The act, or it with the reason against it; nothing for a seat that is not to decide."""
    match, seat = seen.match, seen.seat
    if act.decision in seen.decisions:
        yield act
    elif seat in match.to_act and not match.waiting and not seen.past:
        reason = match.game.objection(seen.view, seat, act.decision)
        yield replace(act, text=str(BRIEF[reason]), more=_(reason), barred=True)


def seating_acts(match: DealtMatch, seats: Sequence[int]) -> tuple[Act, ...]:
    """The buttons of a phone with these seats while a computer is offered, or plays for them."""
    if any(match.seats[seat].level for seat in seats):
        return (Act(SIT, _("Play on"), _("a computer plays for you"), icon="hand"),)
    newest = next(iter(match.moves), None)
    side = asked_about(match, newest.text) if newest and not match.over else None
    if side is None or not seats or side.number in seats or not agreements(match, side):
        return ()  # whose seat it is answers by playing on
    agree, decline = f"{AGREE}:{side.number}", f"{DECLINE}:{side.number}"
    yes = Act(agree, _("Agree"), _("computer"), icon="next")
    if not {*not_agreed(match, side)} & {*seats}:
        yes = replace(yes, label=_("Go on"), text=_("anyway"))
    return yes, Act(decline, _("Decline"), _("wait"), icon="hour")
