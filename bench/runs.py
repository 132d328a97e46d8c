"""How long pages take over a long log of many finished runs, on one SQLite file.

The log is written row by row, the runs are found in it as those of an old party are, and then every
page is asked for in turn. Times are the processor's, of the whole request: a busy machine tells of
nothing else.

    python -m bench.runs [--entries 100000]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from typing import TYPE_CHECKING

from bench.stage import django_on_a_file
from tools.smoke import arguments

if TYPE_CHECKING:
    from django.test import Client

BUDGET_MS = 300
EACH = 50  # entries of a run
ROUNDS = 5
NAMES = ("Mara", "Odo", "Pell", "Rook")
PAGES = (
    *("runs", "runs?skip=200", "runs.csv", "runs/{first}", "runs/{first}/replay", "run"),
    *("", "history", "dungeon", "settings"),
)


def party_of(entries: int) -> str:
    """The code of a party with so long a log: runs of taps, each a room deeper than it began."""
    from django.utils import timezone

    from tracker import models
    from tracker.rules.table.room.changes import flat
    from tracker.rules.table.state.party import new_party
    from tracker.services.party.ledger import STRIDE
    from tracker.services.party.parties import party_create

    code = party_create(state=new_party(NAMES))
    party, now = models.Party.objects.get(code=code), timezone.now()
    rows, state = [], flat(new_party(NAMES))
    for number in range(1, entries + 1):
        place = number % EACH
        text, changes = "hp:0:-1", {"players.0.hp": [20, 19]}
        if place % 2:
            text, changes = "hp:0:+1", {"players.0.hp": [19, 20]}
        if place == 1:
            text, changes = "room:+1", {"room": [1, 2]}
        if place == 0:
            text, changes = "new", {"room": [2, 1]}
        rows.append(
            models.Entry(
                party=party, number=number, key=f"k{number}", text=text, changes=changes,
                created=now, state=state if number % STRIDE == 0 else None,
            )
        )  # fmt: skip
    models.Entry.objects.bulk_create(rows, batch_size=1000)
    models.Party.objects.filter(pk=party.pk).update(revision=entries, runs_found=False)
    return code


def milliseconds(client: Client, path: str) -> float:
    start = time.process_time()
    r = client.get(path)
    if r.status_code != 200:
        sys.exit(f"{path} was answered with {r.status_code}.")
    return 1000 * (time.process_time() - start)


def measure(entries: int) -> None:
    from django.test import Client

    from tracker import models

    code, client = party_of(entries), Client()
    milliseconds(client, "/")
    found = milliseconds(client, f"/p/{code}/runs")
    print(f"runs found in {entries:,} entries, once: {found:.0f} ms")

    first = models.Run.objects.order_by("first").values_list("first", flat=True)[0]
    for page in PAGES:
        path = f"/p/{code}/{page.format(first=first)}"
        took = statistics.median(milliseconds(client, path) for _ in range(ROUNDS))
        print(f"{page or 'the table'}: {took:.0f} ms, {took / BUDGET_MS:.2f} of its budget")


def main() -> None:
    parser = argparse.ArgumentParser(description="How long the pages of runs take.")
    parser.add_argument("--entries", type=int, default=100_000)
    entries = arguments(parser, entries=10 * EACH).entries
    with django_on_a_file():
        measure(entries)


if __name__ == "__main__":
    main()
