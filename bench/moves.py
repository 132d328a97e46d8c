"""The cost of a decision in a dealt game, late in the longest of a few games.

For every game: queries and time of one POST of a decision, as htmx sends it, with the whole table
in the answer and the computers' moves included. People decide at random. On an SQLite file, in
this process.

    python -m bench.moves [--moves 300] [--games 5]
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from random import Random
from typing import NamedTuple

from tools.smoke import arguments

MOST_QUERIES, MOST_MS = 8, 50
NEWEST = 40  # decisions that are measured, at the end
LEVELS = {"shiphead": "easy", "castle": "easy"}


class Cost(NamedTuple):
    ms: float
    queries: int


def main() -> int:
    from tracker.rules.games import GAMES

    parser = argparse.ArgumentParser(description="What a decision in a dealt game costs.")
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--games", type=int, default=5)
    args = arguments(parser, moves=6, games=1)
    met = {key: report(key, args.moves, args.games) for key in GAMES}
    return 0 if all(met.values()) or args.smoke else 1


def report(key: str, moves: int, games: int) -> bool:
    """Prints what the newest decisions of the longest game cost; whether the budget is kept."""
    longest: list[Cost] = []
    number = 0
    for seed in range(games):
        costs, last = play_out(key, str(seed), moves)
        if last > number:
            longest, number = costs, last
    newest = longest[-NEWEST:]
    ms = statistics.median(cost.ms for cost in newest)
    queries = max(cost.queries for cost in newest)
    met = ms <= MOST_MS and queries <= MOST_QUERIES
    kept = "met" if met else "NOT met"
    print(f"{key}, up to move {number}: {ms:.1f} ms, {queries} queries, budget {kept}", flush=True)
    return met


def play_out(key: str, seed: str, moves: int) -> tuple[list[Cost], int]:
    """Plays a match; returns the cost of each decision, and the number of the last move."""
    from tests.play.matches import at_one_phone, dealt, phone
    from tracker.rules.games import GAMES
    from tracker.services.match.rows import match_table

    levels = [LEVELS[key]] if key in LEVELS else []
    seats = GAMES[key].seats[-1]
    code = dealt(key, *levels, seed=seed) if levels else at_one_phone(key, seats, seed=seed)
    chance, browser, costs = Random(seed), phone(), []
    while (match := match_table(code)).revision < moves and match.to_act:
        seat = match.to_act[0]
        decisions = [d for d in match.game.distinct(match.seen_by(seat), seat) if d != "quit"]
        fields = {"seat": seat, "number": match.revision, "decision": chance.choice(decisions)}
        costs.append(posted(browser, f"/play/{code}/moves", fields))
    return costs, match.revision


def posted(browser: object, path: str, fields: dict[str, object]) -> Cost:
    from django.db import connection, reset_queries
    from django.test.utils import CaptureQueriesContext

    reset_queries()
    began = time.perf_counter()
    with CaptureQueriesContext(connection) as queries:
        r = browser.post(path, fields, headers={"HX-Request": "true"})  # type: ignore[attr-defined]
    assert r.status_code == 200
    return Cost((time.perf_counter() - began) * 1000, len(queries))


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    sys.exit(main())
