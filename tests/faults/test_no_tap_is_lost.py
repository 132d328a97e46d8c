"""Four phones, random taps, random faults: every tap counts, once, in its order, on every phone."""

from __future__ import annotations

import pytest

from tests.faults.evening import Table
from tests.faults.house import POSTGRESQL
from tests.faults.story import seeds

pytestmark = pytest.mark.postgresql(in_ci=True)

# PostgreSQL decides the order of writers, which a few show; bench.soak plays on for hours.
SEEDS = 5 if POSTGRESQL else 20
TAPS = 60


@pytest.mark.parametrize("seed", seeds(SEEDS))
def test_every_tap_counts_once_and_in_its_order(table: Table, seed: int) -> None:
    played = table.play(seed, TAPS)
    assert not played.wrongs, str(played)
    assert played.taps > TAPS / 3  # of several taps on a new room or floor one counts
