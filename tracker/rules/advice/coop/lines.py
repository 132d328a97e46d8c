"""Lines of play in a room, and trials of them on the room that comes next (docs/advice.md 4)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from heapq import nlargest
from operator import attrgetter
from typing import NamedTuple

from tracker.rules.advice import answer
from tracker.rules.advice.coop.judges import CoopJudge, CoopValue, LearnedCoopJudge
from tracker.rules.advice.coop.spot import People, Spot, Steps
from tracker.rules.advice.race import Entrant, InTime, race
from tracker.rules.advice.weights import chance_of
from tracker.rules.games.coop.game import Coop
from tracker.rules.games.coop.state import CoopState
from tracker.rules.protocol import BACK, Cards, Shuffle

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


GAME = Coop()
TRIALS = dict.fromkeys(GAME.seats, 48)
"""So many belong to one piece of advice, by the number of players."""
ENTRANTS = 3
"""So many ways out are tried."""
LINES_AHEAD = 1
"""In the room of a trial only the most promising line of play goes on."""


class CoopTrials:
    """Cards that may come to a table, and how it stands when they have."""

    def __init__(self, view: CoopState, value: CoopValue, shuffle: Shuffle) -> None:
        self.view, self.value, self.shuffle = view, value, shuffle
        self.hidden, self.face_down = GAME.unseen(view), view.deck.count(BACK)
        self.people = People(view.options, LearnedCoopJudge(value, view).moved)
        """The players' states in all trials, since many are met again and again."""
        self.begun: dict[CoopLine, CoopState] = {}
        """The table before the last step of a way out, as far as it has been asked."""

    @property
    def enough(self) -> bool:
        """Whether enough is known of the cards to deal them."""
        return len(self.hidden) >= self.face_down

    def race(
        self, found: Sequence[CoopLine], trials: int, in_time: InTime
    ) -> list[Entrant[CoopLine]]:
        """The ways out, the best first, after so many trials of those that promise most."""
        field = [Entrant(line, chance_of(line.rate)) for line in most_promising(found)]
        return race(field, self.deal, self.trial, trials, in_time)

    def deal(self) -> Cards:
        under = self.view.deck[self.face_down :]
        return (*tuple(self.shuffle(self.hidden))[: self.face_down], *under)

    def trial(self, line: CoopLine, deck: Cards) -> float:
        """Returns what the value says of a table that has also left the room after this one."""
        if line not in self.begun:
            self.begun[line] = self._before_the_end(line)
        state = replace(self.begun[line], deck=deck)
        state = GAME.play(state, *line.steps[-1], self.shuffle)
        seat = GAME.to_act(state)[0]
        view = GAME.view(state, seat)
        judge = LearnedCoopJudge(self.value, view)
        best = Lines(view, judge, LINES_AHEAD, self.people).found(seat)[0]
        worth = chance_of(best.rate) if len(best.spot.living) == len(view.living) else 0.0
        return worth if state.ran_last else self.value.with_room(worth)

    def _before_the_end(self, line: CoopLine) -> CoopState:
        state = self.view
        for seat, decision in line.steps[:-1]:
            state = GAME.play(state, seat, decision, self.shuffle)
        return state


def most_promising(found: Sequence[CoopLine]) -> list[CoopLine]:
    """The first of those that lead to different ends of the room, with as many alive."""
    ends: dict[Hashable, CoopLine] = {}
    for line in found:
        if len(line.spot.living) == len(found[0].spot.living):
            ends.setdefault(line.end, line)
    return [*ends.values()][:ENTRANTS]
