"""Decisions of a co-operative table, beside the best way found to leave the room.

What comes of the room is played to its end both ways, on the same cards; then the value says how
the next room stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from tracker.rules.advice.answer import Step
from tracker.rules.advice.chances import chance_of
from tracker.rules.advice.coop import ways_out
from tracker.rules.advice.coop.learned import LearnedCoopJudge, judge_of
from tracker.rules.advice.coop.lines import CoopLine, Lines
from tracker.rules.advice.coop.trial import TRIALS
from tracker.rules.advice.race import for_ever
from tracker.rules.advice.review.verdict import MoveVerdict, as_good, found
from tracker.rules.advice.seen import unseen
from tracker.rules.games.coop.game import Coop
from tracker.rules.games.coop.state import CoopState
from tracker.rules.protocol import Decision, Shuffle

GAME = Coop()
DEALS = 5
"""On so many deals the two ways are held against each other."""
LONGEST = 60
"""No room is played on for more steps; it only keeps a fault from going on for ever."""
KEPT = 64
"""Best ways that are remembered: more than one decision looks at."""


def judges(state: CoopState) -> bool:
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
    order = tuple(shuffle(unseen(GAME, view)))
    under = view.deck[len(view.deck) - view.bottom :] if view.bottom else ()
    return replace(view, deck=(*order, *under))


def _advised(view: CoopState, seat: int, shuffle: Shuffle) -> tuple[CoopLine, float]:
    """The best way to leave the room as advice finds it, and what was said of it."""
    if len(view.players) not in TRIALS:
        best = _best(view, seat)
        return best, chance_of(best.rate)
    way = ways_out(Lines(view, judge_of(view)), seat, shuffle, None, for_ever)[0]
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
        steps = _best_steps(state)
    return state


def _room(state: CoopState) -> tuple[int, bool]:
    """Another one in each room: a run may count for none (C23), but nobody runs twice in a row."""
    return state.total_rooms, state.ran_last


def _best_steps(state: CoopState) -> Sequence[Step]:
    seat = GAME.to_act(state)[0]
    return _best(GAME.view(state, seat), seat).steps


def _worth(state: CoopState, living: int) -> float:
    """The chance that nobody falls in the open room and ten more; 0 if somebody has fallen."""
    if GAME.outcome(state) or len(state.living) < living:
        return 0.0
    seat = GAME.to_act(state)[0]
    view = GAME.view(state, seat)
    best = _best(view, seat)
    return _chance(view, best, chance_of(best.rate))
