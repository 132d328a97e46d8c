"""The account of real cards against odd evenings: any commands, any lines taken back.

Then dealt games by any house rules, told completely: after each decision the pile, the hands and
what may be done are the engine's. It prints how many were done; a broken law stops it. The daily
run tells fewer (tests/rules).

    python -m bench.account [--commands 20000] [--games 200]
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from typing import Any

from tests.rules.laws import goes
from tests.rules.tables import COOP
from tests.rules.tellings import at_random
from tests.rules.test_naming import tell_anything
from tests.rules.test_referee import follow

EVENING = 100
MOST = 150
"""Decisions of a game."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commands", type=int, default=20_000)
    parser.add_argument("--seed", default="lantern")
    parser.add_argument("--games", type=int, default=200)
    asked = parser.parse_args()
    chance, done, count = Random(asked.seed), 0, 0
    while count < asked.commands:
        done, count = done + tell_anything(chance, EVENING), count + EVENING
    print(f"{count} commands and undos, {done} of them done: each card in one place after each")
    decisions = sum(tell_game(chance) for _ in range(asked.games))
    print(f"{asked.games} games, {decisions} decisions: the engine's pile after each")
    return 0


def tell_game(chance: Random) -> int:
    """A game of any number of players by any house rules; how many decisions were compared."""
    options = any_options(chance)
    return follow([*at_random(options, chance.randint(1, 4), chance, most=MOST)], chance)


def any_options(chance: Random) -> dict[str, Any]:
    while True:
        options = {name: chance.choice(each.allowed) for name, each in COOP.options.items()}
        if goes(COOP, options):
            return options


if __name__ == "__main__":
    sys.exit(main())
