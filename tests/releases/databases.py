"""The databases of earlier releases, brought up to date by `migrate` as an installation is."""

from __future__ import annotations

import gzip
import itertools
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg

from tests.databases import fresh
from tests.servers import manage
from tracker.models import Party

HERE = Path(__file__).parent
RELEASES = sorted(file.parent for file in HERE.glob("*/backup.gz"))

Rows = dict[str, list[dict[str, Any]]]


def columns_of(release: Path) -> dict[str, list[str]]:
    """The columns that each table had."""
    with gzip.open(release / "backup.gz", "rt", encoding="utf-8") as file:
        columns: dict[str, list[str]] = json.loads(file.readline())["columns"]
        return columns


def rows_of(release: Path) -> Rows:
    """Every row that its backup holds, by table, each value by its column."""
    columns = columns_of(release)
    with gzip.open(release / "backup.gz", "rt", encoding="utf-8") as file:
        file.readline()
        lines = itertools.groupby(map(json.loads, file), key=lambda line: line[0])
        return {
            table: [dict(zip(columns[table], values, strict=True)) for _, *values in rows]
            for table, rows in lines
        }


def backup_after_migrating(release: Path, folder: Path) -> Path:
    """The backup of the release's own database, on either server, once it has been migrated."""
    file = folder / "database.sqlite3"
    file.write_bytes(gzip.decompress((release / "database.sqlite3.gz").read_bytes()))
    name = f"release_{release.name.replace('.', '_')}"
    url = fresh(name) or f"sqlite:///{file}"
    at_home = {"DATABASE_URL": url, "VAR_DIR": str(folder)}
    if url.startswith("postgresql"):
        run("migrate", "tracker", last_migration(file), **at_home)
        copy(release, url)
    run("migrate", **at_home)
    run("backup", str(folder / "after.gz"), **at_home)
    return folder / "after.gz"


def run(*arguments: str, **variables: str) -> None:
    ran = manage(*arguments, **variables)
    assert ran.returncode == 0, ran.stderr


def last_migration(file: Path) -> str:
    """The newest migration that the release knew."""
    with sqlite3.connect(file) as database:
        names = database.execute("SELECT name FROM django_migrations WHERE app = 'tracker'")
        return str(max(name for (name,) in names))


def copy(release: Path, url: str) -> None:
    """The release's rows, in tables as it had them on PostgreSQL."""
    with psycopg.connect(url, options="-c timezone=UTC") as server, server.cursor() as cursor:
        for table, rows in rows_of(release).items():
            names, marks = ", ".join(rows[0]), ", ".join(["%s"] * len(rows[0]))
            cursor.executemany(
                f"INSERT INTO {table} ({names}) VALUES ({marks})",
                [[*row.values()] for row in rows],
            )


def pages_of(party: Party) -> Iterator[str]:
    pages = (
        "",
        "table",
        "dungeon",
        "history",
        "saves",
        "settings",
        "join",
        "invite",
        "export.json",
        "run",
        "runs",
    )
    yield from (f"/p/{party.code}/{page}" for page in pages)
    yield from (f"/p/{party.code}/player/{number}" for number in party.seating)
    yield from (f"/p/{party.code}/history/{number}" for number in range(1, party.revision, 9))
    yield f"/w/{party.watch_code}/"


def pages_of_match(code: str) -> Iterator[str]:
    yield from (f"/play/{code}/{page}" for page in ("", "table", "about", "join"))
    yield from ("/play/", "/records/")
