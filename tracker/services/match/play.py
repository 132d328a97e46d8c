"""Matches: dealing one, and the one way a decision is made in it.

The log of moves is the truth. What stands in the row of the match is where the log leads, so that
a move costs the same however many came before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tracker.rules.protocol import Decision
from tracker.rules.refusals import Malformed, Refused
from tracker.rules.words import gettext_noop
from tracker.services.match.deals import SEED, SIT, UNDO, AnyGame, new_seed
from tracker.services.match.match import (
    RECENT,
    Chair,
    Match,
    computers_decide,
    dealt,
    decide,
    remember,
    undo,
)
from tracker.services.match.rows import Overtaken, add_match, log_of, match_change
from tracker.services.match.seats import check_seat
from tracker.services.match.stages import MOST_STAGES, match_stages

MOST_MOVES = 3000
"""Moves of a match, with those that were taken back: two who play at random could play Shiphead for
ever, and who goes on from a move has all before it played again."""


def match_create(
    *, game: AnyGame, options: Mapping[str, Any], chairs: Sequence[Chair], seed: str = ""
) -> str:
    """Deals a new game, the one of this name or one that nobody knows; returns its code.

    Raises BadSetup, Malformed for what is no name, and Refused for any where several people hold
    hands.
    """
    if seed and not SEED.fullmatch(seed):
        raise Malformed(gettext_noop("A deal is named by up to 32 letters, digits and hyphens."))
    match = dealt(game=game, options=options, chairs=chairs, seed=seed or new_seed())
    if seed and not match.namable:
        raise Refused(
            gettext_noop(
                "Several people hold cards here, and whoever knows the name of the deal can look"
                " at all of them at home. Leave the name empty."
            )
        )
    return add_match(match, computers_decide(match))


def match_decide(
    *, code: str, phone: str, seat: int, number: int, decision: Decision
) -> Sequence[Match]:
    """Makes a decision that answers move `number`; then computers play until a person must.

    Returns the stages of the match from that decision on, see match_stages; the last is how it
    stands. A form sent twice counts once. Raises Missing, Malformed for a seat that is none,
    Foreign for one that is not this phone's, Outdated, Overtaken, and Refused for what is not open
    to the seat.
    """

    def think(match: Match) -> Sequence[Match]:
        check_seat(match, seat, phone)
        if _done_already(match, seat, number, decision):
            return ()
        _check_number(match, number)
        if match.waiting:
            raise Refused(gettext_noop("Not every seat is taken yet."))
        if decision not in match.decisions(seat):
            raise Refused(_why_not(match, seat, decision))
        if decision != "quit":
            _check_length(match)
        first = decide(remember(match), seat, decision)
        return [first, *computers_decide(first)]

    before, *stages = match_change(code, think)
    if not stages:
        return match_stages(before, number) or [before]
    return [before, *stages][-MOST_STAGES:]


def match_undo(*, code: str, phone: str, number: int) -> Match:
    """Takes back the newest decision of somebody who plays alone. Raises as match_decide does."""

    def think(match: Match) -> Sequence[Match]:
        check_seat(match, 0, phone)
        if _done_already(match, 0, number, UNDO):
            return ()
        _check_number(match, number)
        if not match.may_undo:
            raise Refused(gettext_noop("There is nothing to undo here."))
        _check_length(match)
        return [undo(match, log_of(match))]

    return match_change(code, think)[-1]


def _check_number(match: Match, number: int) -> None:
    """Somebody who only sat down meanwhile has changed nothing for the others."""
    if number > match.revision:
        raise Malformed(gettext_noop("This game has no move {number}."), number=number)
    since = [move for move in match.moves if move.number > number and move.text != SIT]
    if since or number < match.revision - RECENT:
        raise Overtaken(gettext_noop("The game has gone on meanwhile."))


def _check_length(match: Match) -> None:
    if match.revision >= MOST_MOVES:
        raise Refused(gettext_noop("This game has had too many moves to go on."))


def _done_already(match: Match, seat: int, number: int, decision: Decision) -> bool:
    """Whether the move after this number is the very decision: the form was sent twice."""
    sent = (number + 1, seat, decision)
    return any((move.number, move.seat, move.text) == sent for move in match.moves)


def _why_not(match: Match, seat: int, decision: Decision) -> str:
    if not match.to_act:
        return gettext_noop("The game is over.")
    if seat not in match.to_act:
        return gettext_noop("It is another player’s turn.")
    objection = match.game.objection(match.seen_by(seat), seat, decision)
    return objection or gettext_noop("The rules do not allow that now.")
