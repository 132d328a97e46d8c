"""The cost of a decision: how much likelier the best one would have been to lead to a good end."""

from __future__ import annotations

from typing import Any

from tracker.rules.advice import PLANNERS
from tracker.rules.advice.planner import Planner
from tracker.rules.advice.review.coop import coop_verdict, judges
from tracker.rules.advice.review.lone import lone_verdict
from tracker.rules.advice.review.verdict import MoveVerdict
from tracker.rules.protocol import Decision, Shuffle

__all__ = ["MoveVerdict", "reviewed", "verdict"]


def reviewed(key: str, state: Any) -> bool:
    """Whether decisions of this game can be reviewed, with so many players."""
    return key in PLANNERS or (key == "coop" and judges(state))


def verdict(
    key: str, state: Any, seat: int, decision: Decision, shuffle: Shuffle
) -> MoveVerdict | None:
    """The verdict on a decision that was open to this seat; None for one that does not belong
    to the game, such as giving up.

    It looks at nothing but what the seat saw. `shuffle` deals what might have come.
    """
    if decision == "quit":
        return None
    if key == "coop":
        return coop_verdict(state, seat, decision, shuffle)
    planner: Planner[Any] = PLANNERS[key](state.options, shuffle)
    return lone_verdict(planner, planner.game.view(state, seat), decision)
