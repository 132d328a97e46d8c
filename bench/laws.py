"""Thousands of random games with random house rules, every law asked of them (tests/rules/laws.py).

Each game has its own seats and options; the laws are asked of some of its positions and of the
last. A law that breaks ends the run, and names the game's number, which brings it back.

    python -m bench.laws [--games 1000] [--first 0] [--only shiphead]
"""

from __future__ import annotations

import argparse
import time
from random import Random
from typing import Any

from tests.rules.laws import AnyGame, goes, keeps_the_laws, positions, started
from tools.smoke import arguments
from tracker.rules.games import GAMES
from tracker.rules.protocol import Option

MOST = 300  # decisions of a game
EVERY = 10  # positions, of which one is asked


def value(option: Option, chance: Random) -> Any:
    if not option.many:
        return chance.choice(option.allowed)
    return chance.sample(option.allowed, chance.randrange(len(option.allowed) + 1))


def house_rules(game: AnyGame, chance: Random) -> dict[str, Any]:
    """Options that go together."""
    while True:
        chosen = {name: value(option, chance) for name, option in game.options.items()}
        if goes(game, chosen):
            return chosen


def one_game(game: AnyGame, number: int) -> int:
    """How many positions kept the laws."""
    chance, asked = Random(f"{game.key}:{number}"), 0
    start = started(game, house_rules(game, chance), chance.choice(game.seats), chance)
    for turn, state in enumerate(positions(game, start, chance, MOST)):
        if turn % EVERY == 0 or game.outcome(state):
            keeps_the_laws(game, state)
            asked += 1
    return asked


def main() -> None:
    parser = argparse.ArgumentParser(description="Every law, asked of random games.")
    parser.add_argument("--games", type=int, default=1000, help="of each kind")
    parser.add_argument("--first", type=int, default=0, help="number of the first")
    parser.add_argument("--only", choices=GAMES, help="one kind")
    args = arguments(parser, games=2)
    for key in [args.only] if args.only else GAMES:
        began, asked = time.monotonic(), 0
        for number in range(args.first, args.first + args.games):
            try:
                asked += one_game(GAMES[key], number)
            except BaseException as error:
                error.add_note(f"{key}, game {number}")
                raise
        seconds = time.monotonic() - began
        print(f"{key}: {args.games:,} games, {asked:,} positions, all laws, {seconds:.0f} s")


if __name__ == "__main__":
    main()
