"""A run again, entry by entry, with the party as it stood after each."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.rules.table.changes import flat, from_flat
from tracker.rules.table.party import Party
from tracker.services.party.entry import Entry
from tracker.services.party.history import state_at
from tracker.services.party.rows import Rows
from tracker.services.party.runs import Run
from tracker.services.party.table import Table

PAGE = 100  # entries looked at for a page; those that changed nothing are passed over

Moment = tuple[Entry, Party]


def moments(table: Table, run: Run, begin: int) -> Iterator[Moment]:
    """The run's entries from `begin` on that changed or noted something, a page, oldest first."""
    last = min(begin + PAGE - 1, run.last or table.revision)
    entries = Rows().newest(table.party_id, first=begin, last=last, most=PAGE)[::-1]
    values = flat(state_at(table, begin - 1)) if entries else {}
    for entry in entries:
        values |= {path: after for path, (_, after) in entry.changes.items()}
        if entry.changes or entry.command.verb == "note":
            yield entry, from_flat(values)
