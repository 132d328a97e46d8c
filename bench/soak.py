"""Whether a tap is ever lost: long evenings of four real phones under random faults.

Each seed is one party, a thousand taps and the faults that befall them (tests/faults), answers that
are 5 s late among them. Prints a line for each seed, and the whole history of one that went wrong;
the exit code is 1 if any did. Seeds go on until the minutes are over. With TEST_DATABASE=postgresql
it is two server processes on a PostgreSQL of its own, else one on a new SQLite file.

    python -m bench.soak [--seeds 1] [--first 0] [--minutes 60] [--taps 1000] [--late 5]
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from bench.stage import chromium, sandbox_flags

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

from tests.faults import evening  # noqa: E402 (its database is that of the settings)


def summary(played: evening.Evening) -> str:
    wrong = f"{len(played.wrongs)} WRONG" if played.wrongs else "all well"
    seconds = time.monotonic() - played.begun
    faults = ", ".join(f"{verb} {count}" for verb, count in sorted(played.faults.items()))
    return f"seed {played.seed}: {played.taps} taps in {seconds:.0f} s, {wrong} ({faults})"


def main() -> int:
    parser = argparse.ArgumentParser(description="Whether a tap is ever lost.")
    parser.add_argument("--seeds", type=int, default=1, help="so many; default: %(default)s")
    parser.add_argument("--first", type=int, default=0, help="seed; default: %(default)s")
    parser.add_argument("--minutes", type=float, default=60, help="at most; default: %(default)s")
    parser.add_argument("--taps", type=int, default=1000, help="a seed; default: %(default)s")
    parser.add_argument("--late", type=float, default=5, help="seconds; default: %(default)s")
    given = parser.parse_args()
    end = time.monotonic() + given.minutes * 60
    wrong = 0
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium(), args=sandbox_flags())
        with evening.table(browser, Path(folder), "soak", given.late) as table:
            for seed in range(given.first, given.first + given.seeds):
                if time.monotonic() > end:
                    break
                played = table.play(seed, given.taps)
                print(summary(played), flush=True)
                if played.wrongs:
                    wrong += 1
                    print(played, flush=True)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
