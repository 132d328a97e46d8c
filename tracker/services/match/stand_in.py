"""A computer that plays for somebody who has left, until they are back.

The others agree to it, each by a line of the log. An offer stands while nothing else happens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import takewhile

from django.utils import timezone

from tracker.rules.players import PLAYERS
from tracker.rules.protocol import Decision, parts
from tracker.rules.words import Refused, gettext_noop
from tracker.services.match.deals import AGREE, AWAY, DECLINE
from tracker.services.match.match import DealtMatch, LoggedMove, Seat, computers_decide, note, sit

PATIENCE = timedelta(minutes=1)
"""Somebody who lets a game wait for longer, or an offer, is taken to be away."""
LEVEL = "medium"


def asked_about(match: DealtMatch, text: str) -> Seat | None:
    """The seat that an offer, or the answer to one, is about; None for any other text."""
    do, number, _ = parts(text)
    named = (c for c in match.seats if number == str(c.number))
    return next(named, None) if do in (AGREE, DECLINE) else None


def may_leave(match: DealtMatch, side: Seat) -> bool:
    """Whether the game waits for this person, and somebody else could go on with a computer."""
    waits = side.number in match.to_act and side.person and not side.level
    others = any(c.phone != side.phone for c in match.present)
    return waits and others and LEVEL in PLAYERS.get(match.game.key, ())


def agreements(match: DealtMatch, side: Seat) -> list[LoggedMove]:
    """The agreements to the offer that stands, newest first; the last of them made it."""
    lines = takewhile(lambda move: parts(move.text)[0] == AGREE, match.moves)
    return [move for move in lines if asked_about(match, move.text) == side]


def not_agreed(match: DealtMatch, side: Seat) -> list[int]:
    """The seats of people who are not away and have not agreed; one at a phone speaks for all."""
    agreed = {match.seats[move.seat].phone for move in agreements(match, side)}
    people = (c for c in match.seats if c.phone not in ("", side.phone) and not c.level)
    return [c.number for c in people if c.phone not in agreed]


def answered(match: DealtMatch, seat: int, answer: Decision) -> Sequence[DealtMatch]:
    """The stages of the match after somebody has offered a computer, agreed or declined.

    Who agrees again, a minute after the offer, no longer waits for the others. Raises Refused.
    """
    side = asked_about(match, answer)
    offer = agreements(match, side) if side else []
    if side is None or side.level or (answer.startswith(DECLINE) and not offer):
        return ()  # decided meanwhile
    if answer.startswith(DECLINE):
        return [note(match, seat, answer)]
    if not may_leave(match, side) or match.seats[seat].phone == side.phone:
        raise Refused(gettext_noop("No computer can play that seat now."))
    deeds = (move.created for move in match.moves if parts(move.text)[0] != AGREE)
    if not offer and not _long_ago(next(deeds, match.created)):
        raise Refused(gettext_noop("Wait a minute: perhaps they are still thinking."))
    stages = [note(match, seat, answer)] if seat in not_agreed(match, side) else []
    asked = [match, *stages][-1]
    if not_agreed(asked, side) and not (offer and _long_ago(offer[-1].created)):
        if not stages:
            raise Refused(gettext_noop("Give the others a minute to answer."))
        return stages
    gone = sit(asked, replace(side, level=LEVEL), AWAY)
    return [*stages, gone, *computers_decide(gone)]


def came_back(match: DealtMatch, phone: str) -> list[DealtMatch]:
    """The stages of the match in which computers leave the seats of this phone."""
    stages: list[DealtMatch] = []
    for side in match.seats:
        if side.level and side.phone == phone:
            stages.append(sit([match, *stages][-1], replace(side, level="")))
    return stages


def _long_ago(moment: datetime) -> bool:
    return timezone.now() - moment >= PATIENCE
