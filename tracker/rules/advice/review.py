"""The cost of a decision: how much likelier the best one would have been to lead to a good end.

The decision of one player stands beside the best end of the room. That of a table is played to the
end of the room both ways, on the same cards; then the value says how the next room stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import permutations
from math import factorial, sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from tracker.rules.advice import PLANNERS
from tracker.rules.advice.answer import Step
from tracker.rules.advice.coop import ways_out as coop_ways_out
from tracker.rules.advice.coop.judges import LearnedCoopJudge, judge_of
from tracker.rules.advice.coop.lines import TRIALS, CoopLine, Lines
from tracker.rules.advice.lone import ENTRANTS, pile, trial, ways_out
from tracker.rules.advice.planner import Judge, Planner, StateT
from tracker.rules.advice.prospect import End, Numbers, Prospect
from tracker.rules.advice.race import Entrant, for_ever, race
from tracker.rules.advice.search import Search
from tracker.rules.advice.weights import chance_of
from tracker.rules.games.coop.game import Coop
from tracker.rules.games.coop.state import CoopState
from tracker.rules.protocol import Decision, Shuffle

WORTH_TELLING = 0.005
"""A decision that cost less is as good as the best."""
AT_STAKE = 0.01
"""With a smaller chance than that there is nothing left to lose."""


class MoveVerdict(NamedTuple):
    """All figures are estimates from 0 to 1, by trials of whoever plays on by the value."""

    best: Decision
    """The best decision found; the one that was made where none is better."""
    chance: float
    """The chance of the best one: to win, or that nobody falls in ten rooms."""
    cost: float
    """How much less the decision made comes to."""
    low: float
    high: float
    """In between lies the cost in 95 of 100 cases."""

    @property
    def dear(self) -> bool:
        return self.cost >= WORTH_TELLING

    @property
    def at_stake(self) -> bool:
        return self.chance >= AT_STAKE

    @property
    def kept(self) -> float:
        """The share of the chance that the decision kept."""
        return max(0.0, 1 - self.cost / self.chance) if self.dear else 1.0


def as_good(decision: Decision, chance: float) -> MoveVerdict:
    """The verdict on a decision when none is better."""
    return MoveVerdict(decision, chance, 0.0, 0.0, 0.0)


def found(
    best: Decision, decision: Decision, better: Sequence[float], made: Sequence[float], whole: bool
) -> MoveVerdict:
    """The verdict on a decision by trials of the best one and of it on the same deals.

    `whole` where these are all deals there can be: then only the figures themselves are left.
    """
    chance, gaps = fmean(better), [b - m for b, m in zip(better, made, strict=True)]
    cost = fmean(gaps)
    if cost <= 0:
        return as_good(decision, fmean(made))
    spread = 0.0 if whole or len(gaps) < 2 else _student(len(gaps) - 1) * _error(gaps)
    return MoveVerdict(best, chance, cost, max(0.0, cost - spread), min(1.0, cost + spread))


def _error(gaps: Sequence[float]) -> float:
    return stdev(gaps) / sqrt(len(gaps))


def _student(freedom: int) -> float:
    """So many errors of a mean hold 95 of 100 cases; right to a hundredth from 4 on."""
    return 1.96 + 2.4 / freedom + 3 / freedom**2


RACED = 60
"""So many trials find the best end."""
PAIRED = 60
"""On so many deals it is held against the best that the decision leaves; on all there can be,
where those are no more."""
MINE = 3
"""So many of the ends that the decision leaves are tried."""


def lone_verdict(planner: Planner[StateT], view: StateT, decision: Decision) -> MoveVerdict:
    """A decision beside the best; see `verdict`."""
    ways, mine = ways_out(planner, view), [*ways_out(planner, view, decision)]
    if not ways:
        return as_good(decision, 0.0)
    judge = planner.judge()
    prospect = judge.prospect(*pile(planner.game, view))
    trials = LoneTrials(planner, judge, prospect)
    best = trials.best([end for end, _ in prospect.rated([*ways])[:ENTRANTS]])
    if best in mine:
        return as_good(decision, trials.mean(best))
    better = trials.results(best)
    if not mine:
        return found(ways[best], decision, better, [0.0] * len(better), trials.whole)
    left = trials.best([end for end, _ in prospect.rated(mine)[:MINE]])
    return found(ways[best], decision, better, trials.results(left), trials.whole)


class LoneTrials:
    """Ends of one room on the same deals. Those that decide which is best are none of those that
    say by how much: else the luckiest would look best."""

    def __init__(self, planner: Planner[Any], judge: Judge, prospect: Prospect) -> None:
        self.planner, self.judge, self.prospect = planner, judge, prospect
        self.search = Search(planner, planner.positions)
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
        deal = self.prospect.deal(order)
        return trial(self.planner, self.judge, end, deal, self.search)


GAME = Coop()
DEALS = 5
"""On so many deals the two ways are held against each other."""
LONGEST = 60
"""No room is played on for more steps; it only keeps a fault from going on for ever."""
KEPT = 64
"""Best ways that are remembered: more than one decision looks at."""


def judged(state: CoopState) -> bool:
    """Whether there is a value for so many players: rules of thumb name no chance."""
    return isinstance(judge_of(state), LearnedCoopJudge)


def coop_verdict(state: CoopState, seat: int, decision: Decision, shuffle: Shuffle) -> MoveVerdict:
    """A decision beside the best; see `verdict`."""
    view = GAME.view(state, seat)
    best, said = _advised(view, seat, shuffle)
    first = best.steps[0][1]
    if first == decision:
        return as_good(decision, _chance(view, best, said))
    deals, living = [dealt(view, shuffle) for _ in range(DEALS)], len(view.living)
    better = [_worth(next_table(deal, best.steps, shuffle), living) for deal in deals]
    own = ((seat, decision),)
    made = [_worth(next_table(deal, own, shuffle), living) for deal in deals]
    return found(first, decision, better, made, whole=False)


def dealt(view: CoopState, shuffle: Shuffle) -> CoopState:
    """The table with a pile that may lie there, for all that its players have seen."""
    order = tuple(shuffle(GAME.unseen(view)))
    under = view.deck[len(view.deck) - view.bottom :] if view.bottom else ()
    return replace(view, deck=(*order, *under))


def _advised(view: CoopState, seat: int, shuffle: Shuffle) -> tuple[CoopLine, float]:
    """The best way to leave the room as advice finds it, and what was said of it."""
    if len(view.players) not in TRIALS:
        best = _best(view, seat)
        return best, chance_of(best.rate)
    way = coop_ways_out(Lines(view, judge_of(view)), seat, shuffle, None, for_ever)[0]
    return way.plan, way.mean


@lru_cache(maxsize=KEPT)
def _best(view: CoopState, seat: int) -> CoopLine:
    """The best way to leave the room. Nobody sees the pile, so on every deal it is the same one
    till new cards are dealt; and what is open after a decision, the next one is held against."""
    return Lines(view, judge_of(view)).found(seat)[0]


def _chance(view: CoopState, line: CoopLine, said: float) -> float:
    """The chance that nobody falls, as far as known: among many decisions the order counts."""
    judge, falls = judge_of(view), len(line.spot.living) < len(view.living)
    if falls or not isinstance(judge, LearnedCoopJudge):
        return 0.0
    return judge.value.weights.chances.unchecked(said)


def next_table(state: CoopState, steps: Sequence[Step], shuffle: Shuffle) -> CoopState:
    """The table in the next room, after these steps and whatever is best from there on."""
    room, left = _room(state), LONGEST
    while not GAME.outcome(state) and _room(state) == room and left:
        for seat, decision in steps:
            state, left = GAME.apply(state, seat, decision, shuffle), left - 1
            if _room(state) != room or GAME.outcome(state):
                return state
        seat = GAME.to_act(state)[0]
        steps = _best(GAME.view(state, seat), seat).steps
    return state


def _room(state: CoopState) -> tuple[int, bool]:
    """Another one in each room: a run may count for none (C23), but nobody runs twice in a row."""
    return state.total_rooms, state.ran_last


def _worth(state: CoopState, living: int) -> float:
    """The chance that nobody falls in the open room and ten more; 0 if somebody has fallen."""
    if GAME.outcome(state) or len(state.living) < living:
        return 0.0
    seat = GAME.to_act(state)[0]
    view = GAME.view(state, seat)
    best = _best(view, seat)
    return _chance(view, best, chance_of(best.rate))


__all__ = ["MoveVerdict", "reviewed", "verdict"]


def reviewed(key: str, state: Any) -> bool:
    """Whether decisions of this game can be reviewed, with so many players."""
    return key in PLANNERS or (key == "coop" and judged(state))


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
