"""The rows of a tap in SQL: party, players, entries.

Taps are nearly all this site does, and building their statements from models costs ten times what
running them does. The tables are those of models.py; SQLite and PostgreSQL understand every
statement alike.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from django.db import connection
from django.db.backends.utils import CursorWrapper

from tracker.rules.table.changes import FIELDS, PLAYER_FIELDS
from tracker.rules.table.party import Player

Row = tuple[Any, ...]

COUNTED = ("revision", "undo_top", "redo_top", "updated")
PARTY = ("id", "code", "created", *COUNTED, *FIELDS)
ENTRY = ("number", "key", "text", "changes", "created", "undoes", "undone", "below", "device")


def _marks(values: Sequence[object]) -> str:
    return ", ".join(["%s"] * len(values))


def _select(columns: Iterable[str], table: str) -> str:
    return f"SELECT {', '.join(columns)} FROM tracker_{table} WHERE "


def _update(table: str, columns: Iterable[str]) -> str:
    return f"UPDATE tracker_{table} SET {', '.join(f'{name} = %s' for name in columns)} WHERE "


READ_PARTY = _select(PARTY, "party")
READ_PLAYERS = _select(PLAYER_FIELDS, "player") + "party_id = %s ORDER BY number"
READ_ENTRIES = _select(ENTRY, "entry") + "party_id = %s AND "
WRITE_PARTY = _update("party", (*COUNTED, *FIELDS)) + "id = %s"
WRITE_PLAYER = _update("player", PLAYER_FIELDS) + "party_id = %s AND number = %s"
ADD_ENTRIES = f"INSERT INTO tracker_entry ({', '.join(ENTRY)}, party_id) VALUES "
ONE_ENTRY = f"({_marks(ENTRY)}, %s)"


class Rows:
    """The statements, on one cursor."""

    @cached_property
    def cursor(self) -> CursorWrapper:
        return connection.cursor()

    def party(self, *, lock: bool = False, **code: str) -> dict[str, Any] | None:
        """The party with this `code` or `watch_code`; with `lock` nobody else writes to it."""
        ((column, value),) = code.items()
        # SQLite has locked the whole database by then.
        locked = " FOR UPDATE" if lock and connection.features.has_select_for_update else ""
        for row in self._read(f"{READ_PARTY}{column} = %s{locked}", [value]):
            named = dict(zip(PARTY, row, strict=True))
            return named | {name: _moment(named[name]) for name in ("created", "updated")}
        return None

    def players(self, party_id: int) -> tuple[Player, ...]:
        return tuple(Player(*row) for row in self._read(READ_PLAYERS, [party_id]))

    def entries(
        self, party_id: int, *, above: Sequence[int], numbers: Sequence[int], keys: Sequence[str]
    ) -> list[Row]:
        """The entries above a number, with one of these numbers or keys; some come twice.

        Apart, for of conditions joined by OR each database may choose to read the whole log.
        """
        wanted: dict[str, Sequence[Any]] = {
            "number > %s": above,
            f"number IN ({_marks(numbers)})": numbers,
            f"key IN ({_marks(keys)})": keys,
        }
        selects = [READ_ENTRIES + condition for condition, values in wanted.items() if values]
        values = [value for some in wanted.values() if some for value in (party_id, *some)]
        return [
            (number, key, text, json.loads(changes), _moment(created), *others)
            for number, key, text, changes, created, *others in self._read(
                " UNION ALL ".join(selects), values
            )
        ]

    def update_party(self, party_id: int, values: Mapping[str, Any]) -> None:
        """Writes the columns COUNTED and FIELDS."""
        stored = {**values, "updated": _stored(values["updated"])}
        columns = [stored[name] for name in (*COUNTED, *FIELDS)]
        self.cursor.execute(WRITE_PARTY, [*columns, party_id])

    def update_player(self, party_id: int, number: int, player: Player) -> None:
        columns = [getattr(player, name) for name in PLAYER_FIELDS]
        self.cursor.execute(WRITE_PLAYER, [*columns, party_id, number])

    def add_entries(self, party_id: int, entries: Iterable[Row]) -> None:
        """Adds entries, each with its values in the order of ENTRY."""
        rows = [
            (number, key, text, json.dumps(changes), _stored(created), *others, party_id)
            for number, key, text, changes, created, *others in entries
        ]
        marks = ", ".join([ONE_ENTRY] * len(rows))
        self.cursor.execute(ADD_ENTRIES + marks, [value for row in rows for value in row])

    def _read(self, sql: str, values: Sequence[Any]) -> list[Row]:
        self.cursor.execute(sql, values)
        rows: list[Row] = self.cursor.fetchall()
        return rows


def _moment(value: datetime) -> datetime:
    """SQLite keeps times in UTC without saying so."""
    return value if value.tzinfo else value.replace(tzinfo=UTC)


def _stored(moment: datetime) -> str:
    """As both databases read it: their sessions are in UTC."""
    return str(moment.replace(tzinfo=None))
