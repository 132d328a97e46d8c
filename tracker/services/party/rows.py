"""The rows of a tap in SQL: party, players, entries.

Taps are nearly all this site does, and building their statements from models costs ten times what
running them does. The tables are those of models.py; SQLite and PostgreSQL understand every
statement alike.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from typing import Any, Literal

from django.db import connection
from django.db.backends.utils import CursorWrapper

from tracker.rules.table.state.fields import Flag, Kind
from tracker.rules.table.state.party import FIELDS, PLAYER_FIELDS, Party, Player
from tracker.services.party.table import LogEntry

Row = tuple[Any, ...]


@dataclass(frozen=True)
class Head:
    """The columns of a party's row besides its state."""

    id: int
    code: str
    created: datetime
    updated: datetime
    revision: int
    renewed: int
    undo_top: int
    redo_top: int
    watch_code: str
    best_floors: int
    best_rooms: int
    runs_found: bool
    phones: str


# Fields that a database may give in another type: the rest, nearly all, comes as it is.
FLAGS = {name for name, kind in (FIELDS | PLAYER_FIELDS).items() if isinstance(kind, Flag)}
HEAD = tuple(field.name for field in fields(Head))
COUNTED = ("updated", "revision", "renewed", "undo_top", "redo_top")
ENTRY = tuple(field.name for field in fields(LogEntry) if field.name != "root_text")
# An entry that undoes another follows from the root of its chain, wherever that is in the log.
UNDONE = "CASE WHEN entry.root IS NULL THEN entry.undone ELSE root.undone = entry.restores END"


def _marks(values: Sequence[object]) -> str:
    return ", ".join(["%s"] * len(values))


def _of(table: str, columns: Iterable[str]) -> str:
    return ", ".join(f"{table}.{name}" for name in columns)


def _update(table: str, columns: Iterable[str]) -> str:
    return f"UPDATE tracker_{table} SET {', '.join(f'{name} = %s' for name in columns)} WHERE "


# A party and its players in one statement, which sees them as they were at one moment.
READ_PARTY = (
    f"SELECT {_of('party', (*HEAD, *FIELDS))}, {_of('player', PLAYER_FIELDS)}"
    " FROM tracker_party party JOIN tracker_player player ON player.party_id = party.id"
    " WHERE party.id = %s AND party.{by} = %s ORDER BY player.number{lock}"
)
READ_HEAD = (
    f"SELECT {_of('party', HEAD)} FROM tracker_party party WHERE party.id = %s AND party.code = %s"
)
# The one statement that does not name its party: all others can be sent to where that is kept.
LOOK_UP = "SELECT id FROM tracker_party WHERE {by} = %s"
READ_ENTRIES = (
    f"SELECT {', '.join(UNDONE if name == 'undone' else f'entry.{name}' for name in ENTRY)},"
    " COALESCE(root.text, '')"
    " FROM tracker_entry entry LEFT JOIN tracker_entry root"
    " ON root.party_id = entry.party_id AND root.number = entry.root"
    " WHERE entry.party_id = %s AND "
)
WRITE_PARTY = _update("party", (*COUNTED, *FIELDS)) + "id = %s"
WRITE_PLAYER = _update("player", PLAYER_FIELDS) + "party_id = %s AND number = %s"
TURN_ENTRIES = "UPDATE tracker_entry SET undone = NOT undone WHERE party_id = %s AND number IN "
ADDED = (*ENTRY, "state", "party_id")
ADD_ENTRIES = f"INSERT INTO tracker_entry ({', '.join(ADDED)}) VALUES "


MOST_IDS = 20_000
_ids: dict[str, int] = {}
"""The party that a code has led to. Whether it still does so is asked with each statement."""


def _remember(code: str, number: int) -> None:
    if len(_ids) >= MOST_IDS:
        _ids.clear()
    _ids[code] = number


class Rows:
    """The statements, on one cursor."""

    @cached_property
    def cursor(self) -> CursorWrapper:
        return connection.cursor()

    def party(
        self, code: str, *, by: Literal["code", "watch_code"] = "code", lock: bool = False
    ) -> tuple[Head, Party] | None:
        """The party with this code, None where there is none; with `lock` nobody else writes."""
        # SQLite has locked the whole database by then. PostgreSQL reads again whatever rows it
        # had to wait for, but only those it locks: so the players too.
        locked = " FOR UPDATE" if lock and connection.features.has_select_for_update else ""
        read = READ_PARTY.format(by=by, lock=locked)
        known = _ids.get(code)
        rows = self._read(read, [known, code]) if known else []
        if not rows:
            for (number,) in self._read(LOOK_UP.format(by=by), [code]):
                rows = self._read(read, [number, code])
                _remember(code, number)
        if not rows:
            return None
        places = len(HEAD), len(HEAD) + len(FIELDS)
        players = [Player(**_values(PLAYER_FIELDS, row[places[1] :])) for row in rows]
        state = Party(players=tuple(players), **_values(FIELDS, rows[0][slice(*places)]))
        head = dict(zip(HEAD, rows[0], strict=False))
        times = {name: _moment(head[name]) for name in ("created", "updated")}
        found = bool(head["runs_found"])  # SQLite keeps 0 and 1
        return Head(**{**head, **times, "runs_found": found}), state

    def head(self, code: str) -> Head | None:
        """The party's row as the database has it, without its state; None where it is not known."""
        known = _ids.get(code)
        return next((Head(*row) for row in self._read(READ_HEAD, [known, code])), None)

    def entries(
        self, party_id: int, *, numbers: Sequence[int], keys: Sequence[str]
    ) -> list[LogEntry]:
        """The entries with one of these numbers or keys; some come twice.

        Apart, for of conditions joined by OR each database may choose to read the whole log.
        """
        wanted = [("entry.number", numbers), ("entry.key", keys)]
        wanted = [(column, values) for column, values in wanted if values]
        selects = [f"{READ_ENTRIES}{column} IN ({_marks(values)})" for column, values in wanted]
        values = [value for _, some in wanted for value in (party_id, *some)]
        # Duplicates are harmless: callers file entries by number.
        return [_entry(row) for row in self._read(" UNION ALL ".join(selects), values)]

    def newest(self, party_id: int, *, first: int, last: int, most: int) -> list[LogEntry]:
        """At most so many of the entries from number `first` to `last`, newest first."""
        sql = f"{READ_ENTRIES}entry.number BETWEEN %s AND %s ORDER BY entry.number DESC LIMIT %s"
        return [_entry(row) for row in self._read(sql, [party_id, first, last, most])]

    def newest_beside(self, party_id: int, keys: str, after: int) -> int:
        """The newest entry after that one whose key is not LIKE `keys`, by number; 0 for none."""
        sql = (
            "SELECT number FROM tracker_entry WHERE party_id = %s AND number > %s"
            " AND key NOT LIKE %s ORDER BY number DESC LIMIT 1"
        )
        return next((int(number) for (number,) in self._read(sql, [party_id, after, keys])), 0)

    def newest_of(
        self, party_id: int, verbs: Sequence[str], *, after: int, most: int
    ) -> list[LogEntry]:
        """At most so many entries after that one with these verbs, or undos of them; the newest."""
        text = "COALESCE(root.text, entry.text)"
        is_one = " OR ".join([f"{text} = %s OR {text} LIKE %s"] * len(verbs))
        texts = [text for verb in verbs for text in (verb, f"{verb}:%")]
        sql = f"{READ_ENTRIES}entry.number > %s AND ({is_one}) ORDER BY entry.number DESC LIMIT %s"
        return [_entry(row) for row in self._read(sql, [party_id, after, *texts, most])]

    def update_party(self, head: Head, state: Party) -> None:
        updated = connection.ops.adapt_datetimefield_value(head.updated)
        counted = (updated, head.revision, head.renewed, head.undo_top, head.redo_top)
        values = [getattr(state, name) for name in FIELDS]
        self.cursor.execute(WRITE_PARTY, [*counted, *values, head.id])

    def update_player(self, party_id: int, number: int, player: Player) -> None:
        values = [getattr(player, name) for name in PLAYER_FIELDS]
        self.cursor.execute(WRITE_PLAYER, [*values, party_id, number])

    def turn_entries(self, party_id: int, numbers: Sequence[int]) -> None:
        """Entries that are undone stand again, and the other way round."""
        self.cursor.execute(f"{TURN_ENTRIES}({_marks(numbers)})", [party_id, *numbers])

    def add_entries(
        self, party_id: int, entries: Iterable[LogEntry], states: Mapping[int, dict[str, Any]]
    ) -> None:
        """Adds entries; `states` are whole states to be kept with some of them, by number."""
        rows = [(*_columns(entry, states.get(entry.number)), party_id) for entry in entries]
        marks = ", ".join([f"({_marks(ADDED)})"] * len(rows))
        self.cursor.execute(ADD_ENTRIES + marks, [value for row in rows for value in row])

    def _read(self, sql: str, values: Sequence[Any]) -> list[Row]:
        self.cursor.execute(sql, values)
        rows: list[Row] = self.cursor.fetchall()
        return rows


def _values(kinds: Mapping[str, Kind], row: Row) -> dict[str, Any]:
    values = dict(zip(kinds, row, strict=True))
    for name in FLAGS & kinds.keys():
        values[name] = bool(values[name])  # SQLite keeps 0 and 1
    return values


@lru_cache(2000)
def _entry(row: Row) -> LogEntry:
    """Made once of rows that are alike: with each tap the same forty are read again."""
    values = dict(zip((*ENTRY, "root_text"), row, strict=True))
    values["changes"] = json.loads(values["changes"])
    values["created"] = _moment(values["created"])
    for flag in ("restores", "undone"):
        values[flag] = bool(values[flag])  # SQLite keeps 0 and 1
    return LogEntry(**values)


def _columns(entry: LogEntry, state: dict[str, Any] | None) -> Row:
    """In the order of ADDED, without the party."""
    number, key, text, changes, created, *others = [getattr(entry, name) for name in ENTRY]
    # JSON null would be a value of its own; the column is NULL without a state.
    kept = None if state is None else json.dumps(state, ensure_ascii=False)
    moment = connection.ops.adapt_datetimefield_value(created)
    # Its own letters: escaped, most of the world's take twice or three times as much.
    told = json.dumps(changes, ensure_ascii=False)
    return (number, key, text, told, moment, *others, kept)


def _moment(value: datetime) -> datetime:
    """SQLite keeps times in UTC without saying so."""
    return value if value.tzinfo else value.replace(tzinfo=UTC)
