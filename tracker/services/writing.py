"""The one transaction that everything is written in."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import InterfaceError, InternalError, OperationalError, connection, transaction

from tracker.services.file import file_is_there

SECONDS = 2.0  # to wait for the other threads; settings.py lets SQLite wait as long for programs

PASSING = (InterfaceError, InternalError, OperationalError)
"""Errors of a database that is locked, full, away, or for now a copy that only reads."""

_turn = threading.RLock()


@contextmanager
def writing() -> Iterator[None]:
    """One transaction. Raises one of PASSING where the database cannot be used for now."""
    if connection.vendor == "sqlite":
        with _own_turn(), transaction.atomic():
            yield
    else:
        with transaction.atomic():
            yield


@contextmanager
def _own_turn() -> Iterator[None]:
    """SQLite has one writer, and queueing here is quicker than its busy wait."""
    if not file_is_there():
        raise OperationalError("its file was replaced or removed")
    # A thread that waits for ever would hold its request, and then the pool.
    if not _turn.acquire(timeout=SECONDS):
        raise OperationalError("others have been writing for too long")
    try:
        yield
    finally:
        _turn.release()
