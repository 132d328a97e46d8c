"""How strong the computer players are, one level against another.

`python3 -m bench.players` plays 400 games of each pairing, an argument says how many else and a
second one chooses pairings by a part of their name, as in `100 castle`.
"""

from __future__ import annotations

import sys
from statistics import median

from tests.rules.pairings import Pairing, share

PAIRINGS = [
    Pairing("shiphead", "medium", "easy"),
    Pairing("shiphead", "strong", "easy"),
    Pairing("shiphead", "strong", "medium", aim=0.65),
    Pairing("shiphead", "strong", "thrifty"),
    Pairing("shiphead", "strong", "shiphead-program", aim=0.7),
    Pairing("shiphead", "strong", "medium", seats=3),
    Pairing("shiphead", "strong", "medium", seats=4),
    Pairing("shiphead", "strong", "shiphead-program", seats=3),
    Pairing("shiphead", "strong", "shiphead-program", seats=4),
    Pairing("castle", "medium", "easy"),
    Pairing("castle", "strong", "easy"),
    Pairing("castle", "strong", "medium", aim=0.57),
    Pairing("castle", "strong", "thrifty"),
    Pairing("castle", "strong", "castle-ai", aim=0.7),
]


def report(pairing: Pairing, games: int) -> None:
    rate = share(pairing, games)
    half = 1.96 * (rate * (1 - rate) / games) ** 0.5
    aim = f", aim {pairing.aim:.0%}" if pairing.aim else ""
    print(f"{pairing}: {rate:.1%}, 95 % interval {rate - half:.1%} to {rate + half:.1%}{aim}")
    cost, most, own = median(pairing.costs), max(pairing.costs), len(pairing.costs) / games
    print(f"    {cost:.2f} ms a decision, at most {most:.1f}; {own:.0f} decisions a game", end="")
    print(f", {pairing.stopped} games stopped", flush=True)


def main(games: str = "400", part: str = "") -> None:
    for pairing in PAIRINGS:
        if part in str(pairing):
            report(pairing, int(games))


if __name__ == "__main__":
    main(*sys.argv[1:])
