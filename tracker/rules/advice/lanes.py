"""Many whole numbers side by side in one long number.

A hidden unit of a learned value adds up one number of every row that applies. Python needs 64
steps to add two lists of 64 numbers, but a single one to add two numbers that are 64 times as
long. So a row is one long number with a lane for each unit: whole rows are added, subtracted and
multiplied by a count at once, and exactly.
"""

from __future__ import annotations

from collections.abc import Sequence

LANE = 24
"""Bits of a lane. A unit stays far below the half of it, so no lane runs over into the next."""
HALF = 1 << (LANE - 1)
MOST = 1 << 14
"""No number of a row is larger, whatever its sign."""

Row = int


def row(numbers: Sequence[int]) -> Row:
    """The numbers in their lanes, the first one lowest. ValueError for a number beyond MOST."""
    if any(abs(number) > MOST for number in numbers):
        raise ValueError(f"a number beyond {MOST} does not fit a lane")
    return sum(number << LANE * place for place, number in enumerate(numbers))


class Units:
    """So many hidden units; the first ones, `speaking_for`, count for a win, the others against."""

    def __init__(self, count: int, speaking_for: int) -> None:
        self.halves = sum(HALF << LANE * place for place in range(count))
        self.lanes_for = (1 << LANE * speaking_for) - 1

    def above_zero(self, total: Row) -> Row:
        """The lanes that are above zero; the others are emptied."""
        lifted = total + self.halves  # now a lane's highest bit says that it is not below zero
        signs = lifted & self.halves
        return lifted & (signs - (signs >> LANE - 1))

    def odds(self, total: Row) -> int:
        """What speaks for a win less what speaks against it."""
        lanes = self.above_zero(total)
        # The remainder of a division by 999 adds up digits in threes; here, lanes.
        for_it = (lanes & self.lanes_for) % ALL_ONES
        return 2 * for_it - lanes % ALL_ONES


ALL_ONES = (1 << LANE) - 1
