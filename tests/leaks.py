"""Things that a test may leave running or lying there: threads, processes and temporary files."""

from __future__ import annotations

import os
import re
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import filterfalse
from pathlib import Path

from tests.databases import OF_THE_RUN

PATIENCE = 5  # seconds in which what is ending may end
# Pools that the site keeps: one in this process serves the browsers of all tests. And the network
# between a site and its database (silence.py).
KEPT = re.compile(r"(asyncio|live|read|write)_\d+|QueueFeederThread|network")
MANAGES_PROCESSES = "_ExecutorManagerThread"
POOLED = "from multiprocessing."


@dataclass(frozen=True)
class Left:
    threads: frozenset[threading.Thread]
    processes: Counter[str]
    """By their commands: a server that was killed comes back as another process."""
    files: frozenset[str]

    @classmethod
    def now(cls) -> Left:
        names = os.listdir(tempfile.gettempdir())
        files = frozenset(name for name in names if not name.startswith(OF_THE_RUN))
        threads = filterfalse(is_kept, threading.enumerate())
        return cls(frozenset(threads), Counter(commands(children())), files)

    def more(self, before: Left) -> list[str]:
        """The things that are here and were not before, a line each."""
        return [
            *(f"thread {thread.name}" for thread in self.threads - before.threads),
            *(f"process {command}" for command in (self.processes - before.processes).elements()),
            *(f"temporary file {name}" for name in sorted(self.files - before.files)),
        ]


def is_kept(thread: threading.Thread) -> bool:
    return bool(KEPT.fullmatch(thread.name)) or type(thread).__name__ == MANAGES_PROCESSES


def since(before: Left) -> list[str]:
    """The things that have come since and stay, a line each."""
    end = time.monotonic() + PATIENCE
    while (found := Left.now().more(before)) and time.monotonic() < end:
        # Threads and processes end when they get to it.
        time.sleep(0.02)
    return found


def children() -> list[str]:
    """The numbers of this process's own children; none where there is no /proc."""
    found: list[str] = []
    for one in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):  # this thread has ended meanwhile
            found += one.read_text().split()
    return found


def commands(processes: Iterable[str]) -> Iterator[str]:
    for process in processes:
        with suppress(OSError):  # it has ended meanwhile
            command = Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ")
            if POOLED not in command:
                yield command[:200]
