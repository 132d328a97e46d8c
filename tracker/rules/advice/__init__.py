"""What would you do? The best decision for a seat, found from what that seat can see."""

from __future__ import annotations

from typing import Any

from tracker.rules.advice import coop, lone
from tracker.rules.advice.answer import Advice, Step
from tracker.rules.advice.race import InTime
from tracker.rules.advice.rascal import RascalPlanner
from tracker.rules.advice.solo import SoloPlanner
from tracker.rules.protocol import Shuffle

__all__ = ["ADVISED", "Advice", "InTime", "Step", "advice"]


PLANNERS = {planner.game.key: planner for planner in (SoloPlanner, RascalPlanner)}
ADVISED = (*PLANNERS, "coop")
"""The games that advice is given on."""


def for_ever() -> bool:
    return True


def advice(
    key: str,
    view: Any,
    seat: int,
    shuffle: Shuffle,
    trials: int | None = None,
    in_time: InTime = for_ever,
) -> Advice | None:
    """The best decision found for a seat; None when it has nothing to decide.

    It looks at nothing but the view. `shuffle` deals what may come. The answer after `trials` is
    the final one, unless they are given: 0 for what the value alone says, at once. `in_time` ends
    them before their number is reached.
    """
    if key == "coop":
        return coop.advise(view, seat, shuffle, trials, in_time)
    planner = PLANNERS[key](view.options, shuffle)
    return lone.advise(planner, view, planner.trials if trials is None else trials, in_time)
