"""The judge of a co-operative table: learned for its number of players, or a rule of thumb."""

from __future__ import annotations

from tracker.rules.advice.coop.judge import CoopJudge
from tracker.rules.advice.coop.learned import CoopValue, LearnedCoopJudge
from tracker.rules.advice.thumb.coop import ThumbCoopJudge
from tracker.rules.advice.weights import learned
from tracker.rules.games.coop.state import CoopState


def judge_of(view: CoopState) -> CoopJudge:
    """The best there is for this number of players."""
    value = learned(f"coop-{len(view.players)}", CoopValue)
    return LearnedCoopJudge(value, view) if value else ThumbCoopJudge()
