"""How well the advice plays.

`python3 -m bench.advice solo` plays 1,000 deals at random, by the rule of thumb that the advice
plays its trials with, and as advised. Options: `--deals 200`; `--trials 60`, so many for one piece
of advice, or `--seconds 0.9` in their place; `--floors 8`, where a co-operative game is stopped.

Deal n of a game is always the same, for everybody. Advice is asked when new cards lie open and
followed until the next do. The co-operative game has no trials: there the rule is the advice.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from random import Random
from statistics import fmean, median, stdev
from time import monotonic
from typing import Any

from tracker.rules.advice import Spent, Step, advice, rule_of_thumb
from tracker.rules.protocol import Game, Shuffle
from tracker.rules.registry import GAMES

SEATS = {"solo": 1, "rascal": 1, "coop": 2}

AnyGame = Game[Any, Any]
Player = Callable[[AnyGame, Any, int, Random], tuple[Step, ...]]


def at_random(game: AnyGame, view: Any, seat: int, chance: Random) -> tuple[Step, ...]:
    decisions = [each for each in game.decisions(view, seat) if each != "quit"]
    return ((seat, chance.choice(decisions)),)


def by_thumb(game: AnyGame, view: Any, seat: int, chance: Random) -> tuple[Step, ...]:
    plan = rule_of_thumb(game.key, view)
    return plan or at_random(game, view, seat, chance)


@dataclass
class Adviser:
    """Remembers how long every answer took."""

    trials: int
    seconds: float | None
    took: list[float] = field(default_factory=list)

    def __call__(self, game: AnyGame, view: Any, seat: int, chance: Random) -> tuple[Step, ...]:
        began = monotonic()
        advised = advice(game.key, view, seat, shuffler(chance), self._spent(began))
        assert advised is not None
        self.took.append(monotonic() - began)
        return advised.plan

    def _spent(self, began: float) -> Spent:
        seconds, asked = self.seconds, count()
        if seconds is None:
            return lambda: next(asked) / self.trials
        return lambda: (monotonic() - began) / seconds


def shuffler(chance: Random) -> Shuffle:
    return lambda cards: chance.sample(cards, len(cards))


def played(game: AnyGame, player: Player, deal: int, floors: int) -> float:
    """What a game brought: floors finished, or 1 for a win."""
    shuffle, chance = shuffler(Random(f"{game.key} {deal}")), Random(deal)
    pack = shuffle(game.pack(game.chosen({})))
    state = game.setup({}, SEATS[game.key], pack, shuffle)
    while (seats := game.to_act(state)) and reached(game, state) < floors:
        for seat, decision in player(game, game.view(state, seats[0]), seats[0], chance):
            state = game.apply(state, seat, decision, shuffle)
    return reached(game, state)


def reached(game: AnyGame, state: Any) -> float:
    result = game.result(state)
    return float(result.get("floors", result["outcome"] == "won"))


def report(game: AnyGame, player: Player, deals: int, floors: int) -> None:
    results = [played(game, player, deal, floors) for deal in range(deals)]
    error = 1.96 * stdev(results) / deals**0.5
    name = getattr(player, "__name__", "advised")
    print(f"{game.key} {name}: {fmean(results):.3f} +- {error:.3f} in {deals} deals", flush=True)


def main() -> None:
    asked = argparse.ArgumentParser(usage=__doc__)
    asked.add_argument("game", choices=SEATS)
    for name, default in {"deals": 1000, "trials": 240, "floors": 8}.items():
        asked.add_argument(f"--{name}", type=int, default=default)
    asked.add_argument("--seconds", type=float)
    given = asked.parse_args()
    adviser = Adviser(given.trials, given.seconds)
    rule = (by_thumb,) if given.game != "coop" else ()
    for player in (at_random, *rule, adviser):
        report(GAMES[given.game], player, given.deals, given.floors)
    print(f"an answer: {median(adviser.took):.2f} s, at most {max(adviser.took):.2f} s")


if __name__ == "__main__":
    main()
