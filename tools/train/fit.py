"""From what trials said to what came true, fitted to many games.

It is tested on them, too, but none by a table that was fitted to it: a table of one half is tested
on the other half, and the other way round. A table is one of pairs with straight lines between, as
`tracker.rules.advice.weights` reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean

from tools.train.played import Said
from tracker.rules.advice.weights import TENTHS, Chances, tenth

STEP = 0.02
FEWEST = 300
"""A pair of the table stands for at least so many decisions."""
FEWEST_GAMES = 200
"""A tenth through which fewer of the tested games passed is not spoken of."""
FARTHEST = 0.03
"""Nor is one that is further off than this."""


@dataclass(frozen=True)
class Tenth:
    """Chances that were said in a tenth, by the table, and what came true in the tested games."""

    number: int
    said: float
    true: float
    decisions: int
    games: int

    @property
    def holds(self) -> bool:
        return self.games >= FEWEST_GAMES and abs(self.said - self.true) <= FARTHEST


def fitted(said: Sequence[Said]) -> tuple[dict[str, object], list[Tenth]]:
    """The table as a file of weights holds it, and how those of each half did in the other."""
    halves = [[each for each in said if each.game % 2 == half] for half in (0, 1)]
    tested = tenths(
        (table(each.chance), each)
        for fit, test in (halves, halves[::-1])
        for table in [Chances({"table": pairs(fit), "silent": []}).unchecked]
        for each in test
    )
    holding = {each.number for each in tested if each.holds}
    silent = [n for n in range(TENTHS) if n not in holding]
    return {"table": pairs(said), "silent": silent}, tested


def pairs(said: Sequence[Said]) -> list[tuple[float, float]]:
    """Means of ever larger figures, joined until what came true never falls."""
    heaps = [*_heaps(sorted(said))]
    place = 0
    while place + 1 < len(heaps):
        if _true(heaps[place]) > _true(heaps[place + 1]):
            heaps[place : place + 2] = [heaps[place] + heaps[place + 1]]
            place = max(0, place - 1)
        else:
            place += 1
    inner = [(round(fmean(e.chance for e in h), 4), round(_true(h), 4)) for h in heaps]
    table = dict([(0.0, 0.0), *inner, (1.0, 1.0)])
    return [*table.items()]


def _heaps(said: Sequence[Said]) -> Iterator[list[Said]]:
    heap: list[Said] = []
    for _, step in groupby(said, key=lambda each: int(each.chance / STEP)):
        heap += step
        if len(heap) >= FEWEST:
            yield heap
            heap = []
    if heap:
        yield heap


def _true(heap: Sequence[Said]) -> float:
    return fmean(each.true for each in heap)


def tenths(said: Iterable[tuple[float, Said]]) -> list[Tenth]:
    """Chances as they were told, and what came of them."""
    by_tenth: dict[int, list[tuple[float, Said]]] = {}
    for chance, each in said:
        by_tenth.setdefault(tenth(chance), []).append((chance, each))
    return [
        Tenth(
            number,
            round(fmean(chance for chance, _ in pairs), 4),
            round(fmean(each.true for _, each in pairs), 4),
            len(pairs),
            len({each.game for _, each in pairs}),
        )
        for number, pairs in sorted(by_tenth.items())
    ]
