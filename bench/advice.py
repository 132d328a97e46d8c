"""How well the advice plays, beside chance and the rule of thumb its trials are played by.

`python3 -m bench.advice solo` plays 1,000 deals with each; `--deals 200 --trials 60` says how many
deals, and how many trials a plan may take; `--seconds 0.9` gives time in place of trials. Deal n
of a game is always the same. Advice is asked when new cards lie open and then followed until the
next do. A co-operative game is stopped when so many floors are finished: `--floors 8`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from itertools import count
from random import Random
from statistics import fmean, median, stdev
from time import monotonic
from typing import Any

from tracker.rules.advice import Spent, Step, advice, rule_of_thumb
from tracker.rules.protocol import Game
from tracker.rules.registry import GAMES

SEATS = {"solo": 1, "rascal": 1, "coop": 2}

Player = Callable[[Any, int, Random], tuple[Step, ...]]


class Adviser:
    """Asks for advice; it remembers how long every answer took."""

    def __init__(self, key: str, trials: int, seconds: float | None) -> None:
        self.key, self.trials, self.seconds = key, trials, seconds
        self.took: list[float] = []

    def __call__(self, view: Any, seat: int, chance: Random) -> tuple[Step, ...]:
        began = monotonic()
        advised = advice(self.key, view, seat, _shuffler(chance), self._budget(began))
        self.took.append(monotonic() - began)
        assert advised is not None
        return advised.plan

    def _budget(self, began: float) -> Spent:
        if self.seconds is None:
            asked = count()
            return lambda: next(asked) / self.trials
        seconds = self.seconds
        return lambda: (monotonic() - began) / seconds


def at_random(game: Game[Any, Any]) -> Player:
    def decided(view: Any, seat: int, chance: Random) -> tuple[Step, ...]:
        decisions = [each for each in game.decisions(view, seat) if each != "quit"]
        return ((seat, chance.choice(decisions)),)

    return decided


def by_thumb(game: Game[Any, Any]) -> Player:
    def decided(view: Any, seat: int, chance: Random) -> tuple[Step, ...]:
        plan = rule_of_thumb(game.key, view, seat)
        return plan or ((seat, game.decisions(view, seat)[0]),)

    return decided


def played(game: Game[Any, Any], player: Player, deal: int, floors: int) -> Any:
    """The last state of a game; the deal is the same for every player."""
    shuffle, chance = _shuffler(Random(f"{game.key} {deal}")), Random(deal)
    pack = game.pack(game.chosen({}))
    state = game.setup({}, SEATS[game.key], shuffle(pack), shuffle)
    while (seats := game.to_act(state)) and reached(game, state) < floors:
        view = game.view(state, seats[0])
        for seat, decision in player(view, seats[0], chance):
            state = game.apply(state, seat, decision, shuffle)
    return state


def reached(game: Game[Any, Any], state: Any) -> float:
    """Floors finished, or 1 for a game won."""
    score = game.result(state)
    return float(score.get("floors", score["outcome"] == "won"))


def report(game: Game[Any, Any], name: str, player: Player, deals: int, floors: int) -> None:
    results = [reached(game, played(game, player, deal, floors)) for deal in range(deals)]
    error = 1.96 * stdev(results) / deals**0.5
    unit = "floors" if game.key == "coop" else "won"
    print(
        f"{game.key} {name}: {fmean(results):.3f} {unit} +- {error:.3f}, {deals} deals", flush=True
    )


def _shuffler(chance: Random) -> Callable[[Any], Any]:
    return lambda cards: chance.sample(cards, len(cards))


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("game", choices=SEATS)
    asked.add_argument("--deals", type=int, default=1000)
    asked.add_argument("--trials", type=int, default=240)
    asked.add_argument("--seconds", type=float)
    asked.add_argument("--floors", type=int, default=8)
    given = asked.parse_args()
    game = GAMES[given.game]
    adviser = Adviser(game.key, given.trials, given.seconds)
    report(game, "at random", at_random(game), given.deals, given.floors)
    report(game, "by rule of thumb", by_thumb(game), given.deals, given.floors)
    report(game, "advised", adviser, given.deals, given.floors)
    print(
        f"seconds for one advice: median {median(adviser.took):.2f}, most {max(adviser.took):.2f}"
    )


if __name__ == "__main__":
    main()
