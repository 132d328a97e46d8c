"""Endings of Scoundrel with one first step that wins for certain (rules.md 4).

It wins in whatever order the cards lie that are face down; every other step loses in at least one.
`tools/puzzles.py` mines them, and proves what stands here by looking at every order.

A position of somebody's game is a puzzle too where one step wins: all its cards lie open.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from tracker.rules.advice.proof import each_winnable
from tracker.rules.games.dungeon import LoneGame
from tracker.rules.games.scoundrel import Scoundrel
from tracker.rules.protocol import Cards, Decision
from tracker.rules.words import Refused, gettext_noop, ngettext_noop

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
    """`number` counts them from 1; 0 for one of somebody's game, which `link` leads to. The cards
    of `state` that lie face down lie in one of their orders; nothing that is said of it tells
    which. `line` are the steps that win, the answer first, at most till new cards are dealt."""

    number: int
    state: Any
    line: tuple[Decision, ...]
    misses: Mapping[Decision, Miss]
    game: LoneGame[Any, Any] = GAME
    link: str = ""

    @property
    def name(self) -> str:
        """The end of its address."""
        return self.link or str(self.number)

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
    def view(self) -> Any:
        return self.game.view(self.state, 0)

    def after(self, steps: Sequence[Decision]) -> Any:
        """The state that steps lead to; after a miss in the order where nothing helps, if any.

        Raises Illegal where the rules do not allow one of them.
        """
        state, miss = self.state, self.misses.get(next(iter(steps), ""))
        if miss and miss.order:
            state = replace(state, deck=(*miss.order, *state.deck[len(miss.order) :]))
        for step in steps:
            state = self.game.apply(state, 0, step, tuple)
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


def puzzle_of_day(day: int) -> Puzzle:
    """Each has its day; `day` counts them."""
    return all_puzzles()[day % len(all_puzzles())]


class NoPuzzle(Refused):
    """A position in which not exactly one of several steps wins."""


OVER = gettext_noop("The game is over here.")
EVERY = gettext_noop("Every move still wins here.")
SEVERAL = ngettext_noop("{n} move still wins here.", "{n} moves still win here.", "n")
NOTHING = gettext_noop("Nothing wins here any more.")
FEW = gettext_noop("Only two moves are open here: that is too few.")
UNKNOWN = gettext_noop("That could not be worked out.")


@lru_cache(200)
def open_puzzle(game: LoneGame[Any, Any], state: Any, most: int) -> Puzzle:
    """The puzzle that this state is once all its cards lie open: one step wins, two or more lose.

    Raises NoPuzzle, also where `most` positions do not decide it.
    """
    state = replace(state, bottom=len(state.deck))
    steps = game.offered(state, 0)
    if not steps:
        raise NoPuzzle(OVER)
    found = each_winnable(game, [game.play(state, 0, step, tuple) for step in steps], most)
    if found is None:
        raise NoPuzzle(UNKNOWN)
    wins = [step for step, won in zip(steps, found, strict=True) if won]
    if not wins:
        raise NoPuzzle(NOTHING)
    if len(wins) == len(steps):
        raise NoPuzzle(EVERY)
    if len(wins) > 1:
        raise NoPuzzle(SEVERAL, n=len(wins))
    if len(steps) == 2:
        raise NoPuzzle(FEW)
    miss = Miss(0, 1, ())
    return Puzzle(0, state, (*wins,), {step: miss for step in steps if step not in wins}, game)
