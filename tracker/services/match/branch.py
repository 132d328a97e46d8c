"""A new match that goes on from a position of another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.db.models import QuerySet

from tracker import models
from tracker.rules.refusals import Malformed
from tracker.rules.words import gettext_noop
from tracker.services.match.match import Match, Move, computers_decide, dealt, decide
from tracker.services.match.replay import Unplayable, standing
from tracker.services.match.rows import Outdated, add_match, match_table
from tracker.services.writing import writing


def match_branch(*, code: str, at: int, phone: str) -> str:
    """A match with the same deal, played as far as `at` moves of this one; returns its code.

    All its people sit at this phone. Its log holds those moves as well, so it is what its deal and
    its decisions say, like any match; but it is marked and counts in no record. Sent twice it is
    one. Raises Missing, Outdated, Malformed, Unplayable, and Unfinished, because all hands would be
    seen.
    """
    source = match_table(code)
    if source.outdated:
        raise Outdated(gettext_noop("The rules of this game have changed since it was dealt."))
    source.check_over()
    moves = standing(source)
    if not 0 <= at < len(moves):
        raise Malformed(gettext_noop("This game has no move {number}."), number=at)
    start = dealt(
        game=source.game,
        options=source.options,
        chairs=[chair if chair.level else replace(chair, phone=phone) for chair in source.chairs],
        seed=source.deal,
        prefix_count=at,
    )
    stages = _as_far(start, moves[:at])
    stages += computers_decide(stages[-1])
    twins = _untouched(stages[-1], phone)
    with writing():
        models.Match.objects.select_for_update().get(id=source.id)  # one at a time
        return twins.first() or add_match(start, stages[1:])


def _untouched(after: Match, phone: str) -> QuerySet[models.Match, str]:
    """The codes of those that stand there already and in which nobody has moved since: the form
    was sent twice."""
    written = {**after.deal_columns, **after.columns}
    same = ("game", "seed", "prefix_count", "revision", "state")
    rows = models.Match.objects.filter(seats__phone=phone, **{name: written[name] for name in same})
    return rows.values_list("code", flat=True)


def _as_far(match: Match, moves: Sequence[Move]) -> list[Match]:
    """How it stands before the first of these moves and after each. Raises Unplayable."""
    stages = [match]
    for move in moves:
        if move.text not in stages[-1].decisions(move.seat):
            raise Unplayable(gettext_noop("The moves of this game no longer fit the rules."))
        stages.append(decide(stages[-1], move.seat, move.text))
    return stages
