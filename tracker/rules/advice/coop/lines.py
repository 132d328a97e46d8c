"""Ways to leave a room, found by going on with the most promising ones."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from heapq import nlargest
from operator import attrgetter
from typing import NamedTuple

from tracker.rules.advice import answer
from tracker.rules.advice.coop.judge import CoopJudge
from tracker.rules.advice.coop.people import People
from tracker.rules.advice.coop.spot import Spot, Steps
from tracker.rules.games.coop.state import CoopState

LINES = 6
"""So many lines of play go on at every step."""
FALL = 1e6
"""The cost of each fall: no line that all survive is worse than one that kills."""


class CoopLine(NamedTuple):
    """Some steps in the room, where they lead, and how good that is."""

    rate: float
    steps: tuple[answer.Step, ...]
    spot: Spot
    left: bool

    @property
    def ran(self) -> bool:
        return self.steps[-1][1] == "offer"

    @property
    def end(self) -> Hashable:
        """Lines that leave the room alike have the same."""
        return self.spot.people, self.spot.room, self.ran


class Lines:
    """Plans the room of a view for all who play."""

    def __init__(
        self, view: CoopState, judge: CoopJudge, width: int = LINES, people: People | None = None
    ) -> None:
        """So many lines go on at every step, `width`; `people` are those of `Steps`."""
        self.view, self.judge, self.width = view, judge, width
        self.alive = len(view.living)
        self.steps = Steps(view, judge.moved, people)
        self.start = self.steps.start(judge.cards())

    def found(self, seat: int) -> list[CoopLine]:
        """Ways to leave the room that begin with a decision of this seat, the best first."""
        start = CoopLine(0.0, (), self.start, False)
        field, ended = self._further([start], (seat,))
        while field:
            field, more = self._further(field, ())
            ended += more
        return sorted(ended, key=attrgetter("rate"), reverse=True)

    def _further(
        self, field: list[CoopLine], seats: tuple[int, ...]
    ) -> tuple[list[CoopLine], list[CoopLine]]:
        """One step on: the best lines that stay in the room, and those that leave it."""
        found = [each for line in field for each in self._continued(line, seats)]
        inside = {each.spot[:-1]: each for each in found if not each.left}
        best = nlargest(self.width, inside.values(), key=attrgetter("rate"))
        return best, [each for each in found if each.left]

    def _continued(self, line: CoopLine, seats: tuple[int, ...]) -> Iterator[CoopLine]:
        spot = line.spot
        may_run = self.steps.may_run(spot)
        for seat in seats or (spot.living if spot.turn is None else (spot.turn,)):
            for _, decision, after in self.steps.following(spot, seat):
                steps = (*line.steps, (seat, decision))
                rate = self.judge.rate(after, self.steps.may_run(after)) - self._fallen(after)
                yield CoopLine(rate, steps, after, after.left)
            if may_run and (line.steps or seat not in self.view.offers):
                yield self._run(line, seat)

    def _run(self, line: CoopLine, seat: int) -> CoopLine:
        """Everybody offers, one after the other."""
        around = [*range(seat, len(line.spot.people)), *range(seat)]
        stand = () if line.steps else self.view.offers
        steps = tuple((n, "offer") for n in around if n in line.spot.living and n not in stand)
        spot = self.steps.offered(line.spot)
        rate = self.judge.rate_of_running(spot) - self._fallen(spot)
        return CoopLine(rate, line.steps + steps, spot, True)

    def _fallen(self, spot: Spot) -> float:
        return FALL * (self.alive - spot.alive)
