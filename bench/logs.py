"""How long a tap, its undo and the pages of a party take at a long log, and at a short one.

Each log is written row by row, of runs of fifty entries; the runs are found in it as those of an
old party are. Then everything is asked for in turn, of one party and of the other, on one SQLite
file. Times are the processor's, of the whole request: a busy machine tells of nothing else.

    python -m bench.logs [--entries 1000000] [--few 20000]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
import uuid

from bench.stage import django_on_a_file
from tools.smoke import arguments

BUDGET_MS = 300
EACH = 50  # entries of a run
ROUNDS = 5
COMMANDS = ("hp:0:-1", "undo:{last}", "save:camp", "load:camp")
PAGES = (
    *("", "history", "history?before={middle}", "history?player=1", "history?player=2"),
    *("history/{middle}", "saves", "export.json", "dungeon", "settings", "runs", "runs?skip=200"),
    *("runs.csv", "runs/{first}", "runs/{first}/replay", "run"),
)


class Phone:
    """A phone at a party of its own, with so many entries."""

    def __init__(self, entries: int) -> None:
        from django.test import Client

        from tests.long_logs import party_of

        self.client, self.entries, self.middle = Client(), entries, entries // 2
        self.code, self.first = party_of(entries, EACH), 0

    def milliseconds(self, asked: str) -> float:
        """Takes a command, with its colon, or a page's path after the party's own."""
        from tracker import models

        last = models.Party.objects.get(code=self.code).revision
        asked = asked.format(first=self.first, middle=self.middle, last=last)
        party, fields = f"/p/{self.code}/", {"command": asked, "key": uuid.uuid4().hex}
        start = time.process_time()
        if ":" in asked:
            r = self.client.post(f"{party}entries", fields)
        else:
            r = self.client.get(f"{party}{asked}")
        took = 1000 * (time.process_time() - start)
        if r.status_code >= 400:
            sys.exit(f"{asked} was answered with {r.status_code}.")
        return took


def measure(entries: int, few: int) -> None:
    from tracker import models

    phones = [Phone(few), Phone(entries)]
    for phone in phones:
        phone.milliseconds("")
        found = phone.milliseconds("runs")
        print(f"runs found in {phone.entries:,} entries, once: {found:.0f} ms")
        phone.first = models.Run.objects.filter(party__code=phone.code).earliest("first").first

    dearest = 0.0
    print(f"CPU time at {few:,} and at {entries:,} entries:")
    for asked in (*COMMANDS, *PAGES):
        turns = [[phone.milliseconds(asked) for phone in phones] for _ in range(ROUNDS)]
        short, long = map(statistics.median, zip(*turns, strict=True))
        print(f"{asked or 'the table':24} {short:6.1f} {long:6.1f} ms, {long / short:.2f} times")
        dearest = max(dearest, long)
    print(f"the dearest of them takes {dearest / BUDGET_MS:.2f} of its budget, {BUDGET_MS} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description="What a long log costs.")
    parser.add_argument("--entries", type=int, default=1_000_000)
    parser.add_argument("--few", type=int, default=20_000)
    given = arguments(parser, entries=20 * EACH, few=10 * EACH)
    with django_on_a_file():
        measure(given.entries, given.few)


if __name__ == "__main__":
    main()
