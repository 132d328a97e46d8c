"""What may come from the pile: exact fractions, nothing drawn at random.

Each question is asked of the next `count` cards after `skip` others. A chance is a Fraction from
0 to 1; ValueError where the pile has not so many cards. The formulas are those of hands drawn
without putting back, a part of the pile at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import comb, lcm

from tracker.rules.cards import (
    BLACK_JOKER,
    BLACKSMITHS,
    ENEMIES,
    PACK,
    POTIONS,
    RED_JOKER,
    SHIELDS,
    WEAPONS,
    enemy_value,
    is_red,
)
from tracker.rules.table.pile import Pile, Sort

HITTING = frozenset(ENEMIES) - {BLACK_JOKER}
"""Enemies with a value; the black joker hits for nothing."""
RED = frozenset(filter(is_red, PACK))
SORTS: dict[str, Sort] = {
    "enemy": HITTING,
    "weapon": frozenset(WEAPONS),
    "potion": frozenset(POTIONS),
    "blacksmith": frozenset(BLACKSMITHS),
    "shield": frozenset(SHIELDS),
    "red joker": frozenset({RED_JOKER}),
    "black joker": frozenset({BLACK_JOKER}),
}
ENEMY_VALUES = range(2, 15)
LANE = 64
"""Bits: there are fewer hands than that of any size, whatever the pack."""


def none(pile: Pile, sort: Sort, count: int, skip: int = 0) -> Fraction:
    """None of the sort comes: C(n - a, k) / C(n, k) for each part."""
    return _all_of(pile, lambda cards: cards - sort, count, skip)


def some(pile: Pile, sort: Sort, count: int, skip: int = 0) -> Fraction:
    """At least one of the sort comes."""
    return 1 - none(pile, sort, count, skip)


def only(pile: Pile, sort: Sort, count: int, skip: int = 0) -> Fraction:
    """Nothing but the sort comes: a Red Room, asked with RED (rules.md 3.11)."""
    return _all_of(pile, lambda cards: cards & sort, count, skip)


def both(pile: Pile, one: Sort, other: Sort, count: int) -> Fraction:
    """At least one of each comes; the two sorts share no card."""
    missing = none(pile, one, count) + none(pile, other, count)
    return 1 - missing + none(pile, one | other, count)


def counts(pile: Pile, sort: Sort, count: int, skip: int = 0) -> list[Fraction]:
    """The chance of exactly 0, 1, ... `count` of the sort."""
    ways, hands = [1], 1
    for cards, k in pile.draws(count, skip):
        n, a = len(cards), len(cards & sort)
        ways = _sums(ways, [comb(a, j) * comb(n - a, k - j) for j in range(k + 1)])
        hands *= comb(n, k)
    return [Fraction(way, hands) for way in ways]


def mean(pile: Pile, sort: Sort, count: int, skip: int = 0) -> Fraction:
    """How many of the sort come on average."""
    draws = pile.draws(count, skip)
    return sum((Fraction(k * len(cards & sort), len(cards)) for cards, k in draws), Fraction(0))


def wait(pile: Pile, sort: Sort) -> Fraction | None:
    """How many cards are turned on average until the first of the sort; None if none may come."""
    if none(pile, sort, pile.size) > 0:
        return None
    return sum((none(pile, sort, count) for count in range(pile.size)), Fraction(0))


def worst(pile: Pile, count: int) -> dict[int, Fraction]:
    """The chance of each value of the strongest enemy that comes; 0 where none does."""
    above = [none(pile, strong(value), count) for value in (*ENEMY_VALUES, 15)]
    chances = (higher - lower for lower, higher in pairwise(above))
    return {0: above[0]} | dict(zip(ENEMY_VALUES, chances, strict=True))


def points(pile: Pile, count: int) -> list[Fraction]:
    """The chance of each sum of the values of the enemies that come, from 0 to the highest."""
    ways, hands = [1], 1
    for cards, k in pile.draws(count):
        values = [enemy_value(card) if card in HITTING else 0 for card in cards]
        ways = _sums(ways, _ways(values, k))
        hands *= comb(len(cards), k)
    while len(ways) > 1 and not ways[-1]:
        ways.pop()
    return [Fraction(way, hands) for way in ways]


def average(chances: Sequence[Fraction]) -> Fraction:
    """The mean of what `points` or `counts` told."""
    ways, hands = _in_ways(chances)
    return Fraction(sum(value * way for value, way in enumerate(ways)), hands)


def reached_by(chances: Sequence[Fraction], share: Fraction) -> int:
    """The least value that so large a share of all rooms does not pass."""
    ways, hands = _in_ways(chances)
    totals = enumerate(accumulate(ways))
    return next((value for value, total in totals if total >= share * hands), len(ways) - 1)


def strong(value: int) -> Sort:
    """Enemies of at least this value: what a weapon with this limit may not fight."""
    return frozenset(card for card in HITTING if enemy_value(card) >= value)


def _all_of(pile: Pile, keep: Callable[[Sort], Sort], count: int, skip: int) -> Fraction:
    chance = Fraction(1)
    for cards, k in pile.draws(count, skip):
        chance *= Fraction(comb(len(keep(cards)), k), comb(len(cards), k))
    return chance


def _ways(values: Iterable[int], k: int) -> list[int]:
    """How many hands of k cards have each sum, card by card: ways[c][s] += ways[c-1][s-value].

    A row is one number with a lane of LANE bits for each sum: all sums are added at once.
    """
    values = sorted(values)
    most = sum(values[-k:]) if k else 0
    ways = [1] + [0] * k
    for place, value in enumerate(values, start=1):
        for chosen in range(min(k, place), 0, -1):
            ways[chosen] += ways[chosen - 1] << LANE * value
    return [ways[k] >> LANE * total & (1 << LANE) - 1 for total in range(most + 1)]


def _in_ways(chances: Sequence[Fraction]) -> tuple[list[int], int]:
    """The same as numbers of hands out of so many: these add up far faster than fractions."""
    hands = lcm(*(chance.denominator for chance in chances))
    return [chance.numerator * (hands // chance.denominator) for chance in chances], hands


def _sums(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """In how many ways two numbers that know nothing of each other have each sum."""
    total = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        if a:
            for j, b in enumerate(other):
                total[i + j] += a * b
    return total
