"""Learned values: whole numbers in files, read when first needed, and added up in lanes.

A hidden unit of a learned value adds up one number of every row that applies. Python needs 64
steps to add two lists of 64 numbers, but a single one to add two numbers that are 64 times as
long. So a row is one long number with a lane for each unit: whole rows are added, subtracted and
multiplied by a count at once, and exactly.
"""

from __future__ import annotations

import json
import logging
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import compress, pairwise
from math import exp
from operator import mul
from pathlib import Path
from struct import Struct
from typing import Any, TypeVar

LANE = 24
"""Bits of a lane. A unit stays far below the half of it, so no lane runs over into the next."""
FIRST, SECOND = 32, 48
"""Bits of a lane where there are two layers. One of 32 bits is read from memory at once."""
ROOM = 10
"""So many of them are left free for what is added up."""

Row = int


def row(numbers: Sequence[int], lane: int = LANE) -> Row:
    """The numbers in their lanes, the first one lowest. ValueError for one that fills its lane."""
    most = 1 << lane - ROOM
    if any(abs(number) > most for number in numbers):
        raise ValueError(f"a number beyond {most} does not fit a lane")
    return sum(number << lane * place for place, number in enumerate(numbers))


class Units:
    """So many hidden units; the first ones, `speaking_for`, count for a win, the others against."""

    def __init__(self, count: int, speaking_for: int, lane: int = LANE) -> None:
        self.sign = lane - 1
        self.halves = sum(1 << self.sign + lane * place for place in range(count))
        self.bits_for = lane * speaking_for
        self.lanes_for = (1 << self.bits_for) - 1
        self.all_ones = (1 << lane) - 1

    def above_zero(self, total: Row) -> Row:
        """The lanes that are above zero; the others are emptied."""
        lifted = total + self.halves  # now a lane's highest bit says that it is not below zero
        signs = lifted & self.halves
        return lifted & (signs - (signs >> self.sign))

    def odds(self, total: Row) -> int:
        """The evidence for a win less the evidence against it."""
        # As above_zero, without a call: half of the time that advice takes is spent here.
        lifted = total + self.halves
        signs = lifted & self.halves
        lanes = lifted & (signs - (signs >> self.sign))
        # The remainder of a division by 999 adds up digits in threes; here, lanes.
        return (lanes & self.lanes_for) % self.all_ones - (lanes >> self.bits_for) % self.all_ones


class TwoLayers:
    """Units that each say how many times a row of their own is added up for those that speak."""

    def __init__(self, rows: Sequence[Row], bias: Row, speaking: Units) -> None:
        """A row of SECOND lanes for each unit of the first layer, and one that always counts."""
        self.rows, self.bias, self.speaking = rows, bias, speaking
        self.first = Units(len(rows), len(rows), FIRST)
        self.numbers = Struct(f"<{len(rows)}I")

    def odds(self, total: Row) -> int:
        """The evidence for a win less that against it, by the sum of rows of FIRST lanes."""
        lanes = self.first.above_zero(total).to_bytes(self.numbers.size, "little")
        numbers = self.numbers.unpack(lanes)  # half of which are zero
        adding = map(mul, filter(None, numbers), compress(self.rows, numbers))
        return self.speaking.odds(sum(adding, self.bias))


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


FOLDER = Path(__file__).with_name("weights")

logger = logging.getLogger(__name__)

NOTHING_SAID = {"table": [(0, 0), (1, 1)], "silent": [*range(TENTHS)]}
"""Chances that nobody has checked yet."""


class Weights:
    """The contents of a file: rows by part and name, and how the units become log odds."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        """Raises KeyError, TypeError, ValueError or AttributeError for anything else than that."""
        self.scale, self.out = int(data["scale"]), float(data["out"])
        self.count, self.lane = int(data["units"]), LANE
        self.units: Units | TwoLayers
        if second := data.get("second"):
            self.lane, self.units = FIRST, self._two_layers(second, int(data["for"]))
        else:
            self.units = Units(self.count, int(data["for"]))
        self.bias = self._row(data["bias"])
        self.rows = {part: self._rows(rows) for part, rows in data["rows"].items()}
        self.later = float(data.get("later", 0))
        """The worth of survival a room later, where that was learned: from 0 to 1."""
        self.chances = Chances(data["chances"])
        self.mixed_chances = Chances(data.get("mixed_chances", NOTHING_SAID))

    def _two_layers(self, second: Mapping[str, list[int]], speaking_for: int) -> TwoLayers:
        names = ("bias", *map(str, range(self.count)))
        bias, *rows = (row(second[name], SECOND) for name in names)
        (speaking,) = {len(second[name]) for name in names}
        return TwoLayers(rows, bias, Units(speaking, speaking_for, SECOND))

    def _rows(self, rows: Mapping[str, list[int]]) -> dict[str, Row]:
        return {name: self._row(numbers) for name, numbers in rows.items()}

    def _row(self, numbers: list[int]) -> Row:
        if len(numbers) != self.count:
            raise ValueError(f"a row of {len(numbers)} numbers for {self.count} units")
        return row(numbers, self.lane)

    def odds(self, total: Row) -> float:
        """The log odds that the sum of the rows that apply stands for."""
        return (self.units.odds(total) + self.out) / self.scale


ValueT = TypeVar("ValueT")


@cache
def learned(name: str, value: Callable[[Weights], ValueT]) -> ValueT | None:
    """The value in the file of this name; None, and a line in the log, where it is of no use."""
    file = FOLDER / f"{name}.json"
    try:
        return value(Weights(json.loads(file.read_text(encoding="utf-8"))))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        logger.warning("%s is of no use, advice goes by rule of thumb: %r", file, error)
        return None
