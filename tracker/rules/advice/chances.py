"""From what trials say to what came true in games played as advised."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from itertools import pairwise
from math import exp
from typing import Any

TENTHS = 10


class Chances:
    """A table of pairs, said and came true, with straight lines between them.

    It holds for one number of trials. `silent` are the tenths, 0 to 9, of which too few games are
    known: there nothing is said.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        """Raises KeyError, TypeError or ValueError if this is no table that rises from 0 to 1."""
        self.table = [(float(said), float(true)) for said, true in data["table"]]
        self.silent = frozenset(map(int, data["silent"]))
        figures, shares = zip(*self.table, strict=True)
        if (figures[0], figures[-1]) != (0, 1) or any(b <= a for a, b in pairwise(figures)):
            raise ValueError("what was said does not rise from 0 to 1")
        if any(b < a for a, b in pairwise(shares)) or not 0 <= shares[0] <= shares[-1] <= 1:
            raise ValueError("what came true falls")
        self._figures = figures

    def __call__(self, said: float) -> float | None:
        """The chance that stands behind a figure from 0 to 1, or None where it cannot be said."""
        true = self.unchecked(said)
        return None if tenth(true) in self.silent else true

    def unchecked(self, said: float) -> float:
        """The chance behind a figure, even where too few games are known to rely on it."""
        place = min(max(bisect_right(self._figures, said), 1), len(self.table) - 1)
        (low, low_true), (high, high_true) = self.table[place - 1 : place + 1]
        return low_true + (high_true - low_true) * (said - low) / (high - low)


def tenth(chance: float) -> int:
    """The tenth, 0 to 9, that a chance falls in; certainty is in the last."""
    return min(int(chance * TENTHS), TENTHS - 1)


def chance_of(odds: float) -> float:
    """The probability that log odds stand for."""
    # exp overflows beyond 709.
    return 1 / (1 + exp(-max(-700.0, odds)))
