"""The co-operative game: the room planned for all who play (rules.md 3).

Everything lies open until the room is left, so the whole table's turns are planned at once: of all
lines of play only the most promising go on, one step at a time.
"""

from __future__ import annotations

from tracker.rules.advice.answer import Advice
from tracker.rules.advice.coop.judge import CoopJudge
from tracker.rules.advice.coop.learned import CoopValue, LearnedCoopJudge
from tracker.rules.advice.coop.lines import Lines
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
    ranked: dict[Decision, float | None] = {}
    for line in found:
        falls = len(line.spot.living) < len(view.living)
        ranked.setdefault(line.steps[0][1], 0.0 if falls else judge.chance(line.rate))
    decision, chance = next(iter(ranked.items()))
    reason = reason_of(lines, found)
    return Advice(decision, chance, "ten rooms", 0, tuple(ranked.items()), found[0].steps, reason)


LEARNED = (1, 2)
"""The numbers of players that there are weights for."""


def judge_of(view: CoopState) -> CoopJudge:
    """The best there is for this number of players."""
    seats = len(view.players)
    value = learned(f"coop-{seats}", CoopValue) if seats in LEARNED else None
    return LearnedCoopJudge(value, view) if value else ThumbCoopJudge()
