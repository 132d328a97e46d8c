"""Thinking in a process of its own, at a low priority.

Python runs one thread of a process at a time, so a tap would wait for a computer that thinks in the
server. Where no process can be started, and where nobody asks for one, thinking is done right here.
"""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children, get_context, parent_process
from threading import Lock, Thread
from time import monotonic
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

SECONDS = 20.0  # for all that waits before it too; a process that takes longer is ended
PAUSE = 60.0  # seconds after which a process is tried again
POLITENESS = 10  # of 19: the taps come first

log = logging.getLogger(__name__)

_one_at_a_time = Lock()  # two would take twice as long, and leave taps half as many turns
_starting = Lock()


class _Thinker:
    """The process, started when it is first needed, and again after one that has failed."""

    def __init__(self) -> None:
        self.pool: ProcessPoolExecutor | None = None
        self.wanted = False
        self.not_before = 0.0

    def asked(self) -> ProcessPoolExecutor | None:
        with _starting:
            if self.pool is None and self.wanted and monotonic() >= self.not_before:
                context = get_context("spawn")  # a copy of a process with threads may hang
                self.pool = ProcessPoolExecutor(1, context, _begin)
            return self.pool

    def failed(self, pool: ProcessPoolExecutor | None) -> None:
        with _starting:
            if self.pool is pool:
                self.pool, self.not_before = None, monotonic() + PAUSE
                for child in active_children():
                    # A hung process would keep its core until the server ends.
                    child.kill()
                if pool:
                    pool.shutdown(wait=False)


_thinker = _Thinker()


def think_apart() -> None:
    """From now on; for a server, which has others to answer meanwhile."""
    _thinker.wanted = True


def thought(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Returns or raises as this function of the rules does, which takes and gives plain values."""
    pool = None
    try:
        if pool := _thinker.asked():
            return pool.submit(function, *args, **kwargs).result(SECONDS)
    except (ImportError, OSError, RuntimeError) as fault:  # of the process, not of the function
        log.warning("The process that thinks has failed: %r", fault)
        _thinker.failed(pool)
    with _one_at_a_time:
        return function(*args, **kwargs)


def _begin() -> None:
    """In the process itself: it leaves Ctrl+C to the server, and ends with it in any case."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    if server := parent_process():
        server.join()
        os._exit(0)
