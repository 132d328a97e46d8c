"""What would you do? The best decision for a seat, found from what that seat can see."""

from __future__ import annotations

from typing import Any

from tracker.rules.advice import _lone, coop
from tracker.rules.advice._search import Advice, Spent, Step
from tracker.rules.advice.rascal import RascalPlanner
from tracker.rules.advice.solo import SoloPlanner
from tracker.rules.protocol import Shuffle

__all__ = ["ADVISED", "Advice", "Spent", "Step", "advice", "rule_of_thumb"]


PLANNERS = {planner.game.key: planner for planner in (SoloPlanner, RascalPlanner)}
ADVISED = (*PLANNERS, "coop")
"""The games that advice is given on."""


def advice(key: str, view: Any, seat: int, shuffle: Shuffle, spent: Spent) -> Advice | None:
    """The best decision found for a seat; None when it has nothing to decide.

    It looks at nothing but the view. `shuffle` deals what may come, `spent` tells when to stop.
    """
    if key == "coop":
        return coop.advise(view, seat)
    return _lone.advise(PLANNERS[key](view.options, shuffle), view, spent)


def rule_of_thumb(key: str, view: Any) -> tuple[Step, ...]:
    """How a trial of a lone game goes on until new cards are dealt; () when nothing helps."""
    return _lone.by_worth(PLANNERS[key](view.options, tuple), view)
