"""The events at a table on one evening: taps and faults, decided by a seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from tests.faults.line import CUT, LATE, UNHEARD

PHONES = 4
# How often each happens, in a hundred bursts of taps.
FAULTS = {
    "offline": 12,
    CUT: 14,
    LATE: 8,
    UNHEARD: 8,
    "reload": 10,
    "second_tab": 8,
    "kill": 2,
}
COUNTERS = ("floor:+1", "floor:-1", "room:+1", "room:+1", "room:-1")
MOST_AT_ONCE = 6
LONGEST_PAUSE = 200  # ms


@dataclass(frozen=True)
class Step:
    """`verb` befalls a phone: `tap` on a button `value` several `times`, or one of FAULTS."""

    phone: int
    verb: str
    tab: int = 0
    value: str = ""
    times: int = 0
    pause: int = 0  # ms, afterwards

    def __str__(self) -> str:
        what = f"{self.times} x {self.value} on tab {self.tab}" if self.times else self.verb
        return f"phone {self.phone}: {what}"


def seeds(count: int) -> list[Any]:
    """The first in every run, the second in CI, all others by night."""
    marks = ([], [pytest.mark.thorough], *[[pytest.mark.nightly]] * count)
    return [pytest.param(seed, marks=marks[seed]) for seed in range(count)]


def story(seed: int, taps: int) -> Iterator[Step]:
    """Steps with so many taps. Each phone's player only loses hit points, only on that phone."""
    random = Random(seed)
    while taps > 0:
        phone, tab, pause = random.randrange(PHONES), random.randrange(2), random.random()
        value = random.choice((*COUNTERS, *[f"hp:{phone}:-1"] * len(COUNTERS)))
        times = min(taps, random.randint(1, MOST_AT_ONCE))
        taps -= times
        yield Step(phone, "tap", tab, value, times, round(pause * LONGEST_PAUSE))
        for verb, often in FAULTS.items():
            if random.random() < often / 100:
                yield Step(random.randrange(PHONES), verb, random.randrange(2))
