"""Simulated evenings notice each safeguard that is taken away."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.simulation.planted import BY_NAME, FAULTS, NOT_FOUND_YET
from tests.simulation.test_simulated_evenings import DATABASE, ENOUGH, run

MOST = 100_000  # taps
FOUND_HERE = [
    fault.name
    for fault in FAULTS
    if fault.database in ("", DATABASE) and fault.name not in NOT_FOUND_YET
]
FOUND = re.compile(r"seed (\S+) after (\d+) taps: (.+)")


def found(name: str, *arguments: str) -> tuple[int, str]:
    """The taps after which an evening finds that fault, and all that it says of it."""
    done = run("--seed", "1", "--fault", name, "--taps", str(MOST), *arguments)
    told = FOUND.search(done.stdout)
    assert told, f"{name} is not found: {done.stdout}{done.stderr}"
    assert done.returncode == 1
    print(f"{name}: {told[2]} taps. {told[3]}")
    return int(told[2]), done.stdout


def test_every_planted_fault_takes_away_something_that_is_there() -> None:
    assert len(BY_NAME.keys() - NOT_FOUND_YET) >= 15
    assert BY_NAME.keys() >= NOT_FOUND_YET
    assert not [name for name, count in Counter(f.name for f in FAULTS).items() if count > 1]
    for fault in FAULTS:
        fault.applied()


@ENOUGH
@pytest.mark.thorough
@pytest.mark.parametrize("name", ["no-key-check", "no-order-of-a-batch"])
def test_a_fault_that_loses_taps_is_found_soon(name: str) -> None:
    taps, _ = found(name, "--tries", "0")
    assert taps < 1_000


@ENOUGH
@pytest.mark.thorough
def test_a_failure_tells_the_shortest_evening_that_was_found() -> None:
    _, told = found("no-order-of-a-batch", "--tries", "20")
    again = re.search(r"--only (\S+) --story '(.+)'", told)
    assert again
    assert again[2].count('"verb"') < 20  # of 72
    done = run(
        *("--fault", "no-order-of-a-batch", "--taps", "1", "--tries", "0"),
        *("--only", again[1], "--story", again[2]),
    )
    assert done.returncode == 1, done.stdout


@ENOUGH
@pytest.mark.nightly
@pytest.mark.postgresql
@pytest.mark.parametrize("name", FOUND_HERE)
def test_every_planted_fault_that_was_ever_found_is_found(name: str) -> None:
    assert BY_NAME[name].applied()
    taps, _ = found(name, "--tries", "0")
    assert taps <= MOST + 5_000  # the last evening is played to its end
