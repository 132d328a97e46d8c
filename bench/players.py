"""How strong the computer players are, one level against another.

python -m bench.players [--games 400] [--part castle]
"""

from __future__ import annotations

import argparse
from statistics import median

from tests.rules.pairings import Pairing, share
from tools.smoke import arguments

PAIRINGS = [
    Pairing("shiphead", "medium", "easy"),
    Pairing("shiphead", "strong", "easy"),
    Pairing("shiphead", "strong", "medium", aim=0.65),
    Pairing("shiphead", "strong", "thrifty"),
    Pairing("shiphead", "strong", "shiphead-program", aim=0.8),
    Pairing("shiphead", "strong", "medium", seats=3),
    Pairing("shiphead", "strong", "medium", seats=4),
    Pairing("shiphead", "strong", "shiphead-program", seats=3),
    Pairing("shiphead", "strong", "shiphead-program", seats=4),
    Pairing("castle", "medium", "easy"),
    Pairing("castle", "strong", "easy"),
    Pairing("castle", "strong", "medium", aim=0.57),
    Pairing("castle", "strong", "thrifty"),
    Pairing("castle", "strong", "castle-ai", aim=0.8),
]


def report(pairing: Pairing, games: int) -> None:
    rate = share(pairing, games)
    half = 1.96 * (rate * (1 - rate) / games) ** 0.5
    aim = f", aim {pairing.aim:.0%}" if pairing.aim else ""
    print(f"{pairing}: {rate:.1%}, 95 % interval {rate - half:.1%} to {rate + half:.1%}{aim}")
    cost, most, own = median(pairing.costs), max(pairing.costs), len(pairing.costs) / games
    print(f"    {cost:.2f} ms a decision, at most {most:.1f}; {own:.0f} decisions a game", end="")
    print(f", {pairing.stopped} games stopped", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="How strong the computer players are.")
    parser.add_argument("--games", type=int, default=400, help="of each pairing")
    parser.add_argument("--part", default="", help="of the names of pairings, as castle")
    args = arguments(parser, games=1, part="medium against easy")
    for pairing in PAIRINGS:
        if args.part in str(pairing):
            report(pairing, args.games)


if __name__ == "__main__":
    main()
