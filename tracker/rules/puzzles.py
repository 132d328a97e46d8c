"""Endings of Scoundrel with one first step that wins for certain (rules.md 4).

It wins in whatever order the cards lie that are face down; every other step loses in at least one.
`tools/puzzles.py` mines them, and proves what stands here by looking at every order.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tracker.rules.games.scoundrel import Scoundrel, ScoundrelState
from tracker.rules.protocol import Cards, Decision

FILE = Path(__file__).with_name("puzzles.json")
GAME = Scoundrel()


class Miss(NamedTuple):
    """A step that may lose: so many of the `orders` that the cards face down may lie in it wins
    at best. `order` is one, as they are drawn, in which nothing helps after it; () for none:
    then the right way could only be known by who saw the cards."""

    wins: int
    orders: int
    order: Cards


class Puzzle(NamedTuple):
    """`number` counts them from 1. The cards of `state` that lie face down lie in one of their
    orders; nothing that is said of it tells which. `line` are the steps that win, the answer
    first, till new cards are dealt."""

    number: int
    state: ScoundrelState
    line: tuple[Decision, ...]
    misses: Mapping[Decision, Miss]

    @property
    def answer(self) -> Decision:
        return self.line[0]

    @property
    def difficulty(self) -> Fraction:
        """So many first steps there are, times 1 and the share of orders in which the best of the
        wrong ones wins."""
        best = max(Fraction(miss.wins, miss.orders) for miss in self.misses.values())
        return (1 + len(self.misses)) * (1 + best)

    @property
    def grade(self) -> int:
        """From 1, a difficulty below 5, to 5, one of 8 or more."""
        return min(max(int(self.difficulty) - 3, 1), 5)

    @property
    def view(self) -> ScoundrelState:
        return GAME.view(self.state, 0)

    def after(self, steps: Sequence[Decision]) -> ScoundrelState:
        """The state that steps lead to; after a miss in the order where nothing helps, if any.

        Raises Illegal where the rules do not allow one of them.
        """
        state, miss = self.state, self.misses.get(next(iter(steps), ""))
        if miss and miss.order:
            state = replace(state, deck=(*miss.order, *state.deck[len(miss.order) :]))
        for step in steps:
            state = GAME.apply(state, 0, step, tuple)
        return state


@cache
def all_puzzles() -> tuple[Puzzle, ...]:
    """Read when somebody first asks."""
    found = json.loads(FILE.read_text(encoding="utf-8"))
    return tuple(
        Puzzle(
            number,
            GAME.from_json(json.dumps(each["state"])),
            tuple(each["line"]),
            {
                decision: Miss(wins, orders, tuple(order))
                for decision, (wins, orders, order) in each["misses"].items()
            },
        )
        for number, each in enumerate(found, 1)
    )


@cache
def by_difficulty() -> tuple[Puzzle, ...]:
    """All of them, the easiest first."""
    return tuple(sorted(all_puzzles(), key=lambda puzzle: (puzzle.difficulty, puzzle.number)))


def puzzle_of_day(day: date) -> Puzzle:
    return all_puzzles()[day.toordinal() % len(all_puzzles())]
