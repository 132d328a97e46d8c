"""Why an entry cannot be undone: a later one wrote over what it wrote."""

from __future__ import annotations

from tracker import models
from tracker.rules.table.changes import Overwritten
from tracker.rules.table.party import Party
from tracker.services.party.entry import Entry


class InTheWay(Overwritten):
    """`entry` has to be undone first; `party` is the party in which it stands."""

    def __init__(self, why: Overwritten, entry: Entry, party: Party) -> None:
        super().__init__(why.reason, why.path, **why.details)
        self.entry = entry
        self.party = party


def newest_change(party_id: int, path: str, above: int) -> int | None:
    """The number of the newest entry above that number which changed what stands at the path."""
    log = models.Entry.objects.filter(party=party_id, number__gt=above, changes__has_key=path)
    return log.order_by("-number").values_list("number", flat=True).first()
