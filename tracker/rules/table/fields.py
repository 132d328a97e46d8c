"""The kinds of value that a party and its players keep (rules.md 3.14).

A kind stands beside its field in party.py and says all that depends on it: which values fit, how a
change is taken back when others came after it, and how that is told.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, get_type_hints

from tracker.rules.input import UNSTORABLE, excerpt
from tracker.rules.refusals import Malformed

Value = int | str

MAX_STEP = 99
NUMBERS = ("0", "1", "2", "3")  # of the players
AMOUNT = re.compile(r"([+=-])(-?\d{1,4})", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class Kind(ABC):
    """`label` names a change that was taken back: of the player `{name}`, from a counter by
    `{step}`, to the value `{value}`. `overwritten` refuses to take back what others wrote over.
    """

    label: str
    overwritten: str = ""

    @abstractmethod
    def fits(self, value: object) -> bool:
        """Whether a field of this kind can hold the value."""

    def without(self, now: Value, before: Value, after: Value) -> Value | None:
        """`now` without the change from `before` to `after`; None where it was overwritten."""
        return before if now == after else None

    def from_column(self, value: Any) -> Value:
        """A value as the database gives it."""
        known: Value = value
        return known


@dataclass(frozen=True)
class Counter(Kind):
    """A whole number with ends. A step is taken back whatever came after: steps are summed."""

    lowest: int
    highest: int

    def fits(self, value: object) -> bool:
        return type(value) is int and self.lowest <= value <= self.highest

    def without(self, now: Value, before: Value, after: Value) -> Value:
        return self.clamp(int(now) - (int(after) - int(before)))

    def clamp(self, number: int) -> int:
        """The number, or the end it lies beyond."""
        return max(self.lowest, min(self.highest, number))

    def change(self, now: int, amount: str) -> int:
        """The counter after `+3`, `-3` or `=12`; a step beyond an end stops there.

        Raises Malformed for any other text, a step over MAX_STEP and a number beyond the ends.
        """
        match = AMOUNT.fullmatch(amount)
        if not match:
            raise Malformed("“{amount}” is not a step that can be taken.", amount=excerpt(amount))
        sign, number = match[1], int(match[2])
        if sign == "=":
            return self._exact(number)
        if not 1 <= number <= MAX_STEP:
            raise Malformed("A step goes from 1 to {most}.", most=MAX_STEP)
        return self.clamp(now + number if sign == "+" else now - number)

    def _exact(self, number: int) -> int:
        if not self.fits(number):
            low, high = self.lowest, self.highest
            raise Malformed("The number must lie between {low} and {high}.", low=low, high=high)
        return number


@dataclass(frozen=True)
class Text(Kind):
    """Words as they were typed, up to so many characters."""

    longest: int

    def fits(self, value: object) -> bool:
        return type(value) is str and len(value) <= self.longest and not UNSTORABLE.search(value)


@dataclass(frozen=True)
class Reminder(Text):
    """A text that the tracker wrote: put back if it stands where the change left it."""

    def without(self, now: Value, before: Value, after: Value) -> Value:
        return before if now == after else now


@dataclass(frozen=True)
class Flag(Kind):
    """Yes or no."""

    def fits(self, value: object) -> bool:
        return type(value) is bool

    def from_column(self, value: Any) -> Value:
        return bool(value)  # SQLite keeps 0 and 1


@dataclass(frozen=True)
class Seating(Kind):
    """Who sits at the table, in order: each player's number once, at least one."""

    def fits(self, value: object) -> bool:
        return type(value) is str and 1 <= len(value) == len({*value} & {*NUMBERS})


@dataclass(frozen=True)
class Lead(Kind):
    """A player's number that follows the room: put back if it stands where the change put it."""

    def fits(self, value: object) -> bool:
        return type(value) is int and str(value) in NUMBERS

    def without(self, now: Value, before: Value, after: Value) -> Value:
        return before if now == after else now


def kinds_of(state: type) -> dict[str, Kind]:
    """The kinds of a dataclass's fields by their names, in order; fields without one are none."""
    hints = get_type_hints(state, include_extras=True)
    return {
        name: kind
        for name, hint in hints.items()
        for kind in getattr(hint, "__metadata__", ())
        if isinstance(kind, Kind)
    }
