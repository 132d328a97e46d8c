"""The account of real cards against odd evenings: any commands, any lines taken back.

It prints how many were done; a broken law stops it. The daily run tells fewer (tests/rules).

    python -m bench.account [--commands 20000]
"""

from __future__ import annotations

import argparse
import sys
from random import Random

from tests.rules.test_naming import tell_anything

EVENING = 100


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commands", type=int, default=20_000)
    parser.add_argument("--seed", default="lantern")
    asked = parser.parse_args()
    chance, done, told = Random(asked.seed), 0, 0
    while told < asked.commands:
        done, told = done + tell_anything(chance, EVENING), told + EVENING
    print(f"{told} commands and undos, {done} of them done: each card in one place after each")
    return 0


if __name__ == "__main__":
    sys.exit(main())
