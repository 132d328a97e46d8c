"""PostgreSQL for a site that must not wait for ever, nor take more connections than there are.

A thread that serves people puts their request off after a while; a command of manage.py takes its
time. Django finds the database itself in `base`.
"""

from __future__ import annotations

import threading

from django.db import connection

SECONDS = 4.0

_thread = threading.local()


def limit_this_thread() -> None:
    """From now on this thread serves people."""
    _thread.seconds = SECONDS


def thread_timeout() -> float | None:
    """Seconds; None is for ever."""
    return getattr(_thread, "seconds", None)


TAKEN = """
SELECT current_setting('max_connections')::int
    - current_setting('superuser_reserved_connections')::int
    - COALESCE(current_setting('reserved_connections', true), '0')::int,
    count(*) FILTER (WHERE NOT ours), count(DISTINCT application_name) FILTER (WHERE ours)
FROM (
    SELECT application_name, application_name LIKE 'scoundrel %%' AS ours
    FROM pg_stat_activity WHERE datid IS NOT NULL
) AS taken
"""
TOO_MANY = (
    "PostgreSQL has room for {room} connections of this site, whose processes ({processes} with "
    "this one) keep up to {each} each. Start fewer, or raise its max_connections."
)


class NoRoom(Exception):
    """There is no room for this process; in a sentence."""


def make_sure_of_room(each: int) -> None:
    """For so many connections of each process, of this one too. Raises NoRoom.

    Processes are counted, by their names in `base.py`: most open their connections later.
    """
    with connection.cursor() as cursor:
        cursor.execute(TAKEN, [])
        limit, others, processes = cursor.fetchone()
    room = limit - others
    if processes * each > room:
        raise NoRoom(TOO_MANY.format(room=room, processes=processes, each=each))
