"""Matches: dealing one, reading its table, and the one way a decision is made in it.

The log of moves is the truth. What stands in the row of the match is where the log leads, so that
a move costs the same however many came before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tracker.rules.protocol import BadSetup, Decision, Illegal
from tracker.rules.refusals import Malformed, Refused
from tracker.rules.words import gettext_noop
from tracker.services.match.deals import SEED, SIT, UNDO, AnyGame, decisions_in, first_state, replay
from tracker.services.match.match import RECENT, Chair, Match, add_match, log_of, read, store
from tracker.services.match.moves import decide, let_computers_move, log_move, remember
from tracker.services.match.seats import check_seat, open_match
from tracker.services.writing import writing


class Overtaken(Refused):
    """Somebody else was first: the game has gone on since the decision was offered."""


def match_create(
    *, game: AnyGame, options: Mapping[str, Any], chairs: Sequence[Chair], seed: str
) -> str:
    """Deals a new game; returns its code. Raises BadSetup, and Malformed for no seed."""
    if not SEED.fullmatch(seed):
        raise Malformed(gettext_noop("A deal is named by up to 32 letters, digits and hyphens."))
    start = first_state(game, options, len(chairs), seed)
    with writing():
        match = add_match(game, options, chairs, seed, start)
        return store(*let_computers_move(match)).code


def match_table(code: str) -> Match:
    """The match as it stands. Raises Missing."""
    return read(code)


def match_decide(*, code: str, phone: str, seat: int, number: int, decision: Decision) -> Match:
    """Makes a decision that answers move `number`; then computers play until a person must.

    A form sent twice counts once. Raises Missing, Malformed for a seat that is none, Foreign
    for one that is not this phone's, Outdated, Overtaken, and Refused for what is not open to the
    seat.
    """
    with writing():
        match = open_match(code)
        check_seat(match, seat, phone)
        if _done_already(match, seat, number, decision):
            return match
        _check_number(match, number)
        if match.waiting:
            raise Refused(gettext_noop("Not every seat is taken yet."))
        if decision not in match.decisions(seat):
            raise Refused(_why_not(match, seat, decision))
        first = decide(remember(match), seat, decision)
        after, moves = let_computers_move(first)
        return store(after, [first.moves[0], *moves])


def match_undo(*, code: str, phone: str, number: int) -> Match:
    """Takes back the newest decision of somebody who plays alone. Raises as match_decide does."""
    with writing():
        match = open_match(code)
        check_seat(match, 0, phone)
        if _done_already(match, 0, number, UNDO):
            return match
        _check_number(match, number)
        if not match.may_undo:
            raise Refused(gettext_noop("There is nothing to undo here."))
        before = _before_the_newest(match)
        back = replace(
            match, decision_count=match.decision_count - 1, undo_count=match.undo_count + 1
        )
        after = log_move(back, before, 0, UNDO, UNDO)
        return store(after, [after.moves[0]])


def _before_the_newest(match: Match) -> Any:
    """Where the log led without its newest decision. Raises Refused where it leads nowhere."""
    decisions = decisions_in(log_of(match))[:-1]
    try:
        start = first_state(match.game, match.options, len(match.chairs), match.seed)
        return replay(match.game, match.seed, start, decisions)
    except (Illegal, BadSetup):
        raise Refused(
            gettext_noop("Its earlier moves no longer fit the rules, so nothing can be undone.")
        ) from None


def _check_number(match: Match, number: int) -> None:
    """Somebody who only sat down meanwhile has changed nothing for the others."""
    if number > match.revision:
        raise Malformed(gettext_noop("This game has no move {number}."), number=number)
    since = [move for move in match.moves if move.number > number and move.text != SIT]
    if since or number < match.revision - RECENT:
        raise Overtaken(gettext_noop("The game has gone on meanwhile."))


def _done_already(match: Match, seat: int, number: int, decision: Decision) -> bool:
    """Whether the move after this number is the very decision: the form was sent twice."""
    sent = (number + 1, seat, decision)
    return any((move.number, move.seat, move.text) == sent for move in match.moves)


def _why_not(match: Match, seat: int, decision: Decision) -> str:
    if not match.to_act:
        return gettext_noop("The game is over.")
    if seat not in match.to_act:
        return gettext_noop("It is another player’s turn.")
    objection = match.game.objection(match.state, seat, decision)
    return objection or gettext_noop("The rules do not allow that now.")
