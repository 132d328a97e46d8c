"""Many whole numbers side by side in one long number.

A hidden unit of a learned value adds up one number of every row that applies. Python needs 64
steps to add two lists of 64 numbers, but a single one to add two numbers that are 64 times as
long. So a row is one long number with a lane for each unit: whole rows are added, subtracted and
multiplied by a count at once, and exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import mul
from struct import Struct

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
        self.lanes_for = (1 << lane * speaking_for) - 1
        self.all_ones = (1 << lane) - 1

    def above_zero(self, total: Row) -> Row:
        """The lanes that are above zero; the others are emptied."""
        lifted = total + self.halves  # now a lane's highest bit says that it is not below zero
        signs = lifted & self.halves
        return lifted & (signs - (signs >> self.sign))

    def odds(self, total: Row) -> int:
        """The evidence for a win less the evidence against it."""
        lanes = self.above_zero(total)
        # The remainder of a division by 999 adds up digits in threes; here, lanes.
        for_it = (lanes & self.lanes_for) % self.all_ones
        return 2 * for_it - lanes % self.all_ones


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
