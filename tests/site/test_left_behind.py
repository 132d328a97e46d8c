"""Things that a test leaves behind are found, whatever they are."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from threading import Event, Thread

import pytest

from tests import leaks


@contextmanager
def a_thread() -> Iterator[None]:
    over = Event()
    thread = Thread(target=over.wait)
    thread.start()
    yield
    over.set()
    thread.join()


@contextmanager
def a_process() -> Iterator[None]:
    command = [sys.executable, "-c", "input()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        yield
        process.communicate(b"\n")


@contextmanager
def a_file() -> Iterator[None]:
    with tempfile.NamedTemporaryFile():
        yield


@pytest.mark.parametrize("left", [a_thread, a_process, a_file])
def test_what_a_test_leaves_behind_is_told(
    monkeypatch: pytest.MonkeyPatch, left: Callable[[], AbstractContextManager[None]]
) -> None:
    monkeypatch.setattr(leaks, "PATIENCE", 0)
    before = leaks.Left.now()
    with left():
        (told,) = leaks.since(before)
    assert told.startswith(left.__name__.removeprefix("a_").replace("file", "temporary file"))
    monkeypatch.undo()
    assert leaks.since(before) == []


def test_a_process_that_was_there_may_be_killed_and_come_back() -> None:
    with ExitStack() as first:
        first.enter_context(a_process())
        before = leaks.Left.now()
        first.close()
        with a_process():
            assert leaks.since(before) == []
