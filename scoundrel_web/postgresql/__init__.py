"""PostgreSQL for a site that must not wait for ever: how long a thread waits for an answer.

One that serves people puts their request off after a while; a command of manage.py takes its time.
Django finds the database itself in `base`.
"""

from __future__ import annotations

import threading

SECONDS = 4.0

_thread = threading.local()


def limit_this_thread() -> None:
    """From now on this thread serves people."""
    _thread.seconds = SECONDS


def thread_timeout() -> float | None:
    """Seconds; None is for ever."""
    return getattr(_thread, "seconds", None)
