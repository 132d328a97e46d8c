"""Trying plans on deals that may come, the better half of them ever longer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, log2
from typing import Generic, TypeVar

PlanT = TypeVar("PlanT")
DealT = TypeVar("DealT")

ENOUGH = 0.9
"""With less than this part of the trials nothing is said of chances: the tables are for all."""

InTime = Callable[[], bool]
"""Whether there is time for another trial; asked before each."""


def for_ever() -> bool:
    """A clock that never runs out."""
    return True


@dataclass(slots=True)
class Entrant(Generic[PlanT]):
    """A plan in the race and what its trials came to."""

    plan: PlanT
    mean: float
    """The average result of its trials; before the first, the expected one."""
    expected: int = 0
    """The expected result counts as so many trials."""
    trials: int = 0

    def add(self, result: float) -> None:
        self.trials += 1
        self.mean += (result - self.mean) / (self.expected + self.trials)


def race(
    field: Sequence[Entrant[PlanT]],
    deal: Callable[[], DealT],
    trial: Callable[[PlanT, DealT], float],
    trials: int,
    in_time: InTime,
) -> list[Entrant[PlanT]]:
    """The entrants, the best first, after so many trials of all together or out of time.

    Who is still in the race is tried on the same deals. Every stage has the same share of the
    trials; after it the poorer half drops out.
    """
    field, out = list(field), list[Entrant[PlanT]]()
    stages = max(1, ceil(log2(len(field))))
    for _ in range(stages):
        for _ in range(trials // stages // len(field)):
            # One deal for all entrants: luck cancels out when plans are compared.
            cards = deal()
            for entrant in field:
                if in_time():
                    entrant.add(trial(entrant.plan, cards))
        field.sort(key=lambda entrant: -entrant.mean)
        half = (len(field) + 1) // 2
        field, out = field[:half], field[half:] + out
    return field + out
