"""How a deal can be won, as a match that somebody played so.

The exact search finds the decisions (tracker/rules/advice/proof.py).
"""

from __future__ import annotations

import json
from contextlib import suppress

from tracker.rules.advice.proof import winning_line
from tracker.rules.advice.search import OutOfPositions
from tracker.rules.protocol import Decision
from tracker.rules.refusals import Refused
from tracker.rules.solved import can_be_won
from tracker.rules.words import gettext_noop
from tracker.services.match.advice import Answers, background_slot
from tracker.services.match.deals import first_state
from tracker.services.match.match import DealtMatch, dealt, decide

POSITIONS = 1_700
"""The search gives up after so many, half a second: for one deal in 150 they are too few."""

_lines = Answers[tuple[str, str, str], tuple[Decision, ...]]()


class NotFound(Refused):
    """The search has no line of decisions, though there is one."""


def has_solution(match: DealtMatch) -> bool:
    """Whether the match is over, and its deal is known as one that can be won."""
    over = bool(match.outcome) and not match.outdated
    return over and can_be_won(match.game, match.options, match.deal) is True


def match_solution(match: DealtMatch) -> list[DealtMatch]:
    """How a match that has a solution stands at the start, and after each decision that wins.

    Raises NotFound.
    """
    game, options, seats = match.game, match.options, match.seats
    stages = [dealt(game=game, options=options, seats=seats, seed=match.deal)]
    for decision in _line(match):
        stages.append(decide(stages[-1], 0, decision))
    return stages


def _line(match: DealtMatch) -> tuple[Decision, ...]:
    asked = match.game.key, json.dumps(match.options), match.deal
    with suppress(KeyError):
        return _lines[asked]
    start = first_state(match.game, match.options, 1, match.deal)
    with background_slot() as free, suppress(OutOfPositions):
        if free and (line := winning_line(match.game, start, POSITIONS)):
            return _lines.keep(asked, line)
    raise NotFound(gettext_noop("The search for a way to win took too long."))
