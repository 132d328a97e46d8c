"""Matches that come from a backup, played again: all their rows say follows from deal and log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tracker import models
from tracker.rules.cards import PACK
from tracker.rules.players import PLAYERS
from tracker.rules.protocol import BadSetup, Illegal, parts
from tracker.rules.registry import GAMES
from tracker.services.match.deals import SIT, UNDO, changes
from tracker.services.match.match import CHAIR, Chair, Match, dealt, decide, read_state

ASTRAY = (Illegal, BadSetup, ValueError, TypeError, LookupError, AttributeError, OverflowError)
OUTDATED = 0
"""No rules have this version, so the match is over for good (services/match/match.py)."""

Line = tuple[str, dict[str, list[Any]]]


def matches_audit() -> None:
    """Leaves a match outdated whose log does not lead to where it stands, inside `writing`.

    A move that tells or changed something else than these rules say gets theirs.
    """
    for game in GAMES.values():
        rows = models.Match.objects.filter(game=game.key, version=game.version)
        for number in list(rows.values_list("id", flat=True)):
            _audit(rows.get(id=number))


def _audit(row: models.Match) -> None:
    moves = list(models.Move.objects.filter(match=row).order_by("number"))
    try:
        lines = list(_lines(row, moves))
    except ASTRAY:
        models.Match.objects.filter(id=row.id).update(version=OUTDATED)
        return
    wrong = []
    for move, (report, changed) in zip(moves, lines, strict=True):
        if not _says(move.report, report) or move.changes != changed:
            move.report, move.changes = report, changed
            wrong.append(move)
    models.Move.objects.bulk_update(wrong, ["report", "changes"], batch_size=100)


def _says(report: str, tale: str) -> bool:
    """Whether a report tells the same; early releases named fewer cards."""
    verb, cards, _ = parts(report)
    return verb == parts(tale)[0] and {*cards.split(",")} <= {*PACK, ""}


def _lines(row: models.Match, moves: Sequence[models.Move]) -> Iterator[Line]:
    """How each move is told, and what it changed. Raises one of ASTRAY."""
    game = GAMES[row.game]
    chairs = [Chair(*values) for values in row.seats.order_by("number").values_list(*CHAIR)]
    past = [dealt(game=game, options=row.options, chairs=chairs, seed=row.seed)]
    for move in moves:
        if move.text == UNDO:
            before = past.pop()
            yield UNDO, changes(game, _state(before), _state(past[-1]))
        elif move.text == SIT:
            yield SIT, {}
        else:
            past.append(decide(past[-1], move.seat, move.text))
            made = past[-1].moves[0]
            yield made.report, made.changes
    _check(row, past[-1])


def _state(match: Match) -> Any:
    return match.game.from_json(match.columns["state"])


def _check(row: models.Match, there: Match) -> None:
    """Raises ValueError where the match does not stand there."""
    state = read_state(there.game, row.state)
    stands = (state, row.outcome, row.winner) == (_state(there), there.outcome, there.winner)
    scored = there.score.items() <= row.score.items()  # an early release kept more
    known = {"", *PLAYERS.get(row.game, ())}.issuperset(chair.level for chair in there.chairs)
    if not (stands and scored and known):
        raise ValueError(row.code)
