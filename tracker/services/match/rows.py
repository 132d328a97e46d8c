"""The rows of a match: reading it, storing a new one, and the one way its moves are written.

What takes thought is done before the transaction: the match is read, a move and the computers'
answer are worked out, and then they are stored, unless somebody else was first meanwhile.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.db import connection
from django.db.models import QuerySet

from tracker import models
from tracker.rules.games import GAMES
from tracker.rules.words import Refused, gettext_noop
from tracker.services.codes import Missing
from tracker.services.match.match import (
    MOVE,
    RECENT,
    SEAT,
    DealtMatch,
    LoggedMove,
    Seat,
    match_of,
)
from tracker.services.news import announce, match_topic
from tracker.services.register import give_out
from tracker.services.writing import writing

ADD_MOVE = (
    f"INSERT INTO tracker_move (match_id, {', '.join(MOVE)})"
    f" VALUES ({', '.join(['%s'] * (len(MOVE) + 1))})"
)
MOST_TRIES = 5
"""Somebody who was overtaken as often has to look at the table first."""


class Outdated(Refused):
    """The rules have changed since the match was dealt."""


class Overtaken(Refused):
    """Somebody else was first: the game has gone on since the decision was offered."""


def match_table(code: str) -> DealtMatch:
    """The match with this code as it stands.

    Raises Missing, also for one of a game that is not dealt here.
    """
    return read_row(models.Match.objects.filter(code=code))


def read_row(found: QuerySet[models.Match]) -> DealtMatch:
    """The first of these matches; see `match_table`."""
    row = found.filter(game__in=GAMES).values().first()
    if row is None:
        raise Missing("No match has this code.")
    rows = models.Seat.objects.filter(match=row["id"]).order_by("number")
    sides = [Seat(*values) for values in rows.values_list(*SEAT)]
    if not sides:
        raise Missing("The match was deleted while it was read.")
    moves = _moves(row["id"], row["revision"] - RECENT, row["revision"])
    return match_of(row, sides, reversed(moves))


def moves_of(match: DealtMatch, *, after: int = 0) -> list[LoggedMove]:
    """The moves of a match after that number, oldest first. Raises Missing once it is deleted."""
    return _moves(match.id, after, match.revision)


def _moves(match: int, after: int, last: int) -> list[LoggedMove]:
    rows = models.Move.objects.filter(match=match, number__gt=after, number__lte=last)
    moves = [LoggedMove(*values) for values in rows.order_by("number").values_list(*MOVE)]
    if not moves and last > max(after, 0):
        raise Missing("The match was deleted while it was read.")
    return moves


def match_change(
    code: str, think: Callable[[DealtMatch], Sequence[DealtMatch]]
) -> Sequence[DealtMatch]:
    """Stores the moves that `think` makes of the match, and returns its stages.

    `think` answers with how the match stands after each of them, and has as long as it likes. What
    it made of a match that went on meanwhile is thrown away, and it thinks again. The first of the
    stages is the match before those moves. Raises Missing, Outdated, Overtaken, and what `think`
    raises.
    """
    for _ in range(MOST_TRIES):
        before = match_table(code)
        if before.outdated:
            raise Outdated(gettext_noop("The rules of this game have changed since it was dealt."))
        # Outside the transaction: computers may take long to think.
        stages = think(before)
        if not stages or _store(before, stages):
            return [before, *stages]
    raise Overtaken(gettext_noop("The game has moved on in the meantime."))


def _store(before: DealtMatch, stages: Sequence[DealtMatch]) -> bool:
    """Whether the match was still as it stood `before`; then it has these moves now."""
    after = stages[-1]
    columns = after.columns
    with writing():
        # The revision in the WHERE is the lock: of two writers one updates no row.
        rows = models.Match.objects.filter(id=before.id, revision=before.revision)
        if not rows.update(**columns):
            return False
        for was, side in zip(before.seats, after.seats, strict=True):
            if side != was:
                seats = models.Seat.objects.filter(match=before.id, number=side.number)
                seats.update(name=side.name, phone=side.phone, level=side.level)
        _add_moves(before.id, stages)
        announce(match_topic(before.id), after.revision)
    return True


def add_match(start: DealtMatch, stages: Sequence[DealtMatch] = (), code: str = "") -> str:
    """Stores a new match with the moves that lead through these stages; returns its code, here
    made if none is given. Raises Taken where that was given out before."""
    columns = {**start.deal_columns, **(stages[-1] if stages else start).columns}
    with writing():
        row = models.Match.objects.create(code=give_out(code), **columns)
        models.Seat.objects.bulk_create(
            models.Seat(match=row, **{name: getattr(side, name) for name in SEAT})
            for side in start.seats
        )
        _add_moves(row.id, stages)
    return row.code


def _add_moves(match: int, stages: Iterable[DealtMatch]) -> None:
    """A branch begins with hundreds of moves, and models would hold the lock much longer."""
    with connection.cursor() as cursor:
        cursor.executemany(ADD_MOVE, [(match, *_stored(stage.moves[0])) for stage in stages])


def _stored(move: LoggedMove) -> Iterable[Any]:
    created = connection.ops.adapt_datetimefield_value(move.created)
    return (*(getattr(move, name) for name in MOVE[:-2]), json.dumps(move.changes), created)
