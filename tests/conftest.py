import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.conf import settings

from run import BROWSERS
from tests.servers import Site, production_site
from tracker.web.limits import COMMANDS, MATCHES, MOVES, PARTIES, WRONG_CODES

# Synchronous Playwright keeps an event loop in this thread, in which Django refuses to work.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# The same examples in every run, however slow the machine: a red run is never bad luck.
hypothesis.settings.register_profile("same", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("same")

BROWSER_TESTS = Path(__file__).parent / "browser"
SQLITE_ONLY = ("browser", "sqlite")
QUIET = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]


def pytest_report_header() -> str:
    return f"database: {settings.DATABASES['default']['ENGINE'].rpartition('.')[2]}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(BROWSER_TESTS):
            item.add_marker("browser")
    if os.environ.get("TEST_DATABASE") == "postgresql":
        left_out = {item for item in items if any(map(item.get_closest_marker, SQLITE_ONLY))}
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture(autouse=True)
def _no_limit_is_near() -> None:
    for limit in (COMMANDS, MATCHES, MOVES, PARTIES, WRONG_CODES):
        limit.reset()


@pytest.fixture(scope="session")
def production_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """`manage.py serve` as people run it, with a database and collected files of its own."""
    with production_site(tmp_path_factory.mktemp("production")) as site:
        yield site


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's browser, or Playwright's own where none is found."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    sandbox = [] if os.name == "nt" or os.geteuid() else ["--no-sandbox"]  # root cannot have one
    return {**browser_type_launch_args, "executable_path": found, "args": [*QUIET, *sandbox]}
