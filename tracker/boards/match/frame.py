"""What every dealt game shows round its table: whose turn it is, what happened, how it ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tracker.boards.match.acts import Act
from tracker.boards.match.names import names_of
from tracker.boards.words.isolation import isolated
from tracker.boards.words.names import shortened
from tracker.rules.protocol import Decision
from tracker.services.match.match import Match, Move

StateT = TypeVar("StateT")

MOST_REPORTS = 6
HERE, ELSEWHERE = "here", "phone"  # where a person plays, as a form sends it
LEVELS: dict[str, Promise | str] = {
    "easy": gettext_lazy("easy computer"),
    "careful": gettext_lazy("careful computer"),
    "reckless": gettext_lazy("reckless computer"),
    "medium": gettext_lazy("medium computer"),
    "strong": gettext_lazy("strong computer"),
}


@dataclass(frozen=True)
class Sight(Generic[StateT]):
    """A match as one seat may see it: `view` is all of the state that leaves the server.

    `seat` is None for who only looks on. `advice` is the decision that was advised, "" if nobody
    has asked. `past` is how it stood some moves ago, or how it ended: nothing is offered there.
    """

    match: Match
    view: StateT
    seat: int | None
    advice: Decision = ""
    past: bool = False

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """What this seat may do now, one of those that come to the same."""
        if self.seat is None or self.past or self.match.waiting:
            return ()
        return self.match.game.distinct(self.view, self.seat)

    @property
    def newest(self) -> Move | None:
        """The newest move of the log."""
        return next(iter(self.match.moves), None)


def seat_name(match: Match, seat: int) -> str:
    """As typed, or what a seat without a name is called."""
    chairs = match.chairs
    return names_of([c.name for c in chairs], [c.level for c in chairs])[seat]


def brief_name(match: Match, seat: int) -> str:
    """A name that fits into a line of news, whatever the direction of either."""
    return isolated(shortened(seat_name(match, seat)))


def step_of(move: Move | None, path: str) -> int:
    """What a move did to this number, 0 for nothing."""
    before, after = move.changes.get(path, (0, 0)) if move else (0, 0)
    return int(after) - int(before)


@dataclass(frozen=True)
class Ending:
    """How it ended: "won", "lost" or "" for neither, a heading, what stands behind it."""

    kind: str
    heading: str
    lines: tuple[str, ...]


def fallen_text(name: str) -> str:
    """That one who plays alone has fallen: "" is whoever reads it."""
    return _("{name} has fallen").format(name=name) if name else _("You have fallen")


class Report(NamedTuple):
    """A move in a sentence, and its number in the log."""

    number: int
    text: str


def reports_of(sight: Sight[StateT], tell: Callable[[Move], str]) -> tuple[Report, ...]:
    """What happened since this seat last moved, with that move, oldest first."""
    moves = sight.match.moves[:MOST_REPORTS]
    own = next((n for n, move in enumerate(moves) if move.seat == sight.seat), len(moves) - 1)
    return tuple(Report(move.number, tell(move)) for move in reversed(moves[: own + 1]))


@dataclass(frozen=True)
class Step:
    """What a phone shows of a move before it shows the next.

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
    ending: Ending | None = None
