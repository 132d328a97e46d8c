"""The co-operative game: the room planned for all who play (rules.md 3).

Everything lies open until the room is left, so the whole table's turns are planned at once: of all
lines of play only the most promising go on, one step at a time.
"""

from __future__ import annotations

from tracker.rules.advice.answer import Advice
from tracker.rules.advice.coop.judge import CoopJudge
from tracker.rules.advice.coop.learned import CoopValue, LearnedCoopJudge
from tracker.rules.advice.coop.lines import Line, Lines
from tracker.rules.advice.coop.why import reason_of
from tracker.rules.advice.thumb.coop import ThumbCoopJudge
from tracker.rules.advice.weights import learned
from tracker.rules.games.coop.state import CoopState
from tracker.rules.protocol import Decision


def advise(view: CoopState, seat: int) -> Advice | None:
    """The first step of the best way found to leave the room; None if another seat is to act."""
    if seat not in (view.living if view.turn is None else (view.turn,)):
        return None
    judge = judge_of(view)
    lines = Lines(view, judge)
    found = lines.found(seat)
    best: dict[Decision, Line] = {}
    for line in found:
        best.setdefault(line.steps[0][1], line)
    ranked = tuple((do, _chance(line, view, judge)) for do, line in best.items())
    plans = tuple(line.steps for line in best.values())
    (decision, chance), *_ = ranked
    reason = reason_of(lines, found)
    return Advice(decision, chance, "ten rooms", 0, ranked, plans[0], reason, plans)


def _chance(line: Line, view: CoopState, judge: CoopJudge) -> float | None:
    falls = len(line.spot.living) < len(view.living)
    return 0.0 if falls else judge.chance(line.rate)


def judge_of(view: CoopState) -> CoopJudge:
    """The best there is for this number of players."""
    value = learned(f"coop-{len(view.players)}", CoopValue)
    return LearnedCoopJudge(value, view) if value else ThumbCoopJudge()
