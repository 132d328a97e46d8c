"""Matches: dealing one, reading its table, and the one way a decision is made in it.

The log of moves is the truth. What stands in the row of the match is where the log leads, so that
a move costs the same however many came before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from django.utils import timezone

from tracker import models
from tracker.rules.players import PLAYERS
from tracker.rules.protocol import Decision
from tracker.rules.refusals import Malformed, Refused
from tracker.services.codes import new_code
from tracker.services.match.deals import (
    SEED,
    SIT,
    UNDO,
    AnyGame,
    changes,
    dealt,
    replayed,
    shuffle_of,
    standing,
)
from tracker.services.match.rows import RECENT, Chair, Line, Match, add_chairs, log_of, read, stored
from tracker.services.writing import writing

MOST_IN_A_ROW = 400
"""Moves of computers after one another; where nobody else is left they go on at the next look."""


class Foreign(Refused):
    """The seat is not this phone's."""

    status = 403


class Overtaken(Refused):
    """Somebody else was first: the game has gone on since the decision was offered."""


def match_create(
    *, game: AnyGame, options: Mapping[str, Any], chairs: Sequence[Chair], seed: str
) -> str:
    """Deals a new game; returns its code. Raises BadSetup, and Malformed for no seed."""
    if not SEED.fullmatch(seed):
        raise Malformed("A deal is named by up to 32 letters, digits and hyphens.")
    now = timezone.now()
    start = dealt(game, options, len(chairs), seed)
    with writing():
        row = models.Match.objects.create(
            code=new_code(),
            game=game.key,
            options=dict(options),
            seed=seed,
            state=game.to_json(start),
            created=now,
            updated=now,
        )
        add_chairs(row, chairs)
        stored(*_played_by_computers(read(row.code)))
    return row.code


def match_table(code: str) -> Match:
    """The match as it stands. Raises Missing."""
    return read(code)


def match_decide(*, code: str, phone: str, seat: int, number: int, decision: Decision) -> Match:
    """Makes a decision that answers move `number`; then computers play until a person must.

    A form sent twice counts once. Raises Missing, Malformed for a seat that is none, Foreign
    for one that is not this phone's, Overtaken, and Refused for what is not open to the seat.
    """
    with writing():
        opened = read(code, lock=True)
        _check_seat(opened, seat, phone)
        if _done_already(opened, seat, number, decision):
            return opened
        _check_number(opened, number)
        if opened.waiting:
            raise Refused("Not every seat is taken yet.")
        if decision not in opened.game.decisions(opened.state, seat):
            raise Refused(_why_not(opened, seat))
        first = _moved(opened, seat, decision)
        after, rest = _played_by_computers(first)
        return stored(after, [first.lines[0], *rest])


def match_undo(*, code: str, phone: str, number: int) -> Match:
    """Takes back the newest decision of somebody who plays alone. Raises as match_decide does."""
    with writing():
        opened = read(code, lock=True)
        _check_seat(opened, 0, phone)
        if _done_already(opened, 0, number, UNDO):
            return opened
        _check_number(opened, number)
        if not opened.may_undo:
            raise Refused("There is nothing to take back here.")
        before = _replayed(opened, standing(log_of(opened))[:-1])
        undone = replace(opened, standing=opened.standing - 1, undone=opened.undone + 1)
        after = _written(undone, before, 0, UNDO, UNDO)
        return stored(after, [after.lines[0]])


def match_sit(*, code: str, seat: int, phone: str, name: str) -> Match:
    """Takes a free seat for a phone. Raises Refused where it is taken."""
    with writing():
        opened = read(code, lock=True)
        chair = _chair(opened, seat)
        if chair.phone == phone:
            return opened
        if not chair.free:
            raise Refused("Somebody has taken that seat already.")
        return _seated(opened, replace(chair, phone=phone, name=name or chair.name))


def match_move_seat(*, code: str, seat: int, phone: str) -> Match:
    """Goes on with a person's seat on another phone; who may, the view has made sure."""
    with writing():
        opened = read(code, lock=True)
        return _seated(opened, replace(_chair(opened, seat), phone=phone))


def match_replay(code: str) -> Any:
    """The state that the log leads to, from the deal on."""
    opened = read(code)
    return _replayed(opened, standing(log_of(opened)))


def _chair(opened: Match, seat: int) -> Chair:
    if not 0 <= seat < len(opened.chairs):
        raise Malformed("There is no seat {seat} in this game.", seat=seat + 1)
    return opened.chairs[seat]


def _check_seat(opened: Match, seat: int, phone: str) -> None:
    chair = _chair(opened, seat)
    if not phone or chair.phone != phone:
        raise Foreign("That seat is not played on this phone.")


def _check_number(opened: Match, number: int) -> None:
    """Somebody who only sat down meanwhile has changed nothing for the others."""
    if number > opened.revision:
        raise Malformed("This game has no move {number}.", number=number)
    since = [line for line in opened.lines if line.number > number and line.text != SIT]
    if since or number < opened.revision - RECENT:
        raise Overtaken("The game has gone on meanwhile.")


def _done_already(opened: Match, seat: int, number: int, decision: Decision) -> bool:
    """Whether the move after this number is the very decision: the form was sent twice."""
    return any(
        (line.number, line.seat, line.text) == (number + 1, seat, decision) for line in opened.lines
    )


def _why_not(opened: Match, seat: int) -> str:
    if not opened.to_act:
        return "The game is over."
    if seat not in opened.to_act:
        return "It is another player’s turn."
    return "The rules do not allow that now."


def _moved(opened: Match, seat: int, decision: Decision) -> Match:
    """The match after a legal decision, with its line."""
    game, state = opened.game, opened.state
    after = game.play(state, seat, decision, shuffle_of(game, opened.seed))
    opened = replace(opened, standing=opened.standing + 1)
    return _written(opened, after, seat, decision, game.told(state, seat, decision))


def _written(opened: Match, after: Any, seat: int, text: str, told: str) -> Match:
    number, now = opened.revision + 1, timezone.now()
    changed = changes(opened.game, opened.state, after)
    line = Line(number, seat, text, told, changed, now)
    outcome = opened.game.outcome(after)
    return replace(
        opened,
        state=after,
        revision=number,
        updated=now,
        outcome=outcome.word if outcome else "",
        winner=outcome.winner if outcome else None,
        score=opened.game.score(after) if outcome else {},
        lines=(line, *opened.lines)[:RECENT],
    )


def _played_by_computers(opened: Match) -> tuple[Match, list[Line]]:
    """Computers decide until a person must; each sees no more than its seat may see.

    Their dice follow from the deal too: whoever plays it meets the same opponents.
    """
    lines: list[Line] = []
    while len(lines) < MOST_IN_A_ROW and (seat := _computer_to_act(opened)) is not None:
        view = opened.game.view(opened.state, seat)
        chance = Random(f"{opened.seed}:{opened.revision}")
        decide = PLAYERS[opened.game.key][opened.chairs[seat].level]
        opened = _moved(opened, seat, decide(view, seat, chance))
        lines.append(opened.lines[0])
    return opened, lines


def _computer_to_act(opened: Match) -> int | None:
    seats = opened.to_act
    computers = [seat for seat in seats if opened.chairs[seat].level]
    return computers[0] if computers and len(computers) == len(seats) else None


def _seated(opened: Match, chair: Chair) -> Match:
    rows = models.Seat.objects.filter(match=opened.id, number=chair.number)
    rows.update(phone=chair.phone, name=chair.name)
    chairs = tuple(chair if c.number == chair.number else c for c in opened.chairs)
    sat = _written(replace(opened, chairs=chairs), opened.state, chair.number, SIT, SIT)
    after, lines = _played_by_computers(sat)
    return stored(after, [sat.lines[0], *lines])


def _replayed(opened: Match, decisions: Sequence[tuple[int, Decision]]) -> Any:
    start = dealt(opened.game, opened.options, len(opened.chairs), opened.seed)
    return replayed(opened.game, opened.seed, start, decisions)
