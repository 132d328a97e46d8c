"""The kinds of value that a party and its players keep (rules.md 3.14).

A kind stands beside its field in party.py and says all that depends on it: which values fit, how a
change is taken back when others came after it, and how that is told.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import get_type_hints

from tracker.rules.input import UNSTORABLE, excerpt
from tracker.rules.protocol import Cards
from tracker.rules.table.texts.card_rows import (
    is_places,
    is_strip,
    places_of,
    read_deeds,
    read_places,
    read_strip,
    write_deeds,
)
from tracker.rules.table.texts.house_rules import is_house_rules
from tracker.rules.words import Malformed, gettext_noop

Value = int | str

MAX_STEP = 99
NUMBERS = ("0", "1", "2", "3")  # of the players
SKIPPED = ("a", "b", "c", "d")  # the same, of those who were passed over
AMOUNT = re.compile(r"([+=-])(-?\d{1,9})", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class Kind(ABC):
    """`label` names a change that was taken back: of the player `{name}`, from a counter by
    `{step}`, to the value `{value}`. `overwritten` refuses to take back what others wrote over.
    """

    label: str
    overwritten: str = ""
    quiet: bool = False
    """A change that follows another: taking it back is told only if nothing else was."""

    @abstractmethod
    def fits(self, value: object) -> bool:
        """Whether a field of this kind can hold the value."""

    def without(self, now: Value, before: Value, after: Value) -> Value | None:
        """`now` without the change from `before` to `after`; None where it was overwritten."""
        return before if now == after else None


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
            raise Malformed(
                gettext_noop("“{amount}” is not a step that can be taken."), amount=excerpt(amount)
            )
        sign, number = match[1], int(match[2])
        if sign == "=":
            return self._exact(number)
        if not 1 <= number <= MAX_STEP:
            raise Malformed(gettext_noop("A step must be from 1 to {most}."), most=MAX_STEP)
        return self.clamp(now + number if sign == "+" else now - number)

    def _exact(self, number: int) -> int:
        if not self.fits(number):
            low, high = self.lowest, self.highest
            raise Malformed(
                gettext_noop("The number must be between {low} and {high}."), low=low, high=high
            )
        return number


@dataclass(frozen=True)
class Text(Kind):
    """Words as they were typed, up to so many characters."""

    longest: int

    def fits(self, value: object) -> bool:
        return type(value) is str and len(value) <= self.longest and not UNSTORABLE.search(value)


@dataclass(frozen=True)
class CardRow(Kind):
    """Up to so many cards in front of somebody, in the order they were laid there: `2dKc`.

    The lowest is one of `first`, the others are among `others`.
    """

    most: int
    first: Cards
    others: Cards = ()

    def fits(self, value: object) -> bool:
        if type(value) is not str or not is_strip(value):
            return value == ""
        lowest, *others = read_strip(value)
        fits = lowest in self.first and {*others} <= {*self.others}
        return fits and len(others) < self.most


class Auto(Kind):
    """A value the tracker sets by itself: put back if it stands where the change left it."""

    def without(self, now: Value, before: Value, after: Value) -> Value:
        return before if now == after else now


@dataclass(frozen=True)
class AutoText(Auto, Text):
    """A text that the tracker wrote."""


@dataclass(frozen=True)
class AutoCounter(Auto, Counter):
    """A number that the tracker noted."""


@dataclass(frozen=True)
class Flag(Kind):
    """Yes or no."""

    def fits(self, value: object) -> bool:
        return type(value) is bool


@dataclass(frozen=True)
class AutoFlag(Auto, Flag):
    """A flag that the tracker raised."""


@dataclass(frozen=True)
class Choice(Kind):
    """One of a few words."""

    among: tuple[str, ...]

    def fits(self, value: object) -> bool:
        return value in self.among


@dataclass(frozen=True)
class Seating(Kind):
    """The seats in order: each player's number once, at least one."""

    def fits(self, value: object) -> bool:
        return type(value) is str and 1 <= len(value) == len({*value} & {*NUMBERS})


@dataclass(frozen=True)
class LeadSeat(Auto):
    """A player's number that follows the room."""

    def fits(self, value: object) -> bool:
        return type(value) is int and str(value) in NUMBERS


@dataclass(frozen=True)
class Parts(Kind):
    """A text of many parts, each of which is taken back for itself where it still stands so."""

    def fits(self, value: object) -> bool:
        return type(value) is str and self.join(self.split(value)) == value

    def without(self, now: Value, before: Value, after: Value) -> Value:
        if now == after:
            return before
        was, became, there = (self.split(str(value)) for value in (before, after, now))
        for part in {**was, **became}:
            if there.get(part) == became.get(part):
                there |= {part: was.get(part, "")}
        return self.join({part: value for part, value in there.items() if value})

    @abstractmethod
    def split(self, text: str) -> dict[str, str]:
        """The value of each part."""

    @abstractmethod
    def join(self, parts: dict[str, str]) -> str:
        """The text of these parts."""


@dataclass(frozen=True)
class CardPlaces(Parts):
    """Places of the cards of a floor, card by card (card_rows.py)."""

    def fits(self, value: object) -> bool:
        return type(value) is str and is_places(value)

    def split(self, text: str) -> dict[str, str]:
        return read_places(text).by_card()

    def join(self, parts: dict[str, str]) -> str:
        return places_of(parts).text


@dataclass(frozen=True)
class CardDeeds(Parts):
    """Deeds of this room, card by card, with the player of each (card_rows.py)."""

    def split(self, text: str) -> dict[str, str]:
        return dict(read_deeds(text))

    def join(self, parts: dict[str, str]) -> str:
        return write_deeds(parts)


@dataclass(frozen=True)
class Numbers(Parts):
    """Players by their numbers, in an order that says nothing or who came first."""

    def split(self, text: str) -> dict[str, str]:
        return {number: number for number in text if number in NUMBERS}

    def join(self, parts: dict[str, str]) -> str:
        return "".join(parts.values())


@dataclass(frozen=True)
class Passes(Numbers):
    """Players by their numbers who have passed, by a letter those who were passed over: `0c`."""

    def split(self, text: str) -> dict[str, str]:
        numbers = dict(zip((*NUMBERS, *SKIPPED), NUMBERS * 2, strict=True))
        return {numbers[mark]: mark for mark in text if mark in numbers}


@dataclass(frozen=True)
class HouseRules(Kind):
    """Answers to the questions of the game that are not the usual ones: `jokers=False`."""

    def fits(self, value: object) -> bool:
        return type(value) is str and is_house_rules(value)


def kinds_of(state: type) -> dict[str, Kind]:
    """The kinds of a dataclass's fields by their names, in order; fields without one are none."""
    hints = get_type_hints(state, include_extras=True)
    return {
        name: kind
        for name, hint in hints.items()
        for kind in getattr(hint, "__metadata__", ())
        if isinstance(kind, Kind)
    }
