"""Parties with logs longer than anybody plays, written row by row."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone

from tracker import models
from tracker.rules.table.room.changes import flat
from tracker.rules.table.state.party import new_party
from tracker.services.party.ledger import STRIDE
from tracker.services.party.parties import party_create

NAMES = ("Mara", "Odo", "Pell", "Rook")
AT_ONCE = 10_000  # rows made together


def party_of(entries: int, each: int) -> str:
    """The code of a party with so long a log: runs of taps, each a room deeper than it began.

    A run has so many entries as `each` says, an even number.
    """
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
