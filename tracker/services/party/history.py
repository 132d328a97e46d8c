"""Reading a party's log."""

from __future__ import annotations

from django.db.models import QuerySet

from tracker import models
from tracker.rules.table.changes import rewound
from tracker.rules.table.party import Party
from tracker.services.party.ledger import Line, lines_in
from tracker.services.party.record import party_table

MOST_RUN_LINES = 20_000


def history_page(code: str, *, before: int | None = None, size: int = 50) -> list[Line]:
    """`size` lines of the log, newest first, those below number `before` if that is given."""
    entries = _entries(code).order_by("-number")
    if before is not None:
        entries = entries.filter(number__lt=before)
    return lines_in(entries[:size])


def state_at(code: str, number: int) -> Party:
    """The party as it stood right after entry `number`; 0 is the beginning. Raises Missing."""
    state = party_table(code).state
    later = _entries(code).filter(number__gt=number).order_by("-number")
    for changes in later.values_list("changes", flat=True).iterator():
        state = rewound(state, changes)
    return state


def run_lines(code: str) -> list[Line]:
    """The lines of the run being played, oldest first: all since the newest `new` that stands."""
    start = _entries(code).filter(text="new", undone=False).order_by("-number")
    begun = start.values_list("number", flat=True).first() or 0
    lines = _entries(code).filter(number__gte=begun).order_by("-number")
    return lines_in(lines[:MOST_RUN_LINES])[::-1]


def _entries(code: str) -> QuerySet[models.Entry]:
    return models.Entry.objects.filter(party__code=code)
