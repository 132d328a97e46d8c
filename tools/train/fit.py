"""From what trials said to what came true, fitted to one half of many games, tested on the other.

A table of pairs with straight lines between, as `tracker.rules.advice.chances` reads it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean
from typing import NamedTuple

from tracker.rules.advice.chances import TENTHS, Chances, tenth

STEP = 0.02
FEWEST = 1000
"""A pair of the table stands for at least so many decisions."""
FEWEST_GAMES = 200
"""A tenth in which fewer games of the tested half passed is not spoken of."""
FARTHEST = 0.03
"""Nor is one that is further off than this."""


class Said(NamedTuple):
    """What was said in one decision, whether it came true, and in which game."""

    chance: float
    true: bool
    game: int


@dataclass(frozen=True)
class Tenth:
    """What was said in a tenth, by the table, and what came true in the tested games."""

    number: int
    said: float
    true: float
    decisions: int
    games: int

    @property
    def holds(self) -> bool:
        return self.games >= FEWEST_GAMES and abs(self.said - self.true) <= FARTHEST


def read(text: str) -> Iterator[Said]:
    for line in text.splitlines():
        chance, true, game = line.split()
        yield Said(float(chance), true == "1", int(game))


def fitted(said: Sequence[Said]) -> tuple[dict[str, object], list[Tenth]]:
    """The table as a file of weights holds it, and how it did in the half it was not fitted to."""
    table = pairs([each for each in said if each.game % 2 == 0])
    chances = Chances({"table": table, "silent": []})
    tested = tenths(chances, [each for each in said if each.game % 2])
    holding = {each.number for each in tested if each.holds}
    return {"table": table, "silent": [n for n in range(TENTHS) if n not in holding]}, tested


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


def tenths(chances: Chances, said: Sequence[Said]) -> list[Tenth]:
    by_tenth: dict[int, list[tuple[float, Said]]] = {}
    for each in said:
        chance = chances(each.chance)
        assert chance is not None
        by_tenth.setdefault(tenth(chance), []).append((chance, each))
    return [
        Tenth(
            number,
            fmean(chance for chance, _ in pairs),
            fmean(each.true for _, each in pairs),
            len(pairs),
            len({each.game for _, each in pairs}),
        )
        for number, pairs in sorted(by_tenth.items())
    ]
