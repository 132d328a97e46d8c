"""A match played again: its decisions that stand, and how it stood after each of them.

One that comes from a backup is played again too: all that its rows say follows from deal and log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from tracker import models
from tracker.rules.cards import PACK
from tracker.rules.games import GAMES
from tracker.rules.players import PLAYERS
from tracker.rules.protocol import BadSetup, Illegal, parts
from tracker.rules.words import Malformed, Refused, gettext_noop
from tracker.services.match.deals import AWAY, SIT, UNDO, changes, is_seating
from tracker.services.match.match import (
    NOBODY,
    RECENT,
    SEAT,
    DealtMatch,
    LoggedMove,
    Seat,
    dealt,
    decide,
    not_undone,
    read_state,
    states,
)
from tracker.services.match.rows import moves_of
from tracker.services.match.stand_in import asked_about
from tracker.services.reading import UNREADABLE


class Unplayable(Refused):
    """The log of the match, or its deal, is not one of these rules."""


def moves_not_undone(match: DealtMatch) -> list[LoggedMove]:
    """The moves whose decisions were not taken back, oldest first."""
    return not_undone(moves_of(match))


def revealed_states(
    match: DealtMatch, moves: Iterable[LoggedMove], state: Any = None
) -> Iterator[Any]:
    """`states` of a match that is over. Raises Unfinished before the end, and Unplayable."""
    match.check_over()
    try:
        yield from states(match, moves, state)
    except (Illegal, BadSetup):
        raise Unplayable(gettext_noop("The moves of this game no longer fit the rules.")) from None


def at_move(match: DealtMatch, moves: Sequence[LoggedMove], at: int) -> DealtMatch:
    """How it stood after `at` of its standing moves; as it ended, after all of them.

    Raises Malformed for a number that is none of them, Unfinished and Unplayable.
    """
    if not 0 <= at <= len(moves):
        raise Malformed(gettext_noop("This game has no move {number}."), number=at)
    recent = tuple(reversed(moves[max(0, at - RECENT) : at]))
    if at == len(moves):
        return replace(match, moves=recent)
    *_, state = revealed_states(match, moves[:at])
    number = recent[0].number if recent else 0
    return match.standing_at(state, revision=number, moves=recent, outcome="", winner=None)


def seen_states(match: DealtMatch) -> Iterator[Any]:
    """The states that everybody saw: before the first of its standing moves and after each of
    them, as far as they fit the rules.
    """
    with suppress(Illegal, BadSetup):
        for state in states(match, moves_not_undone(match)):
            yield match.game.view(state, NOBODY)


MOST_STAGES = 13
"""Twelve moves: nobody watches for longer. Of more than that the last ones are shown."""


def match_stages(match: DealtMatch, since: int) -> Sequence[DealtMatch]:
    """How it stood at revision `since`, or later where nothing is known of that, and after each
    move from then on; the last is how it stands. Empty where there is nothing to show."""
    if match.outdated or not since <= match.revision:
        return []
    stage = match.earlier()
    stages = [stage] if stage else []
    for move in _moves_after(match) if stage else ():
        stages.append(stages[-1].after(move))
    return [stage for stage in stages if stage.revision >= since][-MOST_STAGES:]


def _moves_after(match: DealtMatch) -> list[LoggedMove]:
    """The moves that can be played again; none if one of them was taken back."""
    moves = moves_of(match, after=match.earlier_revision)
    return [] if any(move.text == UNDO for move in moves) else moves


ASTRAY = (Illegal, BadSetup, *UNREADABLE)
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
        # Kept, not deleted: its result and its log are still somebody's.
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
    sides = [Seat(*values) for values in row.seats.order_by("number").values_list(*SEAT)]
    past = [dealt(game=game, options=row.options, seats=sides, seed=row.seed)]
    for move in moves:
        if move.text == UNDO:
            before = past.pop()
            yield UNDO, changes(game, _state(before), _state(past[-1]))
        elif is_seating(move.text):
            _check_seating(past[-1], move)
            yield move.text, {}
        else:
            past.append(decide(past[-1], move.seat, move.text))
            made = past[-1].moves[0]
            yield made.report, made.changes
    _check(row, past[-1])


def _check_seating(match: DealtMatch, line: models.Move) -> None:
    """Raises ValueError for a line about who plays that no match could have."""
    known = line.text in (SIT, AWAY) or asked_about(match, line.text)
    if not known or line.seat >= len(match.seats):
        raise ValueError(line.text)


def _state(match: DealtMatch) -> Any:
    return match.game.from_json(match.columns["state"])


def _check(row: models.Match, there: DealtMatch) -> None:
    """Raises ValueError where the match does not stand there."""
    state = read_state(there.game, row.state)
    stands = (state, row.outcome, row.winner) == (_state(there), there.outcome, there.winner)
    scored = there.score.items() <= row.score.items()  # an early release kept more
    known = {"", *PLAYERS.get(row.game, ())}.issuperset(side.level for side in there.seats)
    if not (stands and scored and known):
        raise ValueError(row.code)
