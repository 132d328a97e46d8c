"""The view of a seat as a row of numbers from -1 to 1, always equally many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_args, get_type_hints

import numpy as np

from tracker.rules.cards import PACK
from tracker.rules.protocol import BACK, Cards, Options
from tracker.services.match.deals import AnyGame, first_state

PLACE = {card: place for place, card in enumerate(PACK)}
SCALE = 20
"""A number of this size is three quarters of the way from 0 to 1."""


class Features:
    """Reads any state by its fields: each pile has a number a card, the later in it the larger.

    The players follow one another from the one who looks on.
    """

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.seats = seats
        self.size = len(self.row(game.view(first_state(game, {}, seats, "size"), 0), 0))

    def row(self, view: Any, seat: int) -> np.ndarray:
        numbers = np.fromiter(self._of(view, seat), dtype=np.float32)
        return np.append(numbers, np.float32(seat / SCALE))

    def _of(self, part: Any, seat: int) -> Iterator[float]:
        state_type: Any = type(part)
        for name, kind in kinds(state_type):
            value = getattr(part, name)
            if kind == "cards":
                yield from pile(value)
            elif kind == "card":
                yield from pile((value,) if value else ())
            elif kind == "people":
                for other in (*value[seat:], *value[:seat]):
                    yield from self._of(other, seat)
            elif kind == "numbers":
                yield from (squeezed(each + 1) for each in value)
                yield from [0.0] * (self.seats - len(value))
            else:
                yield squeezed(-1 if value is None else int(value))


@cache
def kinds(kind: type) -> Sequence[tuple[str, str]]:
    """The fields of a state and what they hold; house rules are left out."""
    hints = get_type_hints(kind)
    found = [(each.name, _kind(hints[each.name])) for each in fields(kind)]
    return [(name, what) for name, what in found if what]


def _kind(hint: Any) -> str:
    inner = get_args(hint)[:1]
    if inner == (str,):
        return "cards"
    if inner == (int,) and ... in get_args(hint):
        return "numbers"
    if inner and is_dataclass(inner[0]):
        return "people"
    if isinstance(hint, type) and issubclass(hint, Options):
        return ""
    return "card" if hint is str else "number"


def pile(cards: Cards) -> np.ndarray:
    """A number for each card of the pack, and one for how many lie face down."""
    row: np.ndarray = np.zeros(len(PACK) + 1, dtype=np.float32)
    for place, card in enumerate(cards, 1):
        if card == BACK:
            row[-1] += 1
        else:
            row[PLACE[card]] = place / len(cards)
    row[-1] = squeezed(float(row[-1]))
    return row


def squeezed(number: float) -> float:
    return float(np.tanh(number / SCALE))
