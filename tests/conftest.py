import functools
import gc
import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Generator, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import time_machine
from django.conf import settings
from django.core.cache import caches
from django.utils import translation

from tests import browsers, leaks, quarantine, unfinished
from tests.examples import examples
from tests.servers import ROOT, Site, pack, production_site
from tracker.web import limits
from tracker.web.limits import COMMANDS, MATCHES, MOVES, PARTIES, RESULTS, THOUGHTS, WRONG_CODES

# Synchronous Playwright keeps an event loop in this thread, in which Django refuses to work.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# Equal examples in every run, however slow the machine: a red run is never bad luck.
hypothesis.settings.register_profile(
    "same", max_examples=examples(100), deadline=None, derandomize=True, database=None
)
hypothesis.settings.load_profile("same")

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)

BROWSER_TESTS = Path(__file__).parent / "browser"
ON_POSTGRESQL = os.environ.get("TEST_DATABASE") == "postgresql"
LONGEST = (
    *BROWSER_TESTS.glob("*evening*.py"),
    *(Path(__file__).parent / name for name in ("faults", "simulation")),
)


def seed_of_this_run() -> str:
    """A new one with each change of a file, and by night with each run.

    The same files fail or pass whoever plays them, and however often.
    """
    if "NIGHTLY" not in os.environ and shutil.which("git"):
        command = ["git", "rev-parse", "--short=8", "HEAD^{tree}"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout.strip()
    return secrets.token_hex(4)


# It decides what test_fuzz.py asks, test_log_laws.py undoes and tests/simulation plays.
os.environ.setdefault("FUZZ_SEED", seed_of_this_run())


def pytest_report_header(config: pytest.Config) -> list[str]:
    database = settings.DATABASES["default"]["ENGINE"].rpartition(".")[2]
    seeds = {"FUZZ_SEED": os.environ["FUZZ_SEED"], "ORDER_SEED": config.getoption("randomly_seed")}
    return [f"database: {database}", *(f"{name}={seed}" for name, seed in seeds.items())]


def pytest_configure(config: pytest.Config) -> None:
    unfinished.watch(config)
    pack()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Thousands of tests stay until the run ends: Python does not search them for garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """On PostgreSQL a file without that word says nothing more, and need not be read."""
    is_test = collection_path.name.startswith("test_")
    return True if ON_POSTGRESQL and is_test and not is_played_on_both(collection_path) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(BROWSER_TESTS):
            item.add_marker("browser")
        if "CI" not in os.environ and in_a_browser(item) and not browsers.is_here():
            item.add_marker(pytest.mark.skip(reason=browsers.MISSING))
    quarantine.tolerate(items, quarantine.cases(quarantine.FILE.read_text(), date.today()))
    # The longest come first, each sort in a shuffled order: no worker is left alone in the end.
    items.sort(key=lambda item: takes_long(item.path), reverse=True)
    if ON_POSTGRESQL:
        left_out = {item for item in items if not says_more_on_postgresql(item)}
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@functools.cache
def takes_long(file: Path) -> bool:
    return any(map(file.is_relative_to, LONGEST))


def in_a_browser(item: pytest.Item) -> bool:
    return "browser_type_launch_args" in fixtures_of(item)


def is_played_on_both(file: Path) -> bool:
    return "pytest.mark.postgresql" in file.read_text()


def says_more_on_postgresql(item: pytest.Item) -> bool:
    marked = item.get_closest_marker("postgresql")
    if not marked or item.get_closest_marker("sqlite"):
        return False
    return "CI" in os.environ or not marked.kwargs.get("in_ci")


def fixtures_of(item: pytest.Item) -> list[str]:
    return getattr(item, "fixturenames", [])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says in one line what was left out for want of a browser, so nobody finds out by chance."""
    skipped = terminalreporter.getreports("skipped")
    left_out = [report for report in skipped if browsers.MISSING in str(report.longrepr)]
    if left_out:
        terminalreporter.write_line(f"{len(left_out)} tests left out. {browsers.MISSING}")
    for line in quarantine.told(terminalreporter):
        terminalreporter.write_line(line)


@pytest.fixture(scope="session", autouse=True)
def _temporary_files_of_this_worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps them apart from those of other processes."""
    before, tempfile.tempdir = tempfile.tempdir, str(tmp_path_factory.mktemp("temporary"))
    yield
    tempfile.tempdir = before


@pytest.fixture(autouse=True)
def _leaves_nothing_behind(_temporary_files_of_this_worker: None) -> Iterator[None]:
    """Begins after what lasts longer than a test, and ends after all that is the test's own."""
    before = leaks.Left.now()
    yield
    assert not (found := leaks.since(before)), "\n".join(["left behind:", *found])


@pytest.fixture
def real_time() -> None:
    """For a test that waits, or that talks to a process of its own."""


@pytest.fixture(autouse=True)
def _clock_stands_still(request: pytest.FixtureRequest) -> Iterator[None]:
    """Time goes on for `real_time` alone, and in browsers."""
    if {"real_time", "browser_type_launch_args"} & {*request.fixturenames}:
        yield
        return
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture(autouse=True)
def _nothing_is_kept_and_no_limit_is_near() -> None:
    translation.deactivate()  # a request leaves its language to whatever its thread does next
    for cache in caches.all():
        cache.clear()
    for limit in (COMMANDS, MATCHES, MOVES, PARTIES, RESULTS, THOUGHTS, WRONG_CODES):
        limit.reset()


@pytest.fixture
def no_limit_recovers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits stay as used up as a test has left them, however long its requests take."""
    monkeypatch.setattr(limits, "monotonic", lambda: 0.0)


@pytest.fixture(scope="session")
def production_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """`manage.py serve` as people run it, with a database and collected files of its own."""
    with production_site(tmp_path_factory.mktemp("production")) as site:
        yield site


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's browser, or Playwright's own where none is found."""
    if not browsers.is_here():
        pytest.fail(browsers.MISSING)
    program, flags = browsers.program(), browsers.flags()
    return {**browser_type_launch_args, "executable_path": program, "args": flags}
