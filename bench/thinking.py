"""How long advice keeps a core: at once by the value alone, and with all trials.

    python -m bench.thinking [--deals 4] [--rooms 15] [--times 5]

The first rooms of each deal are asked about. Each question is asked five times and the least
counts: what it takes longer, other programs take.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice
from random import Random
from statistics import median
from time import process_time
from typing import Any

from bench.advice import Player, Table
from tests.rules.laws import shuffler
from tools.smoke import arguments
from tracker.rules.advice import advice
from tracker.rules.games import GAMES

TABLES = [Table(GAMES[key], {}, 1, 100) for key in ("solo", "rascal")]
TABLES += [Table(GAMES["coop"], {}, seats, 100) for seats in GAMES["coop"].seats]
AIMS_MS = {0: 10, None: 150}
"""By the number of trials; None for all of them."""


def rooms(table: Table, deal: int) -> Iterator[Any]:
    """Yields what lies open whenever advice is asked, in a game played by the value alone."""
    state, shuffle, player = table.start(deal), shuffler(Random(deal)), Player("quick")
    while table.game.to_act(state):
        yield state
        for seat, decision in player.steps(table, state, Random(deal)):
            state = table.game.apply(state, seat, decision, shuffle)


def took_ms(table: Table, state: Any, trials: int | None) -> float:
    (seat, *_) = table.game.to_act(state)
    view, began = table.game.view(state, seat), process_time()
    advice(table.game.key, view, seat, shuffler(Random(1)), trials)
    return 1000 * (process_time() - began)


def report(table: Table, deals: int, first: int, times: int) -> None:
    asked = [state for deal in range(deals) for state in islice(rooms(table, deal), first)]
    cells = [f"{table.game.key} {table.seats}"]
    for trials, aim in AIMS_MS.items():
        least = [min(took_ms(table, state, trials) for _ in range(times)) for state in asked]
        met = "met" if max(least) <= aim else "NOT met"
        cells.append(f"{median(least):.1f} ms, most {max(least):.0f}; aim {aim} {met}")
    print(f"| {' | '.join(cells)} | {len(asked)} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="How long advice keeps a core.")
    for name, default in {"deals": 4, "rooms": 15, "times": 5}.items():
        parser.add_argument(f"--{name}", type=int, default=default)
    args = arguments(parser, deals=1, rooms=2, times=1)
    for table in TABLES:
        report(table, args.deals, args.rooms, args.times)


if __name__ == "__main__":
    main()
