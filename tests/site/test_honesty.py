"""A run tells what it knows: its order, which tests fail by chance, which it has not come to."""

from __future__ import annotations

import datetime
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pytest_socket import SocketConnectBlockedError

from tests import programs
from tests.programs import needs
from tests.quarantine import FILE, cases
from tests.unfinished import Unfinished

pytestmark = pytest.mark.thorough

TODAY = datetime.date(2026, 11, 24)
KNOWN = {
    "test": "tests/site/test_honesty.py::test_nothing_is_tolerated",
    "reason": "two phones tap at once",
    "owner": "tests/quarantine.py",
    "date": "2026-11-10",
}
CONFTEST = """
import pytest
from tests import quarantine, unfinished
from tests.quarantine import Case

def pytest_configure(config):
    unfinished.watch(config)

def pytest_collection_modifyitems(items):
    known = Case("test_some.py::test_that_fails_by_chance", "a race", "a.py", "2026-11-24")
    quarantine.tolerate(items, [known])

def pytest_terminal_summary(terminalreporter):
    for line in quarantine.told(terminalreporter):
        terminalreporter.write_line(line)
"""
SLOW = """
import signal

def test_that_ends(): pass

def test_that_waits():
    open("waits", "w").close()
    signal.pause()

def test_that_comes_later(): pass
"""


def ended(folder: Path, tests: str, *arguments: str) -> subprocess.Popen[str]:
    """A run of its own, of these tests alone."""
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_some.py").write_text(tests)
    (folder / "pytest.ini").write_text("[pytest]\n")
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    quiet = ("-p", "no:cacheprovider", "-p", "no:randomly")
    command = [sys.executable, "-m", "pytest", *quiet, *arguments]
    return subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)


def test_nothing_is_tolerated() -> None:
    assert cases(FILE.read_text(), datetime.date.today()) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"date": "2026-11-09"}, "it has been here since 2026-11-09"),
        ({"owner": "tests/gone.py"}, "there is no tests/gone.py"),
        ({"test": "tests/gone.py::test_x"}, "there is no tests/gone.py"),
        ({"reason": ""}, "it has no reason"),
    ],
)
def test_a_test_is_not_tolerated_for_ever(change: dict[str, str], fault: str) -> None:
    assert cases(json.dumps([KNOWN]), TODAY)
    with pytest.raises(pytest.UsageError, match=fault):
        cases(json.dumps([KNOWN | change]), TODAY)


@pytest.mark.parametrize("outcome", ["fails", "passes"])
def test_one_that_fails_by_chance_runs_and_is_printed(tmp_path: Path, outcome: str) -> None:
    tests = f"def test_that_fails_by_chance(): assert {outcome == 'passes'}\n"
    with ended(tmp_path, tests) as run:
        said, _ = run.communicate(timeout=60)
    assert "test_that_fails_by_chance - a race (a.py, since 2026-11-24)" in said
    assert run.returncode == 0


def test_one_that_nobody_knows_is_a_failure(tmp_path: Path) -> None:
    with ended(tmp_path, "def test_that_fails(): assert False\n") as run:
        run.communicate(timeout=60)
    assert run.returncode == 1


@pytest.mark.parametrize("workers", [(), ("-n", "1")], ids=["alone", "shared out"])
def test_a_run_that_is_cut_off_says_what_it_has_left(
    tmp_path: Path, workers: tuple[str, ...]
) -> None:
    with ended(tmp_path, SLOW, *workers) as run:
        while not (tmp_path / "waits").exists():
            # Another process says so by a file.
            time.sleep(0.05)
        run.send_signal(signal.SIGTERM)
        said, _ = run.communicate(timeout=60)
    # The process that shares tests out may not have heard yet that this one was begun.
    left = "(ended|run)" if workers else "ended"
    assert re.search(rf"not {left}: test_some.py::test_that_waits", said)
    assert "not run: test_some.py::test_that_comes_later" in said
    assert "run: test_some.py::test_that_ends" not in said
    assert run.returncode == 2


@pytest.mark.parametrize("address", ["192.0.2.1", "scoundrel.example"])
@pytest.mark.filterwarnings("ignore:A test tried to use socket")
def test_no_test_and_no_thread_of_one_reaches_another_machine(address: str) -> None:
    def connect() -> None:
        with socket.socket() as opened:
            opened.connect((address, 80))

    with ThreadPoolExecutor(1) as threads:
        for attempt in (connect, threads.submit(connect).result):
            with pytest.raises(SocketConnectBlockedError):
                attempt()


def test_a_run_tells_the_seed_of_its_order_which_is_the_same_again() -> None:
    first, again, other = (collected(seed) for seed in (7, 7, 8))
    assert "ORDER_SEED=7" in first
    assert first == again
    assert sorted(listed(first)) == sorted(listed(other))
    assert listed(first) != listed(other)


def collected(seed: int) -> str:
    """Head and tests of a run of this tree; when it ended is not told."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--collect-only"]
    asked = [*command, f"--randomly-seed={seed}", "tests/rules/test_cards.py"]
    environment = os.environ | {"FUZZ_SEED": "0"}
    return subprocess.check_output(asked, env=environment, text=True).partition("\n====")[0]


def listed(said: str) -> list[str]:
    return [line for line in said.splitlines() if "<Function" in line]


def test_a_file_that_was_not_begun_is_named_once() -> None:
    watched = ["a.py::test_1", "a.py::test_2", "b.py::test_1", "b.py::test_2"]
    run = Unfinished()
    run.all, run.begun, run.done = watched, {"a.py::test_1"}, {"a.py::test_1"}
    assert run.told() == ["not run: a.py::test_2", "not run: b.py (all 2)"]


@pytest.mark.parametrize(("in_ci", "skipped"), [(True, False), (False, True)])
def test_in_ci_no_test_is_skipped_for_want_of_a_program(
    monkeypatch: pytest.MonkeyPatch, in_ci: bool, skipped: bool
) -> None:
    monkeypatch.setattr(programs, "IN_CI", in_ci)
    assert needs("no-such-program").args == (skipped,)
    assert needs("sh").args == (False,)
