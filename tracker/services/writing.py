"""The one transaction that everything is written in."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from django.db import connection, transaction

_one_writer = threading.RLock()


@contextmanager
def writing() -> Iterator[None]:
    """One transaction. SQLite has one writer, and queueing here is quicker than its busy wait."""
    queue = _one_writer if connection.vendor == "sqlite" else nullcontext()
    with queue, transaction.atomic():
        yield
