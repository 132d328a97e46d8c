"""Who sits where: taking a free seat, and going on with one on another phone.

A seat belongs to the phone whose secret it bears. A secret link opens it on another phone; it is
signed with where the seat is played now, so it is dead as soon as the seat has moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.core import signing

from tracker.rules.refusals import Malformed, Refused
from tracker.rules.words import gettext_noop
from tracker.services.codes import Missing
from tracker.services.match.match import Chair, Match, computers_decide, sit
from tracker.services.match.rows import match_change

SALT = "seat"


class Foreign(Refused):
    """The seat is not this phone's."""

    status = 403


def match_sit(*, code: str, seat: int, phone: str, name: str) -> Match:
    """Takes a free seat for a phone. Raises Refused where it is taken, Outdated and Malformed."""

    def think(match: Match) -> Sequence[Match]:
        chair = _chair(match, seat)
        if chair.phone == phone:
            return ()
        if not chair.free:
            raise Refused(gettext_noop("Somebody has taken that seat already."))
        return _seated(match, replace(chair, phone=phone, name=name or chair.name))

    return match_change(code, think)[-1]


def match_move_seat(*, code: str, seat: int, key: str, phone: str) -> Match:
    """Goes on with a person's seat on another phone. Raises Missing unless the key opens it."""

    def think(match: Match) -> Sequence[Match]:
        return _seated(match, replace(seat_by_key(match, seat, key), phone=phone))

    return match_change(code, think)[-1]


def _seated(match: Match, chair: Chair) -> Sequence[Match]:
    seated = sit(match, chair)
    return [seated, *computers_decide(seated)]


def seat_key(match: Match, chair: Chair) -> str:
    """The secret that opens this seat on another phone."""
    return signing.Signer(salt=SALT).signature(_place(match, chair))


def seat_by_key(match: Match, seat: int, key: str) -> Chair:
    """The seat that this secret opens. Raises Missing where it opens none."""
    for chair in match.chairs:
        if chair.number == seat and chair.phone and _fits(match, chair, key):
            return chair
    raise Missing("This secret opens no seat.")


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
