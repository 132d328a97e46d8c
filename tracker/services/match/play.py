"""Matches: dealing one, and the one way a decision is made in it.

The log of moves is the truth. What stands in the row of the match is where the log leads, so that
a move costs the same however many came before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.core import signing
from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare

from tracker import models
from tracker.rules.protocol import Decision
from tracker.rules.words import Malformed, Refused, gettext_noop
from tracker.services.codes import Missing
from tracker.services.match.deals import SEED, SIT, UNDO, AnyGame, is_seating, new_seed
from tracker.services.match.log import MOST_STAGES, Unplayable, match_stages, moves_not_undone
from tracker.services.match.match import (
    RECENT,
    DealtMatch,
    LoggedMove,
    Seat,
    computers_decide,
    dealt,
    decide,
    remember,
    sit,
    undo,
)
from tracker.services.match.rows import (
    Outdated,
    Overtaken,
    add_match,
    match_change,
    match_table,
    moves_of,
    read_row,
)
from tracker.services.match.stand_in import answered, asked_about, came_back
from tracker.services.news import DELETED, announce, match_topic
from tracker.services.register import give_out, is_made, make_once
from tracker.services.writing import writing

MOST_MOVES = 3000
"""Moves of a match, with those that were taken back: two who play at random could play Shiphead for
ever, and who goes on from a move has all before it played again."""


def match_create(
    *,
    game: AnyGame,
    options: Mapping[str, Any],
    seats: Sequence[Seat],
    seed: str = "",
    code: str = "",
) -> str:
    """Deals a new game, the one of this name or one that nobody knows; returns its code.

    Who knows the `code` has asked for it: sent again, it is the same game until somebody moves.
    Raises BadSetup, Malformed for what is no name, and Refused for any where several people hold
    hands.
    """
    if seed and not SEED.fullmatch(seed):
        raise Malformed(gettext_noop("Deal names use up to 32 letters, digits and hyphens."))
    match = dealt(game=game, options=options, seats=seats, seed=seed or new_seed())
    if seed and not match.namable:
        raise Refused(
            gettext_noop(
                "Anyone who knows the deal’s name could see every hidden hand. "
                "Leave the name empty."
            )
        )
    stages = computers_decide(match)
    return make_once(code, _untouched(), lambda code: add_match(match, stages, code))


def match_is_made(code: str) -> bool:
    """Whether who has asked for this code is given a game that is there already."""
    return is_made(code, _untouched())


def _untouched() -> QuerySet[models.Match]:
    """The games in which no person has moved yet."""
    return models.Match.objects.filter(earlier_state="")


def match_decide(
    *, code: str, phone: str, seat: int, number: int, decision: Decision
) -> Sequence[DealtMatch]:
    """Makes a decision that answers move `number`; then computers play until a person must.

    Who comes back to a seat that a computer plays has it again, if only by an old form. Offers of
    a computer, and answers to them, come this way too: see stand_in.py.

    Returns the stages of the match from that decision on, see match_stages; the last is how it
    stands. A form sent twice counts once. Raises Missing, Malformed for a seat that is none,
    Foreign for one that is not this phone's, Outdated, Overtaken, and Refused for what is not open
    to the seat.
    """

    def think(match: DealtMatch) -> Sequence[DealtMatch]:
        check_seat(match, seat, phone)
        # Before the number is checked: the repeat of a form is late by one move.
        if _done_already(match, seat, number, decision):
            return ()
        back = came_back(match, phone)
        if back and not (number == match.revision and decision in match.decisions(seat)):
            return back
        match = [match, *back][-1]
        _check_number(match, number)
        if decision == SIT or asked_about(match, decision):
            return answered(match, seat, decision)
        if match.waiting:
            raise Refused(gettext_noop("Not every seat is taken yet."))
        if decision not in match.decisions(seat):
            raise Refused(_why_not(match, seat, decision))
        # A game at its limit can still be given up.
        if decision != "quit":
            _check_length(match)
        # The state before it is kept, so that other phones can show it move by move.
        first = decide(remember(match), seat, decision)
        return [*back, first, *computers_decide(first)]

    before, *stages = match_change(code, think)
    if not stages:
        return match_stages(before, number) or [before]
    return [before, *stages][-MOST_STAGES:]


def match_undo(*, code: str, phone: str, number: int) -> DealtMatch:
    """Takes back the newest decision of somebody who plays alone. Raises as match_decide does."""

    def think(match: DealtMatch) -> Sequence[DealtMatch]:
        check_seat(match, 0, phone)
        if _done_already(match, 0, number, UNDO):
            return ()
        _check_number(match, number)
        if not match.may_undo:
            raise Refused(gettext_noop("There is nothing to undo here."))
        _check_length(match)
        return [undo(match, moves_of(match))]

    return match_change(code, think)[-1]


def _check_number(match: DealtMatch, number: int) -> None:
    """Somebody who only sat down meanwhile has changed nothing for the others."""
    if number > match.revision:
        raise Malformed(gettext_noop("This game has no move {number}."), number=number)
    since = [move for move in match.moves if move.number > number and not is_seating(move.text)]
    if since or number < match.revision - RECENT:
        raise Overtaken(gettext_noop("The game has moved on in the meantime."))


def _check_length(match: DealtMatch) -> None:
    if match.revision >= MOST_MOVES:
        raise Refused(gettext_noop("This game has reached the limit of moves."))


def _done_already(match: DealtMatch, seat: int, number: int, decision: Decision) -> bool:
    """Whether the move after this number is the very decision: the form was sent twice."""
    sent = (number + 1, seat, decision)
    return any((move.number, move.seat, move.text) == sent for move in match.moves)


def _why_not(match: DealtMatch, seat: int, decision: Decision) -> str:
    if not match.to_act:
        return gettext_noop("The game is over.")
    if seat not in match.to_act:
        return gettext_noop("It is another player’s turn.")
    objection = match.game.objection(match.seen_by(seat), seat, decision)
    return objection or gettext_noop("The rules don’t allow that now.")


SALT = "seat"


class Foreign(Refused):
    """The seat is not this phone's."""

    status = 403


def match_sit(*, code: str, seat: int, phone: str, name: str) -> DealtMatch:
    """Takes a free seat for a phone. Raises Refused where it is taken, Outdated and Malformed."""

    def think(match: DealtMatch) -> Sequence[DealtMatch]:
        side = _seat(match, seat)
        if side.phone == phone:
            # One phone pressed the button twice.
            return ()
        if not side.free:
            raise Refused(gettext_noop("Somebody has already taken that seat."))
        return _seated(match, replace(side, phone=phone, name=name or side.name))

    return match_change(code, think)[-1]


def match_move_seat(*, code: str, seat: int, key: str, phone: str) -> DealtMatch:
    """Goes on with a person's seat on another phone. Raises Missing unless the key opens it, or has
    done so for this very phone."""

    def think(match: DealtMatch) -> Sequence[DealtMatch]:
        try:
            side = seat_by_key(match, seat, key)
        except Missing:
            if seat in match.seats_of(phone):
                # One phone pressed the button twice.
                return ()
            raise
        return _seated(match, replace(side, phone=phone, level=""))

    return match_change(code, think)[-1]


def _seated(match: DealtMatch, side: Seat) -> Sequence[DealtMatch]:
    seated = sit(match, side)
    return [seated, *computers_decide(seated)]


def seat_key(match: DealtMatch, side: Seat) -> str:
    """The secret that opens this seat on another phone."""
    place = f"{match.code}.{side.number}.{side.phone}"
    return signing.Signer(salt=SALT).signature(place)


def seat_by_key(match: DealtMatch, seat: int, key: str) -> Seat:
    """The seat that this secret opens. Raises Missing where it opens none."""
    for side in match.seats:
        fits = constant_time_compare(key, seat_key(match, side))
        if side.number == seat and side.phone and fits:
            return side
    raise Missing("This secret opens no seat.")


def check_seat(match: DealtMatch, seat: int, phone: str) -> None:
    """Raises Malformed for a seat that is none, Foreign unless it is played on this phone."""
    side = _seat(match, seat)
    if not phone or side.phone != phone:
        raise Foreign(gettext_noop("That seat isn’t played on this phone."))


def _seat(match: DealtMatch, seat: int) -> Seat:
    if not 0 <= seat < len(match.seats):
        raise Malformed(gettext_noop("There is no seat {seat} in this game."), seat=seat + 1)
    return match.seats[seat]


def match_branch(*, code: str, at: int, phone: str, fresh: str = "") -> str:
    """A match with the same deal, played as far as `at` moves of this one; returns its code.

    All its people sit at this phone. Its log holds those moves as well, so it is what its deal and
    its decisions say, like any match; but it is marked and counts in no record. From move 0 it is
    the same deal again, which counts. Who knows the `fresh` code has asked for it, as for that of
    match_create. Raises Missing, Outdated, Malformed, Unplayable, and Unfinished, because all
    hands would be seen.
    """
    source = match_table(code)
    if source.outdated:
        raise Outdated(gettext_noop("The rules of this game have changed since it was dealt."))
    source.check_over()
    moves = moves_not_undone(source)
    if not 0 <= at < len(moves):
        raise Malformed(gettext_noop("This game has no move {number}."), number=at)
    start = dealt(
        game=source.game,
        options=source.options,
        seats=[side if side.level else replace(side, phone=phone) for side in source.seats],
        seed=source.deal,
        prefix_count=at,
    )
    stages = _as_far(start, moves[:at])
    stages += computers_decide(stages[-1])
    return make_once(fresh, _untouched(), lambda code: add_match(start, stages[1:], code))


def _as_far(match: DealtMatch, moves: Sequence[LoggedMove]) -> list[DealtMatch]:
    """How it stands before the first of these moves and after each. Raises Unplayable."""
    stages = [match]
    for move in moves:
        if move.text not in stages[-1].decisions(move.seat):
            raise Unplayable(gettext_noop("The moves of this game no longer fit the rules."))
        stages.append(decide(stages[-1], move.seat, move.text))
    return stages


def match_share(*, code: str, phone: str) -> None:
    """Makes the public page if there is none. Raises Missing, Foreign for a phone without a seat,
    and Unfinished."""
    match = _own(code, phone)
    with writing():
        rows = models.Match.objects.filter(id=match.id, share_code="").exclude(outcome="")
        if rows.exists():
            rows.update(share_code=give_out())


def match_withdraw(*, code: str, phone: str) -> None:
    """The page is gone, and its key opens nothing ever again. Raises what match_share does."""
    match = _own(code, phone)
    with writing():
        models.Match.objects.filter(id=match.id).update(share_code="")


def match_shared(share_code: str) -> DealtMatch:
    """The match behind the key. Raises Missing, also while it has been taken up again, and once
    the rules have changed."""
    if not share_code:
        raise Missing("No match is shared under this key.")
    match = read_row(models.Match.objects.filter(share_code=share_code).exclude(outcome=""))
    if match.outdated:
        raise Missing("The match under this key can no longer be shown.")
    return match


def _own(code: str, phone: str) -> DealtMatch:
    match = match_table(code)
    if not match.seats_of(phone):
        raise Foreign(gettext_noop("Only those who play in this game can share it."))
    match.check_over()
    return match


def match_delete(*, code: str, phone: str) -> None:
    """Nothing of the match is left, and its open pages are told.

    Whoever has a seat may do it, also while others play: they could as well give up. Raises
    Foreign for a phone without a seat, and Missing.
    """
    match = match_table(code)
    if not match.seats_of(phone):
        raise Foreign(gettext_noop("Only those who play in this game can delete it."))
    with writing():
        # Locked, or a move stored meanwhile would be left without its match.
        for row in models.Match.objects.select_for_update().filter(id=match.id):
            row.delete()
        announce(match_topic(match.id), DELETED)
