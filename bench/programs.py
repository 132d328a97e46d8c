"""How many games an hour a program plays by lines of JSON, deciding at random.

    python -m bench.programs [--seconds 5]

The program and the game are two processes, as they would be; the processor time of both is counted.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import time

from tests.servers import ROOT
from tools.smoke import arguments
from tracker.rules.games import GAMES

AIM = 10_000


def games_in(key: str, seconds: float) -> tuple[int, int]:
    """So many games, and decisions in them, in so many seconds."""
    command = [sys.executable, "-m", "tools.programs", key, "--games", "1000000"]
    chance, games, decisions, until = random.Random(key), 0, 0, float("inf")
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as game:
        assert game.stdin
        assert game.stdout
        for line in game.stdout:
            until = min(until, time.monotonic() + seconds)  # from the first snapshot on
            snapshot = json.loads(line)
            if time.monotonic() > until:
                break
            if snapshot["result"]:
                games += 1
            else:
                decisions += 1
                print(chance.choice(snapshot["decisions"]), file=game.stdin, flush=True)
        game.kill()
    return games, decisions


def main() -> None:
    parser = argparse.ArgumentParser(description="How many games an hour a program plays.")
    parser.add_argument("--seconds", type=float, default=5, help="of each game")
    seconds = arguments(parser, seconds=0.2).seconds
    for key in GAMES:
        before = processor_time()
        games, decisions = games_in(key, seconds)
        used = processor_time() - before
        hour = 3600 * games / used
        met = "met" if hour >= AIM else "NOT met"
        print(f"| {key} | {hour:,.0f} games an hour of one core | ", end="")
        print(f"{decisions / used:,.0f} decisions a second | aim {AIM:,} {met} |", flush=True)


def processor_time() -> float:
    """Returns the time of this process and of those it has ended, their start included."""
    own, theirs = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + theirs.ru_utime + theirs.ru_stime


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scoundrel_web.settings")
    main()
