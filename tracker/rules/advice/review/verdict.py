"""The verdict on a decision, and how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from tracker.rules.protocol import Decision


class MoveVerdict(NamedTuple):
    """All figures are estimates from 0 to 1, by trials of whoever plays on by the value."""

    best: Decision
    """The best decision found; the one that was made where none is better."""
    chance: float
    """The chance of the best one: to win, or that nobody falls in ten rooms."""
    cost: float
    """How much less the decision made comes to."""
    low: float
    high: float
    """In between lies the cost in 95 of 100 cases."""


def as_good(decision: Decision, chance: float) -> MoveVerdict:
    """The verdict on a decision when none is better."""
    return MoveVerdict(decision, chance, 0.0, 0.0, 0.0)


def found(
    best: Decision, decision: Decision, better: Sequence[float], made: Sequence[float], whole: bool
) -> MoveVerdict:
    """The verdict on a decision by trials of the best one and of it on the same deals.

    `whole` where these are all deals there can be: then only the figures themselves are left.
    """
    chance, gaps = fmean(better), [b - m for b, m in zip(better, made, strict=True)]
    cost = fmean(gaps)
    if cost <= 0:
        return as_good(decision, fmean(made))
    spread = 0.0 if whole or len(gaps) < 2 else _student(len(gaps) - 1) * _error(gaps)
    return MoveVerdict(best, chance, cost, max(0.0, cost - spread), min(1.0, cost + spread))


def _error(gaps: Sequence[float]) -> float:
    return stdev(gaps) / sqrt(len(gaps))


def _student(freedom: int) -> float:
    """So many errors of a mean hold 95 of 100 cases; right to a hundredth from 4 on."""
    return 1.96 + 2.4 / freedom + 3 / freedom**2
