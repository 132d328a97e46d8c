"""Decisions of one player against the deck, beside the best end of the room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from math import factorial
from typing import Any

from tracker.rules.advice.lone import ENTRANTS, pile, rated, reachable, ways_out
from tracker.rules.advice.numbers import Numbers
from tracker.rules.advice.planner import Judge, Planner, StateT
from tracker.rules.advice.prospect import End, Prospect
from tracker.rules.advice.race import Entrant, for_ever, race
from tracker.rules.advice.review.verdict import MoveVerdict, as_good, found
from tracker.rules.advice.trial import trial
from tracker.rules.protocol import Decision

RACED = 60
"""So many trials find the best end."""
PAIRED = 60
"""On so many deals it is held against the best that the decision leaves; on all there can be,
where those are no more."""
MINE = 3
"""So many of the ends that the decision leaves are tried."""


def lone_verdict(planner: Planner[StateT], view: StateT, decision: Decision) -> MoveVerdict:
    """A decision beside the best; see `verdict`."""
    ways, mine = ways_out(planner, view), _most(reachable(planner, view, decision))
    if not ways:
        return as_good(decision, 0.0)
    prospect, judge = _prospect(planner, view)
    trials = LoneTrials(planner, judge, prospect)
    best = trials.best([end for end, _ in rated(prospect, [*ways])[:ENTRANTS]])
    if best in mine:
        return as_good(decision, trials.mean(best))
    better = trials.results(best)
    if not mine:
        return found(ways[best], decision, better, [0.0] * len(better), trials.whole)
    left = trials.best([end for end, _ in rated(prospect, mine)[:MINE]])
    return found(ways[best], decision, better, trials.results(left), trials.whole)


def _prospect(planner: Planner[StateT], view: StateT) -> tuple[Prospect, Judge]:
    judge = planner.judge()
    return judge.prospect(*pile(planner.game, view)), judge


def _most(ends: Iterable[End]) -> list[End]:
    """The ends with the most health among those that nothing else tells apart."""
    most: dict[object, End] = {}
    for end in ends:
        if end[1:] not in most or end.hp > most[end[1:]].hp:
            most[end[1:]] = end
    return [*most.values()]


class LoneTrials:
    """Ends of one room on the same deals. Those that decide which is best are none of those that
    say by how much: else the luckiest would look best."""

    def __init__(self, planner: Planner[Any], judge: Judge, prospect: Prospect) -> None:
        self.planner, self.judge, self.prospect = planner, judge, prospect
        self.face_down = prospect.cards[: prospect.face_down]
        self.whole = factorial(len(self.face_down)) <= PAIRED
        self.deals: list[Sequence[int]] = (
            [*permutations(self.face_down)]
            if self.whole
            else [planner.shuffle(self.face_down) for _ in range(PAIRED)]
        )

    def best(self, ends: Sequence[End]) -> End:
        """The best of some ends that the value has put in order."""
        if len(ends) == 1:
            return ends[0]
        if self.whole:
            return max(ends, key=self.mean)
        field = [Entrant(end, 0.0) for end in ends]
        raced = race(field, self._deal, self._trial, RACED, for_ever)
        return raced[0].plan

    def mean(self, end: End) -> float:
        results = self.results(end)
        return sum(results) / len(results)

    def results(self, end: End) -> list[float]:
        return [self._trial(end, order) for order in self.deals]

    def _deal(self) -> Sequence[int]:
        return self.planner.shuffle(self.face_down)

    def _trial(self, end: End, order: Sequence[int] | Numbers) -> float:
        return trial(self.planner, self.judge, end, self.prospect.deal(order))
