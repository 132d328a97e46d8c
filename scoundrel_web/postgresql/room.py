"""Whether PostgreSQL has room for all that the processes of this site may keep open."""

from __future__ import annotations

from django.db import connection

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
