"""The stages of a match: how it stood after each move that came of a person's newest decision.

Whoever decides is handed them (match_decide). Other phones have them played once more.
"""

from __future__ import annotations

from collections.abc import Sequence

from tracker import models
from tracker.services.match.deals import UNDO
from tracker.services.match.match import MOVE, Match, Move

MOST_STAGES = 13
"""Twelve moves: nobody watches for longer. Of more than that the last ones are shown."""


def match_stages(match: Match, since: int) -> Sequence[Match]:
    """How it stood at revision `since`, or later where nothing is known of that, and after each
    move from then on; the last is how it stands. Empty where there is nothing to show."""
    if match.outdated or not since <= match.revision:
        return []
    stage = match.earlier()
    stages = [stage] if stage else []
    for move in _moves_after(match) if stage else ():
        stages.append(stages[-1].after(move))
    return [stage for stage in stages if stage.revision >= since][-MOST_STAGES:]


def _moves_after(match: Match) -> list[Move]:
    """Those that can be played again. What was taken back is not shown."""
    rows = models.Move.objects.filter(
        match=match.id, number__gt=match.earlier_revision, number__lte=match.revision
    )
    moves = [Move(*values) for values in rows.order_by("number").values_list(*MOVE)]
    return [] if any(move.text == UNDO for move in moves) else moves
