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
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bench.stage import django_on_a_file
from tools.smoke import arguments

if TYPE_CHECKING:
    from tracker import models

BUDGET_MS = 300
EACH = 50  # entries of a run
ROUNDS = 5
AT_ONCE = 10_000  # rows written together
NAMES = ("Mara", "Odo", "Pell", "Rook")
COMMANDS = ("hp:0:-1", "undo:{last}", "save:camp", "load:camp")
PAGES = (
    *("", "history", "history?before={middle}", "history?player=1", "history?player=2"),
    *("history/{middle}", "saves", "export.json", "dungeon", "settings", "runs", "runs?skip=200"),
    *("runs.csv", "runs/{first}", "runs/{first}/replay", "run"),
)


def party_of(entries: int, each: int = EACH) -> str:
    """The code of a party with so long a log: runs of taps, each a room deeper than it began.

    A run has so many entries as `each` says, an even number.
    """
    from tracker import models
    from tracker.rules.table.state.party import new_party
    from tracker.services.party.parties import party_create

    code = party_create(state=new_party(NAMES))
    party = models.Party.objects.get(code=code)
    for first in range(1, entries + 1, AT_ONCE):
        last = min(first + AT_ONCE - 1, entries)
        models.Entry.objects.bulk_create(rows(party, first, last, each), batch_size=1000)
    party.revision = party.undo_top = entries
    party.runs_found = False
    party.save()
    return code


def rows(party: models.Party, first: int, last: int, each: int) -> Iterator[models.Entry]:
    from django.utils import timezone

    from tracker import models
    from tracker.rules.table.room.changes import flat
    from tracker.rules.table.state.party import new_party
    from tracker.services.party.ledger import STRIDE

    now, state = timezone.now(), flat(new_party(NAMES))
    for number in range(first, last + 1):
        place = number % each
        text, changes = "hp:0:-1", {"players.0.hp": [20, 19]}
        if place % 2:
            text, changes = "hp:0:+1", {"players.0.hp": [19, 20]}
        if place == 1:
            text, changes = "room:+1", {"room": [1, 2]}
        if place == 0:
            text, changes = "new", {"room": [2, 1]}
        yield models.Entry(
            party=party, number=number, key=f"k{number}", text=text, changes=changes,
            created=now, state=state if number % STRIDE == 0 else None, below=number - 1,
        )  # fmt: skip


class Phone:
    """A phone at a party of its own, with so many entries."""

    def __init__(self, entries: int) -> None:
        from django.test import Client

        self.client, self.entries, self.middle = Client(), entries, entries // 2
        self.code, self.first = party_of(entries), 0

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

    print(f"CPU time at {few:,} and at {entries:,} entries, of a budget of {BUDGET_MS} ms:")
    for asked in (*COMMANDS, *PAGES):
        turns = [[phone.milliseconds(asked) for phone in phones] for _ in range(ROUNDS)]
        short, long = map(statistics.median, zip(*turns, strict=True))
        print(f"{asked or 'the table':24} {short:6.1f} {long:6.1f} ms, {long / short:.2f} times")


def main() -> None:
    parser = argparse.ArgumentParser(description="What a long log costs.")
    parser.add_argument("--entries", type=int, default=1_000_000)
    parser.add_argument("--few", type=int, default=20_000)
    given = arguments(parser, entries=20 * EACH, few=10 * EACH)
    with django_on_a_file():
        measure(given.entries, given.few)


if __name__ == "__main__":
    main()
