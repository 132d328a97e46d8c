"""Random games beside the values any correct core gives (rules.md 10).

    python -m bench.random_games [--games 10000] [--deals lantern]

Any word chooses other deals: a line can be three standard errors off by chance.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import Any

from tools.smoke import arguments
from tracker.rules.cards import ENEMIES, enemy_value
from tracker.rules.games import GAMES

MOST = 3000
"""Shiphead can go on for very long; a game is stopped after so many decisions."""

Measure = Callable[[Any], float]


def turns(state: Any) -> float:
    return float(state.turn)


def monster_points(state: Any) -> float:
    """The values of all monsters in pile and room."""
    return float(sum(enemy_value(card) for card in state.deck + state.room if card in ENEMIES))


def rooms(state: Any) -> float:
    return float(state.total_rooms)


@dataclass
class Line:
    key: str
    seats: int
    expected: dict[Measure, float] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return " ".join([self.key, str(self.seats), *self.options.values()])


LINES = [
    Line("solo", 1, {turns: 2.90, monster_points: 176}),
    Line("solo", 1, {turns: 3.36, monster_points: 171.5}, {"skip": "reshuffle", "weapon": "auto"}),
    Line("rascal", 1, {turns: 2.40, monster_points: 178.3}),
    Line("coop", 1, {rooms: 2.76}),
    Line("coop", 2, {rooms: 3.03}),
    Line("coop", 3, {rooms: 3.17}),
    Line("coop", 4, {rooms: 3.27}),
    Line("shiphead", 2),
    Line("castle", 2),
]


def play_out(line: Line, chance: Random) -> Any:
    """The last state of a game of uniformly random decisions; nobody quits."""

    def shuffle(cards: tuple[str, ...]) -> list[str]:
        return chance.sample(cards, len(cards))

    game = GAMES[line.key]
    pack = game.pack(game.chosen(line.options))
    state = game.setup(line.options, line.seats, shuffle(pack), shuffle)
    for _ in range(MOST):
        seats = game.to_act(state)
        if not seats:
            break
        seat = chance.choice(seats)
        decisions = [each for each in game.distinct(state, seat) if each != "quit"]
        state = game.play(state, seat, chance.choice(decisions), shuffle)
    return state


def report(line: Line, games: int, deals: str) -> None:
    began, chance = process_time(), Random(f"{line}{deals}")
    last = [play_out(line, chance) for _ in range(games)]
    cost = (process_time() - began) / games * 1000
    stopped = sum(GAMES[line.key].outcome(state) is None for state in last) / games
    print(f"{line}: {cost:.2f} ms a game, {stopped:.2%} stopped")
    for measure, expected in line.expected.items():
        values = [measure(state) for state in last]
        error = stdev(values) / games**0.5
        print(f"    {measure.__name__}: {fmean(values):.3f} (se {error:.3f}), expected {expected}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Random games beside what any correct core gives.")
    parser.add_argument("--games", type=int, default=10_000, help="of each line")
    parser.add_argument("--deals", default="", help="any word")
    args = arguments(parser, games=20)
    for line in LINES:
        report(line, args.games, args.deals)


if __name__ == "__main__":
    main()
