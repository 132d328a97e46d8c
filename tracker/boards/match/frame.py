"""What every dealt game shows round its table: whose turn it is, what happened, how it ended."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tracker.boards.match.acts import Act
from tracker.boards.words.names import shortened
from tracker.rules.protocol import Decision
from tracker.services.match.match import Match

HERE, ELSEWHERE = "here", "phone"  # where a person plays, as a form sends it
LEVELS: dict[str, Promise | str] = {
    "easy": gettext_lazy("easy computer"),
    "medium": gettext_lazy("medium computer"),
    "strong": gettext_lazy("strong computer"),
}


@dataclass(frozen=True)
class Sight:
    """A match as one seat may see it: `view` is all of the state that leaves the server.

    `seat` is None for who only looks on. `advised` is what the advice would do, "" if not asked.
    """

    match: Match
    view: object
    seat: int | None
    advised: Decision = ""

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """What this seat may do now, one of those that come to the same."""
        if self.seat is None or self.match.waiting:
            return ()
        return self.match.game.distinct(self.view, self.seat)


def seat_name(match: Match, seat: int) -> str:
    """As typed, or what a seat without a name is called."""
    chair = match.chairs[seat]
    words = _("Computer {number}") if chair.level else _("Player {number}")
    return chair.name or words.format(number=seat + 1)


def brief_name(match: Match, seat: int) -> str:
    """A name that fits into a line of news."""
    return shortened(seat_name(match, seat))


@dataclass(frozen=True)
class Ending:
    """How it ended: "won", "lost" or "" for neither, a heading, what stands behind it."""

    kind: str
    heading: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Shown:
    """One game's part of the page, which `template` prints.

    `wide` are the decisions about the whole table, for the bar. `turn` says who is to decide;
    `undo` what the newest move was, in a few words; `said` is read aloud after a move.
    """

    template: str
    table: object
    turn: str
    wide: tuple[Act, ...] = ()
    undo: str = ""
    said: str = ""
    ending: Ending | None = None
