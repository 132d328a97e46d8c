"""News of a party: that it has reached a revision. Told after the commit, never before.

Of a match it is told in the same way, under a number that no party has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.db import connection, transaction

from tracker import models

CHANNEL = "party"

Listener = Callable[[int, int], None]

_listeners: list[Listener] = []


def subscribe(listener: Listener) -> None:
    """`listener(party_id, revision)` is called after each commit of this process."""
    _listeners.append(listener)


def unsubscribe(listener: Listener) -> None:
    _listeners.remove(listener)


def announce(party_id: int, revision: int) -> None:
    """Tells listeners once the running transaction is committed.

    On PostgreSQL every process hears it, this one too. NOTIFY is a statement of its own: inside a
    transaction it would take a lock that the whole server shares. Where it fails nothing is lost:
    the commit stands, and the hub looks for itself now and then.
    """
    transaction.on_commit(lambda: _tell(party_id, revision), robust=True)


def _tell(party_id: int, revision: int) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{party_id} {revision}"])
    else:
        for listener in _listeners:
            listener(party_id, revision)


def match_topic(match_id: int) -> int:
    """What a match is called in the news: parties have the numbers above 0."""
    return -match_id


def party_heard(code: str) -> int | None:
    """Id of the party with this code, to write or to watch, or a match; None if there is none."""
    rows = models.Party.objects.filter(code=code) | models.Party.objects.filter(watch_code=code)
    party = rows.values_list("id", flat=True).first()
    if party is not None:
        return party
    match = models.Match.objects.filter(code=code).values_list("id", flat=True).first()
    return None if match is None else match_topic(match)


def revisions_now(party_ids: Iterable[int]) -> list[tuple[int, int]]:
    """Id and revision of each of these parties and matches."""
    ids = list(party_ids)
    matches = [match_topic(number) for number in ids if number < 0]
    told = list(models.Party.objects.filter(id__in=ids).values_list("id", "revision"))
    if matches:
        rows = models.Match.objects.filter(id__in=matches).values_list("id", "revision")
        told += [(match_topic(number), revision) for number, revision in rows]
    return told
