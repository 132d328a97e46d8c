"""A primary that is killed under fifty tapping phones, and its standby promoted.

Each round has a PostgreSQL with a synchronous standby, a site with the addresses of both, and
phones that tap until each tap is answered. The primary is ended with `kill -9`, and the standby is
promoted once every phone has been put off. Phones, site and both servers share this machine.
Linux only.

    python -m bench.failover [--rounds 3] [--phones 50]
"""

from __future__ import annotations

import argparse

from bench.stage import site_of_its_own
from tests.clusters import Failover, fail_over, lost_and_twice, primary_and_standby
from tests.tapping import tapping
from tools.smoke import arguments

SOON = 5.0  # seconds
HEADS = ("round", "taps", "lost", "twice", "first tap", "all phones tap", "events")
LINE = "{:>5}  {:>6}  {:>4}  {:>5}  {:>9}  {:>14}  {:>6}"


def one_round(phones: int) -> tuple[int, int, int, Failover]:
    """The taps acknowledged, those lost, those counted twice, and the times."""
    with (
        primary_and_standby() as (primary, standby),
        site_of_its_own(primary.url(standby)) as site,
    ):
        with tapping(site.url, phones) as tables:
            found = fail_over(primary, standby, tables)
        taps = sum(len(tapper.done) for tapper in tables.tappers)
        return taps, *lost_and_twice(standby, tables), found


def main() -> None:
    parser = argparse.ArgumentParser(description="Taps while the database dies.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--phones", type=int, default=50)
    args = arguments(parser, rounds=1, phones=4)
    print(f"{args.phones} phones; seconds since the promotion was asked for, budget {SOON:.0f}")
    print(LINE.format(*HEADS))
    for number in range(1, args.rounds + 1):
        taps, lost, twice, found = one_round(args.phones)
        times = (f"{at:.2f}" for at in (found.first_tap, found.all_tap, found.listening))
        print(LINE.format(number, taps, lost, twice, *times), flush=True)


if __name__ == "__main__":
    main()
