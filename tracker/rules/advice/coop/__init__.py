"""The co-operative game: the room planned for all who play (rules.md 3).

Everything lies open until the room is left, so the whole table's turns are planned at once: of all
lines of play only the most promising go on, one step at a time. The best ways out are then tried
on the next room.
"""

from __future__ import annotations

from tracker.rules.advice.answer import Advice
from tracker.rules.advice.coop.judges import CoopJudge, LearnedCoopJudge
from tracker.rules.advice.coop.lines import TRIALS, CoopLine, CoopTrials, Lines
from tracker.rules.advice.coop.why import reason_of
from tracker.rules.advice.lone import at_most
from tracker.rules.advice.race import ENOUGH, Entrant, InTime
from tracker.rules.advice.weights import chance_of
from tracker.rules.games.coop.state import CoopState
from tracker.rules.protocol import Decision, Shuffle


def advise(
    view: CoopState,
    judge: CoopJudge,
    seat: int,
    shuffle: Shuffle,
    trials: int | None,
    in_time: InTime,
) -> Advice | None:
    """The first step of the best way found to leave the room; None if another seat is to act.

    Trials and time are those of `advice`.
    """
    if seat not in (view.living if view.turn is None else (view.turn,)):
        return None
    lines = Lines(view, judge)
    ways = ways_out(lines, seat, shuffle, trials, in_time)
    whole, tried = TRIALS[len(view.players)], sum(way.trials for way in ways)
    best: dict[Decision, Entrant[CoopLine]] = {}
    for way in ways:
        best.setdefault(way.plan.steps[0][1], way)
    chances = [
        _chance(way, lines, checked=bool(way.trials) and tried >= ENOUGH * whole)
        for way in best.values()
    ]
    ranked = tuple((do, at_most(chances[0], n)) for do, n in zip(best, chances, strict=True))
    plans = tuple(way.plan.steps for way in best.values())
    reason = reason_of(lines, [way.plan for way in ways])
    (decision, chance), *_ = ranked
    return Advice(decision, chance, "ten rooms", tried, ranked, plans[0], reason, plans)


def ways_out(
    lines: Lines, seat: int, shuffle: Shuffle, trials: int | None, in_time: InTime
) -> list[Entrant[CoopLine]]:
    """The ways out that begin with a decision of this seat, the best first.

    After trials of the most promising: none where somebody falls whatever is done, where nothing
    was learned, or where the table has named too few of its cards to deal the others.
    """
    view, judge, found = lines.view, lines.judge, lines.found(seat)
    whole = TRIALS[len(view.players)]
    asked = whole if trials is None else min(trials, whole)
    all_live = len(found[0].spot.living) == len(view.living)
    raced: list[Entrant[CoopLine]] = []
    if asked and all_live and isinstance(judge, LearnedCoopJudge):
        deals = CoopTrials(view, judge.value, shuffle)
        raced = deals.race(found, asked, in_time) if deals.enough else []
    first = [way.plan for way in raced]
    others = [line for line in found if line not in first]
    return raced + [Entrant(line, chance_of(line.rate)) for line in others]


def _chance(way: Entrant[CoopLine], lines: Lines, *, checked: bool) -> float | None:
    """The chance that nobody falls in this room and ten more; None if it cannot be said."""
    if way.plan.spot.alive < lines.alive:
        return 0.0
    if checked and isinstance(lines.judge, LearnedCoopJudge):
        return lines.judge.chance(way.mean)
    return None
