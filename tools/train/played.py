"""A program's account of the games it played: what was said of them, and how they went."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev
from typing import NamedTuple

DEEP = 50
"""By rights nobody falls before this floor."""
GAME, HURT, SEED = "game", "hurt", "seed"
"""First words of a line that ends a game, or one of players hurt on purpose, and of one that heads
the games of a seed."""


class Said(NamedTuple):
    """A chance said in one decision, whether it came true, and in which game."""

    chance: float
    true: bool
    game: int


class Strength(NamedTuple):
    """How so many games went; the means have 95 % intervals."""

    games: int
    mean: float
    """The share that was won, or the floors finished."""
    error: float
    fell: int
    """In so many of them somebody fell before floor 50."""


def read(text: str) -> tuple[list[Said], Strength]:
    """The lines that a program printed, or several one after the other.

    Games are numbered as they come, since each program counts its own. Those of players hurt on
    purpose count only for what was said. ValueError for fewer than two others.
    """
    said, games, number = list[Said](), list[list[int]](), 0
    for line in text.splitlines():
        first, *rest = line.split()
        if first == GAME:
            games.append([*map(int, rest[1:])])
        if first in (GAME, HURT):
            number += 1
        elif first != SEED:
            said.append(Said(float(first), rest[0] == "1", number))
    return said, strength(games)


def strength(games: Sequence[Sequence[int]]) -> Strength:
    """Sums up games, each as its result and, if somebody fell, the floor of the first fall."""
    results = [result for result, *_ in games]
    error = 1.96 * stdev(results) / len(results) ** 0.5
    fell = sum(floor < DEEP for _, *falls in games for floor in falls)
    return Strength(len(results), round(fmean(results), 4), round(error, 4), fell)
