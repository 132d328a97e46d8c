"""Trying plans on deals that may come, the better half of them ever longer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil, log2
from typing import Any, Generic, NamedTuple, TypeVar

from tracker.rules.protocol import Cards, Decision, Game

Spent = Callable[[], float]
"""The part of the time to think that is used up, from 0 to 1; asked once before each trial."""

Step = tuple[int, Decision]
"""A seat and what it does."""


class Advice(NamedTuple):
    """The best decision found, and how sure that is. All figures are estimates."""

    decision: Decision
    chance: float
    """The probability of what `measure` names, if advice is followed from here on."""
    measure: str
    """`win`: to win. `ten rooms`: that nobody falls in this room and the ten after it."""
    tried: int
    """How many times the game was played on to find this out; 0 if it was only planned."""
    ranked: tuple[tuple[Decision, float], ...]
    """The decisions that were looked into, each with its chance, best first."""
    plan: tuple[Step, ...]
    """This step and those that should follow it, of all seats, until new cards are dealt."""


PlanT = TypeVar("PlanT")
DealT = TypeVar("DealT")


@dataclass(slots=True)
class Entrant(Generic[PlanT]):
    """A plan in the race and what its trials came to."""

    plan: PlanT
    favour: float
    """What speaks for it beforehand, in the measure of one trial; the more trials, the less."""
    total: float = 0.0
    trials: int = 0

    def add(self, result: float) -> None:
        self.total += result
        self.trials += 1

    @property
    def mean(self) -> float:
        return self.total / self.trials

    @property
    def standing(self) -> float:
        return (self.total + self.favour) / self.trials


def race(
    plans: Mapping[PlanT, float],
    deal: Callable[[], DealT],
    trial: Callable[[PlanT, DealT], float],
    spent: Spent,
) -> list[Entrant[PlanT]]:
    """The plans, each given with its favour, the best first.

    Who is still in the race is tried on the same deals. Every stage has the same share of the
    time; after it the poorer half drops out.
    """
    field = [Entrant(plan, favour) for plan, favour in plans.items()]
    out: list[Entrant[PlanT]] = []
    stages = max(1, ceil(log2(len(field))))
    for stage in range(1, stages + 1):
        going = True
        while going:
            cards = deal()
            for entrant in field:
                going = spent() < stage / stages
                entrant.add(trial(entrant.plan, cards))
        field.sort(key=lambda entrant: -entrant.standing)
        half = (len(field) + 1) // 2
        field, out = field[:half], field[half:] + out
    return field + out


def unseen(game: Game[Any, Any], view: Any) -> Cards:
    """The cards that may still come: those of the pack that the view does not name."""
    named = game.to_json(view)
    return tuple(card for card in game.pack(view.options) if f'"{card}"' not in named)
