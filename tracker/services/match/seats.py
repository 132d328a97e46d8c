"""Who sits where: taking a free seat, and going on with one on another phone.

A seat belongs to the phone whose secret it bears. A secret link opens it on another phone; it is
signed with where the seat is played now, so it is dead as soon as the seat has moved.
"""

from __future__ import annotations

from dataclasses import replace

from django.core import signing

from tracker import models
from tracker.rules.refusals import Malformed, Refused
from tracker.rules.words import gettext_noop
from tracker.services.codes import Missing
from tracker.services.match.deals import SIT
from tracker.services.match.match import Chair, Match, read, store
from tracker.services.match.moves import let_computers_move, log_move
from tracker.services.writing import writing

SALT = "seat"


class Foreign(Refused):
    """The seat is not this phone's."""

    status = 403


class Outdated(Refused):
    """The rules have changed since the match was dealt."""


def match_sit(*, code: str, seat: int, phone: str, name: str) -> Match:
    """Takes a free seat for a phone. Raises Refused where it is taken, Outdated and Malformed."""
    with writing():
        match = open_match(code)
        chair = _chair(match, seat)
        if chair.phone == phone:
            return match
        if not chair.free:
            raise Refused(gettext_noop("Somebody has taken that seat already."))
        return _take_seat(match, replace(chair, phone=phone, name=name or chair.name))


def match_move_seat(*, code: str, seat: int, key: str, phone: str) -> Match:
    """Goes on with a person's seat on another phone. Raises Missing unless the key opens it."""
    with writing():
        match = open_match(code)
        chair = seat_by_key(match, seat, key)
        return _take_seat(match, replace(chair, phone=phone))


def seat_key(match: Match, chair: Chair) -> str:
    """The secret that opens this seat on another phone."""
    return signing.Signer(salt=SALT).signature(_place(match, chair))


def seat_by_key(match: Match, seat: int, key: str) -> Chair:
    """The seat that this secret opens. Raises Missing where it opens none."""
    for chair in match.chairs:
        if chair.number == seat and chair.phone and _fits(match, chair, key):
            return chair
    raise Missing("This secret opens no seat.")


def open_match(code: str) -> Match:
    """The match for writing, inside `writing`. Raises Missing, and Outdated."""
    match = read(code, lock=True)
    if match.outdated:
        raise Outdated(gettext_noop("The rules of this game have changed since it was dealt."))
    return match


def check_seat(match: Match, seat: int, phone: str) -> None:
    """Raises Malformed for a seat that is none, Foreign unless it is played on this phone."""
    chair = _chair(match, seat)
    if not phone or chair.phone != phone:
        raise Foreign(gettext_noop("That seat is not played on this phone."))


def _chair(match: Match, seat: int) -> Chair:
    if not 0 <= seat < len(match.chairs):
        raise Malformed(gettext_noop("There is no seat {seat} in this game."), seat=seat + 1)
    return match.chairs[seat]


def _place(match: Match, chair: Chair) -> str:
    return f"{match.code}.{chair.number}.{chair.phone}"


def _fits(match: Match, chair: Chair, key: str) -> bool:
    try:
        signing.Signer(salt=SALT).unsign(f"{_place(match, chair)}:{key}")
    except signing.BadSignature:
        return False
    return True


def _take_seat(match: Match, chair: Chair) -> Match:
    rows = models.Seat.objects.filter(match=match.id, number=chair.number)
    rows.update(phone=chair.phone, name=chair.name)
    chairs = tuple(chair if c.number == chair.number else c for c in match.chairs)
    seated = log_move(replace(match, chairs=chairs), match.state, chair.number, SIT, SIT)
    after, moves = let_computers_move(seated)
    return store(after, [seated.moves[0], *moves])
