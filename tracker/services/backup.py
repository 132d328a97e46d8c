"""Everything in one file, and back: gzip, a line of JSON for each row, for either database.

The first line names the columns of each table, the others the table and its values, texts and
numbers alone; the last says how many there are. The file holds every party's code.
"""

from __future__ import annotations

import gzip
import itertools
import json
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import Error, connection, models
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import Count, F, Max, Model

from tracker.models import Code, Entry, Match, Move, Party, Player, Result, Run, Save, Seat
from tracker.rules.input import UNSTORABLE
from tracker.rules.protocol import BadSetup
from tracker.rules.table.state.party import MAX_PLAYERS
from tracker.rules.words import Refused
from tracker.services import release_1_0
from tracker.services.codes import CODE
from tracker.services.match.deals import SEED
from tracker.services.match.log import matches_audit
from tracker.services.match.review import reviews_audit
from tracker.services.match.summaries import sound as sound_result
from tracker.services.party.story import sound as sound_story
from tracker.services.reading import UNREADABLE, moment_of
from tracker.services.register import register_all
from tracker.services.writing import writing

KIND = "scoundrel-tracker-backup"
MODELS: list[type[Model]] = [Party, Player, Entry, Save, Run, Match, Seat, Move, Result, Code]
COLUMNS = {
    model._meta.db_table: [field.attname for field in model._meta.concrete_fields]
    for model in MODELS
}
TABLES = {model._meta.db_table: model for model in MODELS}
REGISTER = Code._meta.db_table
"""The one table that a restore adds to: no code that was given out here opens anything else."""
COUNT = "rows"
"""The word before the number of rows in the last line."""
BATCH = 1000
LONGEST = 16 * 1024 * 1024  # characters of a line; the longest row is far shorter

Row = list[Any]

OF_FORM = (TypeError, LookupError, AttributeError, RecursionError)
FAULTS = (OSError, EOFError, zlib.error, Error, *UNREADABLE)


class BackupFault(Exception):
    """Why a backup cannot be restored; the database is as it was."""


def backup_write(path: Path) -> int:
    """Writes all rows as they stand at one moment, while others go on; returns how many.

    The file appears when it is whole, readable by this user alone.
    """
    part = path.parent / f"{path.name}.part"
    try:
        count = _written(part)
        # A rename is atomic: whoever copies backups never meets half of one.
        part.replace(path)
    except BaseException:  # stopped, the disk is full, or a folder has that name
        part.unlink(missing_ok=True)
        raise
    return count


def backup_restore(path: Path, *, replace: bool = False) -> int:
    """Puts all rows of a backup in place of what is here; returns how many. All or nothing.

    Codes that were given out here stay in the register.

    Raises BackupFault where the file is not a whole backup, or parties are here already and they
    are not to be replaced.
    """
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file, writing():
            if not replace and (Party.objects.exists() or Match.objects.exists()):
                raise BackupFault("There are parties here already.")
            return _restored(file)
    except FAULTS as fault:
        reason = str(fault).partition("\n")[0][:200]  # a database goes on for lines
        if isinstance(fault, OF_FORM):
            reason = "it has not the form of a backup"
        raise BackupFault(f"{path} cannot be restored: {reason}.") from fault


@contextmanager
def snapshot() -> Iterator[None]:
    """Keeps what is read inside unchanged; no writer has to wait."""
    isolation = " ISOLATION LEVEL REPEATABLE READ" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"BEGIN{isolation}")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _written(path: Path) -> int:
    made, count = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), 0
    with os.fdopen(made, "wb") as raw, gzip.open(raw, "wt", encoding="utf-8") as file, snapshot():
        file.write(json.dumps({"kind": KIND, "columns": COLUMNS, "counted": True}) + "\n")
        for row in itertools.chain.from_iterable(map(_rows, COLUMNS)):
            file.write(json.dumps(row, default=_utc) + "\n")
            count += 1
        file.write(json.dumps([COUNT, count]) + "\n")
    return count


def _rows(table: str) -> Iterator[Row]:
    """In steps by its first column, the key: neither database holds all of a table in memory."""
    key, *_ = names = COLUMNS[table]
    sql = f"SELECT {', '.join(names)} FROM {table} WHERE {key} > %s ORDER BY {key} LIMIT {BATCH}"
    after: int | str | None = "" if table == REGISTER else 0
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
    head = json.loads(file.readline(LONGEST))
    columns = {table: head["columns"].get(table, []) for table in COLUMNS}
    rows: Iterator[Row] = map(json.loads, iter(lambda: file.readline(LONGEST), ""))
    if old := release_1_0.is_of_release_1_0(head):
        columns = {table: release_1_0.columns_now(table, columns[table]) for table in COLUMNS}
        rows = release_1_0.with_their_number(rows)
    if head["kind"] != KIND or any(set(columns[table]) - {*COLUMNS[table]} for table in COLUMNS):
        raise ValueError("it was not made by this version of the tracker, nor by an earlier one")
    with connection.cursor() as cursor:
        # Children first, as foreign keys demand.
        for table in reversed(COLUMNS):
            if table != REGISTER:
                cursor.execute(f"DELETE FROM {table}")
        count = sum(
            _add(table, columns[table], some)
            for table, some in itertools.groupby(_whole(rows), key=lambda row: row[0])
        )
        if old:
            release_1_0.name_roots(Entry)
        # A backup of an early release has no register.
        register_all()
        # Rows came with their ids, which PostgreSQL's counters have not seen.
        for sql in connection.ops.sequence_reset_sql(no_style(), MODELS):
            cursor.execute(sql)
    if fault := _tables_fault():
        raise ValueError(fault)
    # Last: it reads rows as the site would, so all of them have to be in.
    matches_audit()
    reviews_audit()
    return count


def _whole(rows: Iterator[Row]) -> Iterator[Row]:
    """Every row. Raises ValueError where they end before their number, or go on."""
    for number, row in enumerate(rows):
        if row[0] == COUNT:
            if row[1:] == [number] and next(rows, None) is None:
                return
            break
        yield row
    raise ValueError("some of its rows are missing")


def _add(table: str, columns: list[str], rows: Iterable[Row]) -> int:
    model, count = TABLES[table], 0
    while batch := [
        _sound(model, dict(zip(columns, row[1:], strict=True)))
        for row in itertools.islice(rows, BATCH)
    ]:
        model._default_manager.bulk_create(batch, ignore_conflicts=table == REGISTER)
        count += len(batch)
    return count


RANGES = BaseDatabaseOperations.integer_field_ranges  # SQLite would take in more


def _sound(model: type[Model], row: Mapping[str, Any]) -> Model:
    """A row of a backup that its model finds nothing wrong with: somebody may have edited it.

    Raises ValueError for a row that cannot be.
    """
    fields = {field.attname: field for field in model._meta.concrete_fields}
    try:
        given = {name: _read(fields[name], value) for name, value in row.items()}
        # Columns that are newer than the backup are filled by the database.
        filled = {
            name: field.db_default for name, field in fields.items() if field.has_db_default()
        }
        made = model(**{**filled, **given})
        # Relations and uniqueness are the database's business once all rows are in.
        made.full_clean(
            exclude=[field.name for field in fields.values() if field.is_relation],
            validate_unique=False,
            validate_constraints=False,
        )
        wrong = [
            name
            for name, value in given.items()
            if getattr(made, name) != value or not _fits(model, name, value)
        ]
    except ValidationError as fault:
        wrong = [*fault.message_dict]
    except (*UNREADABLE, Refused, BadSetup):
        wrong = ["what it holds"]
    if wrong:
        raise ValueError(f"row {row.get('id')} of {model._meta.db_table}: {wrong[0]} is wrong")
    return made


def _read(field: models.Field[Any, Any], value: Any) -> Any:
    """A value of a backup as its field has it, which may still not take it."""
    kind = field.get_internal_type()
    if value is None:
        return None
    if kind == "JSONField":
        value = json.loads(value)
        if type(value) is not dict:
            raise TypeError(value)
        return value
    if kind == "DateTimeField":
        return moment_of(f"{value}+00:00")
    lowest, highest = RANGES.get(kind, (0, 0))
    if kind in RANGES and (type(value) is not int or not lowest <= value <= highest):
        raise ValueError(f"{field.attname} is wrong")
    # Early releases took in what no database text can hold.
    return UNSTORABLE.sub("\N{REPLACEMENT CHARACTER}", value) if type(value) is str else value


def _fits(model: type[Model], name: str, value: Any) -> bool:
    check = FORMS.get(model, {}).get(name)
    return check is None or value in (None, "") or bool(check(value))


def _tables_fault() -> str:
    """Names what does not fit together when all rows are in; "" if all does."""
    parties, matches = Party.objects.all(), Match.objects.all()
    wrong: dict[str, models.QuerySet[Any]] = {
        "has not the players of a party": parties.alias(n=Count("players")).exclude(n=MAX_PLAYERS),
        "has entries after its newest": _longer(parties, "entries__number"),
        "has moves after its newest": _longer(matches, "moves__number"),
        "has no seat": matches.exclude(seats__number=0),
        "has a seat too far": matches.alias(n=Count("seats"), last=Max("seats__number")).filter(
            last__gte=F("n")
        ),
        "was won by nobody there": matches.alias(n=Count("seats")).filter(winner__gte=F("n")),
    }
    for fault, rows in wrong.items():
        if row := rows.first():
            return f"{row._meta.verbose_name} {row.pk} {fault}"
    return ""


def _longer(rows: models.QuerySet[Any], log: str) -> models.QuerySet[Any]:
    longer: models.QuerySet[Any] = rows.alias(last=Max(log)).filter(last__gt=F("revision"))
    return longer


FORMS: dict[type[Model], dict[str, Callable[[Any], object]]] = {
    Code: {"text": CODE.fullmatch},
    Party: {"code": CODE.fullmatch, "watch_code": CODE.fullmatch},
    Run: {"story": sound_story, "share_code": CODE.fullmatch},
    Match: {
        "code": CODE.fullmatch,
        "seed": SEED.fullmatch,
        "share_code": CODE.fullmatch,
        "par": lambda par: type(par["state"]) is str,
    },
    Result: {"data": sound_result},
}
"""Checks of what services write in columns that the rules do not know."""
