"""News of a party or match: that it has reached a revision, or that its address leads nowhere now.

Told after the commit, never before.

A topic is what they are called in the news: `p12` is the party with that id, `m7` a match.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection

from django.db import connection, transaction

from tracker import models

CHANNEL, NUMBERS = "revisions", "numbers"
DELETED, MOVED = -2, -3  # in place of a revision
MODELS: dict[str, type[models.Party | models.Match]] = {"p": models.Party, "m": models.Match}
KEYS = {"p": ("p", "code"), "w": ("p", "watch_code"), "play": ("m", "code")}
"""By what an address begins with: the kind of its topic, and the column of its code."""

Listener = Callable[[str, int, str], None]

log = logging.getLogger(__name__)
_listeners: list[Listener] = []


def subscribe(listener: Listener) -> None:
    """`listener(topic, revision, numbers)` is called after each commit of this process."""
    _listeners.append(listener)


def unsubscribe(listener: Listener) -> None:
    _listeners.remove(listener)


def announce(topic: str, revision: int, numbers: str = "") -> None:
    """Tells listeners once the running transaction is committed.

    `numbers` is all that has changed, in JSON, where a phone can paint it; "" elsewhere.

    On PostgreSQL every process hears it, this one too. NOTIFY is a statement of its own: inside a
    transaction it would take a lock that the whole server shares. Where it fails nothing is lost:
    the commit stands, and the hub looks for itself now and then.
    """
    # robust: news that cannot be told must not turn a stored tap into an error.
    transaction.on_commit(lambda: _tell(topic, revision, numbers), robust=True)


def _tell(topic: str, revision: int, numbers: str) -> None:
    if connection.vendor == "postgresql":
        news = [(CHANNEL, f"{topic} {revision}")]
        if numbers:  # first, and on a channel that a process of an earlier version does not hear
            news.insert(0, (NUMBERS, f"{topic} {revision} {numbers}"))
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_notify(channel, payload)"
                " FROM unnest(%s::text[], %s::text[]) AS news (channel, payload)",
                [*map(list, zip(*news, strict=True))],
            )
    else:
        for listener in [*_listeners]:  # one may leave meanwhile
            try:
                listener(topic, revision, numbers)
            except Exception:
                log.exception("A listener failed")


def heard(payload: str) -> tuple[str, int, str]:
    """The topic, revision and numbers that a notification of PostgreSQL tells."""
    topic, revision, *numbers = payload.split(" ", 2)
    return topic, int(revision), "".join(numbers)


def party_topic(party_id: int) -> str:
    return f"p{party_id}"


def match_topic(match_id: int) -> str:
    return f"m{match_id}"


def topic_of(start: str, code: str) -> str | None:
    """The topic of the party or match whose address begins so, one of KEYS; None where none is."""
    kind, column = KEYS[start]
    found = MODELS[kind].objects.filter(**{column: code}).values_list("id", flat=True).first()
    return None if found is None else f"{kind}{found}"


def revisions_now(topics: Collection[str]) -> list[tuple[str, int]]:
    """Topic and revision of each of these that there is."""
    now: list[tuple[str, int]] = []
    for kind, model in MODELS.items():
        ids = [int(topic[1:]) for topic in topics if topic[0] == kind]
        rows = model.objects.filter(id__in=ids).values_list("id", "revision") if ids else ()
        now += [(f"{kind}{number}", revision) for number, revision in rows]
    return now
