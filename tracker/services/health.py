"""Whether the site can work: what it writes is there for whoever opens the database anew."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from time import monotonic

from django.db import Error, connection, transaction

from tracker import models
from tracker.services.writing import files_are_there

FRESH = 1.0  # seconds that a good answer holds: anybody may ask, and each answer takes a write
WAIT = 0.5  # seconds for another program that writes
ROOM = 64 * 1024  # bytes that taps take on the disk until somebody has read that it is full
PATIENCE = 30.0  # seconds that it may go on writing before something is wrong
RESTART = "the file of the database was replaced or removed: restart the site"


class Unwell(Exception):
    """Why the site cannot work, in a few words for whoever watches over it."""


class Health:
    """Finds out, and keeps for a moment when it was well and since when it has been locked."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        self._well = self._locked = float("-inf")

    def check(self) -> None:
        """Raises Unwell."""
        if not files_are_there():
            raise Unwell(RESTART)
        folder = Path(connection.settings_dict["NAME"]).resolve().parent
        if connection.vendor == "sqlite" and shutil.disk_usage(folder).free < ROOM:
            raise Unwell("the disk is full")
        now = monotonic()
        if now - self._well < FRESH:
            return
        try:
            models.Party.objects.exists()
            _write_and_find()
        except (Error, sqlite3.Error) as fault:
            if "locked" not in str(fault):
                raise Unwell("the database cannot be used") from fault
            self._wait(now)
        else:
            self._well, self._locked = now, float("-inf")

    def _wait(self, now: float) -> None:
        """Another program writes: no fault, unless it never ends."""
        if self._locked == float("-inf"):
            self._locked = now
        if now - self._locked > PATIENCE:
            raise Unwell("the database has been locked for a long time")


health = Health()


def _write_and_find() -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:  # a record in its log, as every commit writes one
            cursor.execute("SELECT pg_logical_emit_message(true, 'health', '')")
    else:
        count = _write()
        if _find() < count:
            raise Unwell(RESTART)


def _write() -> int:
    """Counts on in a number that SQLite keeps for its user, in the file's head."""
    with connection.cursor() as cursor:
        usual = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        cursor.execute(f"PRAGMA busy_timeout = {WAIT * 1000:.0f}")
        try:
            with transaction.atomic():
                count = cursor.execute("PRAGMA user_version").fetchone()[0] + 1
                cursor.execute(f"PRAGMA user_version = {count % 2**31}")
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")
    return int(count % 2**31)


def _find() -> int:
    """The number as a program finds it that opens the file now."""
    address = Path(connection.settings_dict["NAME"]).resolve().as_uri()
    with closing(sqlite3.connect(f"{address}?mode=ro", timeout=WAIT, uri=True)) as anew:
        return int(anew.execute("PRAGMA user_version").fetchone()[0])
