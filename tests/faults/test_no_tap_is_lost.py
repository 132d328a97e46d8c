"""Four phones, random taps, random faults: every tap counts, once, in its order, on every phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.faults import evening
from tests.faults.evening import Table

SEEDS = range(20)
TAPS = 60


@pytest.fixture(scope="module")
def table(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with evening.table(browser, tmp_path_factory.mktemp("faults"), "faults", 0.8) as opened:
        yield opened


@pytest.mark.parametrize("seed", SEEDS)
def test_every_tap_counts_once_and_in_its_order(table: Table, seed: int) -> None:
    played = table.play(seed, TAPS)
    assert not played.wrongs, str(played)
    assert played.taps > TAPS / 2
