"""A run tells what it knows: which tests fail by chance, and which it has not come to."""

from __future__ import annotations

import datetime
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import programs
from tests.programs import needs
from tests.quarantine import FILE, cases
from tests.unfinished import Unfinished

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
import time

def test_that_ends(): pass

def test_that_waits():
    open("waits", "w").close()
    time.sleep(600)

def test_that_comes_later(): pass
"""


def ended(folder: Path, tests: str, *arguments: str) -> subprocess.Popen[str]:
    """A run of its own, of these tests alone."""
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_some.py").write_text(tests)
    (folder / "pytest.ini").write_text("[pytest]\n")
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
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
            time.sleep(0.05)  # another process says so by a file
        run.send_signal(signal.SIGTERM)
        said, _ = run.communicate(timeout=60)
    assert "not ended: test_some.py::test_that_waits" in said
    assert "not run: test_some.py::test_that_comes_later" in said
    assert "run: test_some.py::test_that_ends" not in said
    assert run.returncode == 2


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
