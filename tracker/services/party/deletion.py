"""Deleting a party, or one of its saves, for good: the only writing that nothing can undo."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tracker import models
from tracker.services.codes import Missing
from tracker.services.news import DELETED, announce, party_topic
from tracker.services.party.table import STORAGE_KEY
from tracker.services.writing import writing


@dataclass(frozen=True)
class Extent:
    """How much there is of a party, besides what its table shows."""

    created: datetime
    entries: int
    saves: int


def party_extent(code: str) -> Extent:
    """Raises Missing."""
    party = models.Party.objects.filter(code=code).values("id", "created", "revision").first()
    if party is None:
        raise Missing("No party has this code.")
    saves = models.Save.objects.filter(party=party["id"]).count()
    return Extent(party["created"], party["revision"], saves)


def party_delete(*, code: str) -> None:
    """Nothing of the party is left, and its open pages are told. Raises Missing."""
    with writing():
        party = models.Party.objects.select_for_update().filter(code=code).first()
        if party is None:
            raise Missing("No party has this code.")
        announce(party_topic(party.pk), DELETED)
        party.delete()  # and whatever belongs to it


def party_is_deleted(storage_key: str) -> bool:
    """Whether the party is no more that a phone keeps taps for under this key (Table.storage_key).

    That its code leads nowhere does not say so: it may have new links. What is no key names none.
    """
    key = STORAGE_KEY.fullmatch(storage_key)
    if key is None:
        return False
    second = datetime.fromtimestamp(int(key[2]), UTC)
    made_then = models.Party.objects.filter(
        id=int(key[1]), created__gte=second, created__lt=second + timedelta(seconds=1)
    )
    return not made_then.exists()


def save_delete(*, code: str, number: int) -> bool:
    """Deletes the save that this entry made, if it is still there; an earlier one of its name
    takes its place. The log goes on telling that it was made.
    """
    with writing():
        deleted, _ = models.Save.objects.filter(party__code=code, number=number).delete()
    return bool(deleted)
