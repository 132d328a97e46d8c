"""The one transaction that everything is written in, and the file of SQLite that it needs.

Whoever moves another file in its place, or removes it, leaves this process writing into one that
nobody will find again.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from weakref import WeakKeyDictionary

from django.db import (
    DEFAULT_DB_ALIAS,
    InterfaceError,
    InternalError,
    OperationalError,
    connection,
    connections,
    transaction,
)
from django.db.backends.base.base import BaseDatabaseWrapper

REPLACED = "its file was replaced or removed"

File = tuple[int, int] | None  # device and number; None where there is none

_files: WeakKeyDictionary[BaseDatabaseWrapper, File] = WeakKeyDictionary()
_known = threading.Lock()  # other threads connect while one looks at all of them


def refuse_another_file(connection: BaseDatabaseWrapper) -> None:
    """Raises OperationalError where a thread that connects would open another than the others."""
    name, file = connection.settings_dict["NAME"], _file_now(connection)
    others = [(other, opened) for other, opened in _opened() if other is not connection]
    if any(other.settings_dict["NAME"] == name and opened != file for other, opened in others):
        raise OperationalError(REPLACED)


def remember_file(connection: BaseDatabaseWrapper) -> None:
    """Keeps which file this thread has opened."""
    file = _file_now(connection)
    with _known:
        _files[connection] = file


def file_is_there() -> bool:
    """Whether what this thread writes can be found where the file is looked for."""
    connection.ensure_connection()
    own = connections[DEFAULT_DB_ALIAS]
    now = _file_now(own)
    return _files.get(own, now) == now


def files_are_there() -> bool:
    """Tells whether that is so of every thread of this process."""
    return all(opened == _file_now(connection) for connection, opened in _opened())


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


def _opened() -> list[tuple[BaseDatabaseWrapper, File]]:
    with _known:
        return list(_files.items())


def _file_now(connection: BaseDatabaseWrapper) -> File:
    try:
        file = os.stat(connection.settings_dict["NAME"])
    except FileNotFoundError:
        return None
    return file.st_dev, file.st_ino


SECONDS = 2.0  # to wait for the other threads; settings.py lets SQLite wait as long for programs

PASSING = (InterfaceError, InternalError, OperationalError)
"""Errors of a database that is locked, full, away, or for now a copy that only reads."""

_turn = threading.RLock()


@contextmanager
def writing() -> Iterator[None]:
    """One transaction. Raises one of PASSING where the database cannot be used for now."""
    turn = _own_turn() if connection.vendor == "sqlite" else nullcontext()
    with turn, transaction.atomic():
        yield


@contextmanager
def _own_turn() -> Iterator[None]:
    """SQLite has one writer, and queueing here is quicker than its busy wait."""
    if not file_is_there():
        raise OperationalError(REPLACED)
    # A thread that waits for ever would hold its request, and then the pool.
    if not _turn.acquire(timeout=SECONDS):
        raise OperationalError("others have been writing for too long")
    try:
        yield
    finally:
        _turn.release()
