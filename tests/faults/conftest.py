from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.faults import evening
from tests.faults.evening import Table

LATE = 0.8  # seconds; in bench/soak.py it is 5


@pytest.fixture(scope="package")
def table(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """One for all seeds; each sits down anew."""
    with evening.table(browser, tmp_path_factory.mktemp("faults"), "faults", LATE) as opened:
        yield opened
