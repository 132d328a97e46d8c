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
from tools.smoke import arguments

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

from tests.faults import evening  # noqa: E402 (its database is that of the settings)


def summary(run: evening.Evening) -> str:
    wrong = f"{len(run.wrongs)} WRONG" if run.wrongs else "all well"
    seconds = time.monotonic() - run.begun
    faults = ", ".join(f"{verb} {count}" for verb, count in sorted(run.faults.items()))
    return f"seed {run.seed}: {run.taps} taps in {seconds:.0f} s, {wrong} ({faults})"


def main() -> int:
    parser = argparse.ArgumentParser(description="Whether a tap is ever lost.")
    parser.add_argument("--seeds", type=int, default=1, help="so many; default: %(default)s")
    parser.add_argument("--first", type=int, default=0, help="seed; default: %(default)s")
    parser.add_argument("--minutes", type=float, default=60, help="at most; default: %(default)s")
    parser.add_argument("--taps", type=int, default=1000, help="a seed; default: %(default)s")
    parser.add_argument("--late", type=float, default=5, help="seconds; default: %(default)s")
    args = arguments(parser, taps=20, late=1)
    end = time.monotonic() + args.minutes * 60
    wrong = 0
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium(), args=sandbox_flags())
        with evening.table(browser, Path(folder), "soak", args.late) as table:
            for seed in range(args.first, args.first + args.seeds):
                if time.monotonic() > end:
                    break
                run = table.play(seed, args.taps)
                print(summary(run), flush=True)
                if run.wrongs:
                    wrong += 1
                    print(run, flush=True)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
