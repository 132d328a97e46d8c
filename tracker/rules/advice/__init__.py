"""The best decision for a seat, found from what that seat can see."""

from __future__ import annotations

import logging
from typing import Any

from tracker.rules.advice import coop, lone
from tracker.rules.advice.answer import Advice, Step
from tracker.rules.advice.coop.judges import ThumbCoopJudge, judge_of
from tracker.rules.advice.lone import Mixed
from tracker.rules.advice.race import InTime, for_ever
from tracker.rules.advice.rascal import RascalPlanner
from tracker.rules.advice.solo import SoloPlanner
from tracker.rules.protocol import Shuffle

__all__ = ["ADVISED", "Advice", "InTime", "Step", "advice"]


PLANNERS = {planner.game.key: planner for planner in (SoloPlanner, RascalPlanner)}
ADVISED = (*PLANNERS, "coop")
"""The games that advice is given on."""
UNKNOWN = (LookupError, ValueError)
"""Raised by a value for a table that nothing like it was ever learned from."""

logger = logging.getLogger(__name__)


def advice(
    key: str,
    view: Any,
    seat: int,
    shuffle: Shuffle,
    trials: int | None = None,
    in_time: InTime = for_ever,
    mixed: Mixed = None,
) -> Advice | None:
    """The best decision found for a seat; None when it has nothing to decide.

    It looks at nothing but the view. `shuffle` deals what may come. The answer after `trials` is
    the final one, unless they are given: 0 for what the value alone says, at once. `in_time` ends
    them before their number is reached. What the value does not know is judged by rules of thumb.
    With `mixed` a lone player plays with real cards.
    """

    def found(*, by_thumb: bool) -> Advice | None:
        if key == "coop":
            judge = ThumbCoopJudge() if by_thumb else judge_of(view)
            return coop.advise(view, judge, seat, shuffle, trials, in_time)
        planner = PLANNERS[key](view.options, shuffle)
        best = planner.thumb() if by_thumb else planner.judge()
        asked = planner.trials if trials is None else trials
        return lone.advise(planner, best, view, asked, in_time, mixed)

    try:
        return found(by_thumb=False)
    # Advice by thumb is weaker, but a page with advice beats an error.
    except UNKNOWN as error:
        logger.warning("What was learned of %s does not fit, a rule of thumb does: %r", key, error)
        return found(by_thumb=True)
