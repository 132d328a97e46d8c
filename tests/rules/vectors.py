"""The worked vectors of the referee (tests/traces/referee.json), in the words of the rules."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb
from pathlib import Path
from typing import Any

from tracker.rules.cards import (
    BLACK_JOKER,
    BLACKSMITHS,
    PACK,
    POTIONS,
    RED_JOKER,
    SHIELDS,
    WEAPONS,
    enemy_value,
)
from tracker.rules.table.ahead import odds
from tracker.rules.table.room.room import Pile
from tracker.rules.table.texts.card_rows import Sort

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "traces" / "referee.json").read_text(encoding="utf-8")
)
SORTS: dict[str, Sort] = {
    "enemy": odds.HITTING,
    "weapon": frozenset(WEAPONS),
    "potion": frozenset(POTIONS),
    "blacksmith": frozenset(BLACKSMITHS),
    "shield": frozenset(SHIELDS),
    "red joker": frozenset({RED_JOKER}),
    "black joker": frozenset({BLACK_JOKER}),
}
_CARD = re.compile("|".join(sorted(PACK, key=len, reverse=True)))


def cards(text: str) -> tuple[str, ...]:
    return tuple(_CARD.findall(text))


def pile_of(
    cards: Iterable[str], depth: int | None = None, runs: Sequence[Iterable[str]] = ()
) -> Pile:
    """The pile of these cards; without `depth` all of them lie in it."""
    below = tuple(frozenset(run) for run in runs)
    top = frozenset(cards).difference(*below)
    return Pile(top, len(top) if depth is None else depth, below)


def strong(value: int) -> Sort:
    """Enemies of at least this value, which a weapon with this limit may not fight."""
    return frozenset(card for card in odds.HITTING if enemy_value(card) >= value)


def both(pile: Pile, one: Sort, other: Sort, count: int) -> Fraction:
    """The chance of at least one of each; the two sorts share no card."""
    missing = odds.none(pile, one, count) + odds.none(pile, other, count)
    return 1 - missing + odds.none(pile, one | other, count)


def count_distribution(pile: Pile, sort: Sort, count: int, skip: int = 0) -> list[Fraction]:
    """The chance of exactly 0, 1, ... `count` of the sort."""
    chances = [Fraction(1)]
    for cards, k in pile.draws(count, skip):
        n, a = len(cards), len(cards & sort)
        longer = [Fraction(0)] * (len(chances) + k)
        for drawn, chance in enumerate(chances):
            for j in range(k + 1):
                longer[drawn + j] += chance * Fraction(comb(a, j) * comb(n - a, k - j), comb(n, k))
        chances = longer
    return chances


def mean(pile: Pile, sort: Sort, count: int, skip: int = 0) -> Fraction:
    """The mean number of cards of the sort."""
    draws = pile.draws(count, skip)
    return sum((Fraction(k * len(cards & sort), len(cards)) for cards, k in draws), Fraction(0))


def wait(pile: Pile, sort: Sort) -> Fraction | None:
    """The mean number of cards until the first of the sort; None if none may come."""
    if odds.none(pile, sort, pile.size) > 0:
        return None
    # A mean waiting time is the sum of the chances to wait still longer.
    return sum((odds.none(pile, sort, count) for count in range(pile.size)), Fraction(0))


def worst(pile: Pile, count: int) -> dict[int, Fraction]:
    """The chance of each value of the strongest enemy that comes; 0 where none does."""
    above = [odds.none(pile, strong(value), count) for value in range(2, 16)]
    chances = (higher - lower for lower, higher in pairwise(above))
    return dict(zip((0, *range(2, 15)), (above[0], *chances), strict=True))


def ask(name: str) -> Callable[..., Any]:
    """The function that answers a vector: one of odds, or one above that follows from them."""
    found: Callable[..., Any] = globals().get(name) or getattr(odds, name)
    return found


def pile(about: dict[str, Any]) -> Pile:
    runs = [cards(run) for run in about["runs"]]
    return pile_of(cards(about["top"]), about["deep"], runs)


def sort(text: str) -> Sort:
    """A sort by its name, `enemy>=11`, or the cards themselves."""
    if text.startswith("enemy>="):
        return strong(int(text.removeprefix("enemy>=")))
    return odds.RED if text == "red" else SORTS.get(text) or frozenset(cards(text))


def fractions(answer: Any) -> Any:
    if isinstance(answer, dict):
        return {int(value): Fraction(chance) for value, chance in answer.items()}
    if isinstance(answer, list):
        return [Fraction(chance) for chance in answer]
    return None if answer is None else Fraction(answer)


def named(part: str) -> Any:
    """The vectors of this part, with their names for pytest."""
    return {"argvalues": VECTORS[part], "ids": [vector["id"] for vector in VECTORS[part]]}
