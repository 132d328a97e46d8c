"""A few rooms played on from a room's end, on cards that may come."""

from __future__ import annotations

from math import inf
from typing import Any

from tracker.rules.advice.planner import Judge, Planner, PlannerRoom
from tracker.rules.advice.prospect import End, Ends, Prospect


def trial(planner: Planner[Any], judge: Judge, end: End, prospect: Prospect) -> float:
    """The chance to win after so many rooms, each left by the end that the judge rates best."""
    rooms = judge.rooms
    while room := prospect.next_room(end):
        ends = planner.ends(end.hp, end.arms, PlannerRoom(room, last=not prospect))
        # The pile is empty and the room can be cleared: the game is won.
        if not prospect and wins(ends):
            return 1.0
        rates = prospect.rates(ends)
        best, leaving = max(rates, default=-inf), -inf
        # Never two rooms in a row may be left.
        if prospect and not end.under:
            leaving = prospect.rate_of_leaving(end.hp, end.arms, room)
        if best == leaving == -inf:
            return 0.0
        rooms -= 1
        if rooms == 0:
            return judge.chance(max(best, leaving))
        if leaving > best:
            end = End(end.hp, end.arms, under=room)
        else:
            (arms, carried), hp = [*ends.items()][rates.index(best)]
            end = End(hp, arms, carried)
    return 1.0


def wins(ends: Ends) -> bool:
    """Whether one of the ends of the last room leaves nothing to do."""
    return any(not carried for _, carried in ends)
