"""The decisions of a match with what they cost: a line over the game, and the dearest named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tracker.boards.match.chart import Chart, chart_of
from tracker.boards.match.frame import brief_name
from tracker.boards.words.advice import deed
from tracker.boards.words.chances import interval_text
from tracker.rules.advice.review import Verdict
from tracker.services.match.match import Match, Move
from tracker.services.match.review import Review

DEAREST = 3
WORTH_TELLING = 0.005
"""A decision that cost less is as good as the best."""
MARKS = [(100, "100"), (50, "50"), (0, "0")]


@dataclass(frozen=True)
class CostRow:
    """A decision. `before` is the number of moves before it, from where it can be tried again;
    `cost` is "" for one that cost nothing worth telling."""

    number: int
    before: int
    who: str
    text: str
    better: str
    cost: str


@dataclass(frozen=True)
class ReviewBoard:
    """`measure` says in a sentence of what the chances are."""

    done: int
    last: int
    whole: bool
    chart: Chart | None
    dearest: tuple[CostRow, ...]
    rows: tuple[CostRow, ...]
    measure: str


def review_board(match: Match, moves: Sequence[Move], review: Review) -> ReviewBoard:
    """As far as it has been worked out; lines and names only of a whole one."""
    found = sorted(review.verdicts.items()) if review.whole else []
    by_cost = sorted(found, key=lambda each: (-each[1].cost, each[0]))
    dear = [each for each in by_cost[:DEAREST] if each[1].cost >= WORTH_TELLING]
    return ReviewBoard(
        done=review.done,
        last=review.last,
        whole=review.whole,
        chart=chart_of([_line(match, found)], MARKS) if found else None,
        dearest=tuple(_row(match, moves, *each) for each in dear),
        rows=tuple(_row(match, moves, *each) for each in found),
        measure=_measure(match),
    )


def _measure(match: Match) -> str:
    if match.game.key == "coop":
        return _(
            "The chance that nobody falls in the next ten rooms, of 100, for whoever goes on as the"
            " adviser would: an estimate."
        )
    return _("The chance to win, of 100, for whoever goes on as the adviser would: an estimate.")


def _line(match: Match, found: Sequence[tuple[int, Verdict]]) -> list[int]:
    """The chance of whoever goes on as advised, before each decision and at the end."""
    end = 100 if match.outcome == "won" else 0
    return [*(round(100 * verdict.chance) for _number, verdict in found), end]


def _row(match: Match, moves: Sequence[Move], number: int, verdict: Verdict) -> CostRow:
    move = moves[number - 1]
    dear = verdict.cost >= WORTH_TELLING
    return CostRow(
        number=number,
        before=number - 1,
        who="" if match.alone else brief_name(match, move.seat),
        text=deed(move.text),
        better=deed(verdict.best) if dear else "",
        cost=interval_text(verdict.cost, verdict.low, verdict.high) if dear else "",
    )
