"""The file of SQLite: whether it is the one that was opened, and who else serves it.

Whoever moves another file in its place, or removes it, leaves this process writing into one that
nobody will find again.
"""

from __future__ import annotations

import os
import sqlite3
from typing import Any
from weakref import WeakKeyDictionary

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

File = tuple[int, int] | None  # device and number; None where there is none

_files: WeakKeyDictionary[BaseDatabaseWrapper, File] = WeakKeyDictionary()


def remember_file(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Told by Django of each new connection.

    The file is the one that other threads have opened, whatever lies in its place by now: a thread
    that begins, or connects again, after a swap writes into the new file as little as they do.
    """
    if connection.vendor == "sqlite":
        name = connection.settings_dict["NAME"]
        others = [other for other in [*_files] if other is not connection]
        opened = (_files[other] for other in others if other.settings_dict["NAME"] == name)
        _files[connection] = next(opened, _file_now(connection))


def file_is_there() -> bool:
    """Whether what this thread writes can be found where the file is looked for."""
    connection = connections[DEFAULT_DB_ALIAS]
    connection.ensure_connection()
    return _is_there(connection)


def files_are_there() -> bool:
    """Tells whether that is so of every thread of this process."""
    return all(map(_is_there, [*_files]))


def served_alone() -> sqlite3.Connection | None:
    """A lock beside the file that lasts as long as this process; None where another one has it."""
    name = f"{connections[DEFAULT_DB_ALIAS].settings_dict['NAME']}-served"
    lock = sqlite3.connect(name, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("PRAGMA journal_mode = OFF")
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        lock.close()
        return None
    return lock


def _is_there(connection: BaseDatabaseWrapper) -> bool:
    return connection not in _files or _files[connection] == _file_now(connection)


def _file_now(connection: BaseDatabaseWrapper) -> File:
    try:
        file = os.stat(connection.settings_dict["NAME"])
    except FileNotFoundError:
        return None
    return file.st_dev, file.st_ino
