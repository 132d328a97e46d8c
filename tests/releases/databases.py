"""The databases of earlier releases, brought up to date by `migrate` as an installation is."""

from __future__ import annotations

import gzip
import itertools
import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
from django.db.migrations.loader import MigrationLoader

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
    at_home = {"DATABASE_URL": stored(release, folder), "VAR_DIR": str(folder)}
    run("migrate", **at_home)
    run("backup", str(folder / "after.gz"), **at_home)
    return folder / "after.gz"


def stored(release: Path, folder: Path) -> str:
    """The DATABASE_URL of the release's own database, on either server."""
    file = folder / "database.sqlite3"
    file.write_bytes(gzip.decompress((release / "database.sqlite3.gz").read_bytes()))
    url = fresh(f"release_{release.name.replace('.', '_')}")
    if url:
        with sqlite3.connect(file) as database:
            names = database.execute("SELECT app, name FROM django_migrations").fetchall()
        run("migrate", "tracker", newest_of(names), DATABASE_URL=url, VAR_DIR=str(folder))
        record(names, url)
        copy(release, url)
    return url or f"sqlite:///{file}"


def run(*arguments: str, **variables: str) -> str:
    ran = manage(*arguments, **variables)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def newest_of(names: Iterable[tuple[str, str]]) -> str:
    """The migration of today that leads to where these led."""
    today = MigrationLoader(None).disk_migrations
    return max(
        name
        for (app, name), migration in today.items()
        if app == "tracker" and {*names} & {(app, name), *migration.replaces}
    )


def record(names: Iterable[tuple[str, str]], url: str) -> None:
    """Lets a database say that these migrations were applied, and no others."""
    rows = ", ".join(f"('{app}', '{name}', '2026-11-23 12:00')" for app, name in names)
    with closing(connected(url)) as database, database:
        database.execute("DELETE FROM django_migrations")
        database.execute(f"INSERT INTO django_migrations (app, name, applied) VALUES {rows}")


def connected(url: str) -> Any:
    file = url.removeprefix("sqlite:///")
    return psycopg.connect(url) if file == url else sqlite3.connect(file)


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
