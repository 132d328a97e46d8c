"""The stages of a match: how it stood after each move that came of a person's newest decision."""

from __future__ import annotations

from dataclasses import replace

from tracker import models
from tracker.rules.protocol import Decision
from tracker.services.match.deals import SIT, UNDO, shuffle_of
from tracker.services.match.match import MOVE, Match, Move, read_state

MOST_STAGES = 13
"""Twelve moves: nobody watches for longer. Of more than that the last ones are shown."""


def match_stages(match: Match, since: int) -> list[Match]:
    """How it stood at revision `since`, or later where nothing is known of that, and after each
    move from then on; the last is how it stands. Empty where there is nothing to show."""
    if match.outdated or not since <= match.revision:
        return []
    stage = _earlier(match)
    stages = [stage] if stage else []
    for move in _moves_after(match) if stage else ():
        stages.append(_after(stages[-1], move))
    return [stage for stage in stages if stage.revision >= since][-MOST_STAGES:]


def _earlier(match: Match) -> Match | None:
    state = read_state(match.game, match.earlier_state)
    if state is None:
        return None
    return replace(
        match, state=state, revision=match.earlier_revision, moves=(), outcome="", winner=None
    )


def _moves_after(match: Match) -> list[Move]:
    """Those that can be played again. What was taken back is not shown."""
    rows = models.Move.objects.filter(match=match.id, number__gt=match.earlier_revision)
    moves = [Move(*values) for values in rows.order_by("number").values_list(*MOVE)]
    return [] if any(move.text == UNDO for move in moves) else moves


def _after(stage: Match, move: Move) -> Match:
    return replace(
        stage, state=_state_after(stage, move), revision=move.number, moves=(move, *stage.moves)
    )


def _state_after(stage: Match, move: Move) -> object:
    decision: Decision = move.text
    if decision == SIT:
        return stage.state
    shuffle = shuffle_of(stage.game, stage.seed)
    return stage.game.play(stage.state, move.seat, decision, shuffle)
