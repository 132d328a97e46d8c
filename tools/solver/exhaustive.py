"""Searches that know nothing but the engine: no bound, and no position judged by another.

They are slow and hold the solver to the truth (tools/solver/check.py).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from tracker.rules.games.dungeon import LoneGame

AnyLoneGame = LoneGame[Any, Any]


class TooMany(Exception):
    """The search was stopped: nothing is known."""


def plain(game: AnyLoneGame, start: Any, most: int) -> bool:
    """Whether some line of decisions wins. Depth first, and nothing is remembered.

    Raises TooMany after so many decisions.
    """
    left = most

    def wins(state: Any) -> bool:
        nonlocal left
        left -= 1
        if left < 0:
            raise TooMany
        outcome = game.outcome(state)
        return outcome.word == "won" if outcome else any(map(wins, after(game, state)))

    return wins(start)


def widely(game: AnyLoneGame, start: Any, most: int) -> bool:
    """Answers breadth first: by all positions after so many decisions, each once.

    Raises TooMany when more positions than that stand side by side.
    """
    standing = {start}
    while standing:
        if len(standing) > most:
            raise TooMany
        met = set()
        for state in standing:
            for child in after(game, state):
                outcome = game.outcome(child)
                if outcome and outcome.word == "won":
                    return True
                if not outcome:
                    met.add(without_history(game, child))
        standing = met
    return False


def unseen(game: AnyLoneGame, states: Iterable[Any]) -> int:
    """On how many of these states the best play wins for somebody who sees no card face down."""
    known = dict[Any, int]()

    def wins(states: tuple[Any, ...]) -> int:
        outcome = game.outcome(states[0])
        if outcome:
            return len(states) if outcome.word == "won" else 0
        if states not in known:
            # Positions that look alike have the same decisions, in the same order.
            decided = zip(*map(partial(after, game), states), strict=True)
            known[states] = max(sum(map(wins, alike(game, each))) for each in decided)
        return known[states]

    return sum(map(wins, alike(game, states)))


def alike(game: AnyLoneGame, states: Iterable[Any]) -> Iterable[tuple[Any, ...]]:
    """The states in groups that a player cannot tell apart."""
    groups = defaultdict[Any, list[Any]](list)
    for state in states:
        bare = replace(without_history(game, state), bottom=state.bottom)
        groups[game.view(bare, 0)].append(bare)
    return map(tuple, groups.values())


def after(game: AnyLoneGame, state: Any) -> Iterator[Any]:
    for decision in game.decisions(state, 0):
        if decision != "quit":
            yield game.play(state, 0, decision, tuple)


def without_history(game: AnyLoneGame, state: Any) -> Any:
    """A position without what no later decision depends on.

    Of the enemies on a weapon the last one counts in Scoundrel, in Rascal how many they are.
    """
    slain = state.slain[-1:] if game.key == "solo" else ("2c",) * len(state.slain)
    return replace(state, discard=(), turn=0, bottom=0, slain=slain)
