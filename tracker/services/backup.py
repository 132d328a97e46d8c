"""Everything in one file, and back: gzip, a line of JSON for each row, for either database.

The first line names the columns of each table, the others the table and its values, texts and
numbers alone. The file holds every party's code.
"""

from __future__ import annotations

import gzip
import itertools
import json
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.core.management.color import no_style
from django.db import Error, connection
from django.db.models import Model

from tracker.models import Entry, Match, Move, Party, Player, Save, Seat
from tracker.services.party.chains import name_roots
from tracker.services.writing import writing

KIND = "scoundrel-tracker-backup"
MODELS: list[type[Model]] = [Party, Player, Entry, Save, Match, Seat, Move]
COLUMNS = {
    model._meta.db_table: [field.attname for field in model._meta.concrete_fields]
    for model in MODELS
}
RENAMED = {
    "tracker_match": {"standing": "decision_count", "undone": "undo_count"},
    "tracker_move": {"told": "report"},
}
"""Columns that an earlier release called otherwise, and what they are called now."""
BATCH = 1000

Row = list[Any]

UNREADABLE = (OSError, EOFError, zlib.error, ValueError, TypeError, KeyError)


class BackupFault(Exception):
    """Why a backup cannot be restored; the database is as it was."""


def backup_write(path: Path) -> int:
    """Writes all rows as they stand at one moment, while others go on; returns how many.

    The file appears when it is whole, readable by this user alone.
    """
    part = path.with_name(f"{path.name}.part")
    made = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    count = 0
    with os.fdopen(made, "wb") as raw, gzip.open(raw, "wt", encoding="utf-8") as file, snapshot():
        file.write(json.dumps({"kind": KIND, "columns": COLUMNS}) + "\n")
        for row in itertools.chain.from_iterable(map(_rows, COLUMNS)):
            file.write(json.dumps(row, default=_utc) + "\n")
            count += 1
    part.replace(path)
    return count


def backup_restore(path: Path, *, replace: bool = False) -> int:
    """Puts all rows of a backup in place of what is here; returns how many. All or nothing.

    Raises BackupFault where the file is not a whole backup, or parties are here already and they
    are not to be replaced.
    """
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file, writing():
            if not replace and (Party.objects.exists() or Match.objects.exists()):
                raise BackupFault("There are parties here already.")
            return _restored(file)
    except (*UNREADABLE, Error) as fault:
        reason = str(fault).partition("\n")[0]  # a database goes on for lines
        raise BackupFault(f"{path} cannot be restored: {reason}.") from fault


@contextmanager
def snapshot() -> Iterator[None]:
    """What is read inside stands still, and no writer has to wait."""
    isolation = " ISOLATION LEVEL REPEATABLE READ" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"BEGIN{isolation}")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _rows(table: str) -> Iterator[Row]:
    """In steps by id: neither database holds all of a table in memory."""
    sql = f"SELECT {', '.join(COLUMNS[table])} FROM {table} WHERE id > %s ORDER BY id LIMIT {BATCH}"
    after: int | None = 0
    with connection.cursor() as cursor:
        while after is not None:
            cursor.execute(sql, [after])
            after = None
            for row in cursor.fetchall():
                yield [table, *row]
                after = row[0]


def _utc(moment: datetime) -> str:
    """As both databases read it: their sessions are in UTC."""
    return str(moment.replace(tzinfo=None))


def _restored(file: IO[str]) -> int:
    head = json.loads(file.readline())
    columns = {table: _columns(table, head["columns"].get(table, [])) for table in COLUMNS}
    if head["kind"] != KIND or any(set(columns[table]) - {*COLUMNS[table]} for table in COLUMNS):
        raise ValueError("it was not made by this version of the tracker, nor by an earlier one")
    count = 0
    with connection.cursor() as cursor:
        for table in reversed(COLUMNS):
            cursor.execute(f"DELETE FROM {table}")
        for table, rows in itertools.groupby(map(json.loads, file), key=lambda row: row[0]):
            count += _added(table, columns[table], rows)
        if "root" not in columns["tracker_entry"]:  # a backup from before undos knew theirs
            name_roots(Entry)
        for sql in connection.ops.sequence_reset_sql(no_style(), MODELS):
            cursor.execute(sql)
    return count


def _columns(table: str, names: list[str]) -> list[str]:
    """What the columns of a backup are called now."""
    return [RENAMED.get(table, {}).get(name, name) for name in names]


def _added(table: str, columns: list[str], rows: Iterable[Row]) -> int:
    marks = ", ".join(["%s"] * len(columns))
    sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"
    count = 0
    with connection.cursor() as cursor:
        while batch := [values for _, *values in itertools.islice(rows, BATCH)]:
            cursor.executemany(sql, batch)
            count += len(batch)
    return count
