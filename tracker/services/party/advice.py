"""What the table had best do, and how likely the next room is deadly: asked of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from random import Random
from time import monotonic

from tracker.rules.protocol import Cards
from tracker.rules.table.ahead import Ahead, ahead
from tracker.rules.table.party import Party
from tracker.rules.table.plan import Plan, plan
from tracker.rules.table.risk import Risk, exact_risk, rascal_risk, sample_risk
from tracker.services.match.advice import thinking

SECONDS = 0.3
"""Looking ends after so long at the latest."""
EXACT = 2 / 3
"""Whoever plays alone gets the exact figure if it is found by then; else rooms are drawn."""
TRIAL_SECONDS = 0.4
"""Trials end after so long at the latest."""
KEPT = 200


def party_plan(party: Party) -> Plan | None:
    """The best way found to leave the room; None where not all of it lies open.

    While others are being advised it is what can be said at once.
    """
    if not thinking.acquire(blocking=False):
        return _plan(party, trials=0)
    try:
        return _plan(party)
    finally:
        thinking.release()


def _plan(party: Party, trials: int | None = None) -> Plan | None:
    """The same table is dealt the same cards each time, and what a busy moment did not find out
    may be found out later.
    """
    chance, end = Random(0), monotonic() + TRIAL_SECONDS

    def shuffle(cards: Cards) -> list[str]:
        return chance.sample(cards, len(cards))

    def in_time() -> bool:
        return monotonic() < end

    return plan(party, shuffle, trials, in_time)


def party_risks(parties: Sequence[Party]) -> list[Risk | None]:
    """How likely the next room is deadly, as the table may stand; None where that is not known.

    That is also so while others are being advised. The same rooms are drawn for all, so that they
    can be compared. SECONDS are for all of them, and the first has them first.
    """
    rooms = [ahead(party) for party in parties]
    if not any(rooms) or not thinking.acquire(blocking=False):
        return [None] * len(rooms)
    try:
        end = monotonic() + SECONDS
        return [_found(room, end - monotonic()) for room in rooms]
    finally:
        thinking.release()


def _found(room: Ahead | None, seconds: float) -> Risk | None:
    try:
        return room and _risk(Question(room, seconds))
    except TimeoutError:
        return None


@dataclass(frozen=True)
class Question:
    """The answer is kept by the room alone."""

    room: Ahead
    seconds: float = field(compare=False)


@lru_cache(maxsize=KEPT)
def _risk(asked: Question) -> Risk:
    """For one player exactly, if there is time. The same dice each time: choices are compared.

    Raises TimeoutError, so that what a busy moment did not find out may be found out later.
    """
    begun, room = monotonic(), asked.room
    place = (room.stays, room.pile, room.new)

    def spent(share: float = 1) -> bool:
        return monotonic() - begun > asked.seconds * share

    if len(room.people) == 1 and not room.rascal:
        lately = partial(spent, EXACT)
        if exact := exact_risk(room.people, *place, game=room.game, spent=lately):
            return exact
    found = _drawn(room, spent)
    if found is None:
        raise TimeoutError
    return found


def _drawn(room: Ahead, spent: Callable[[], bool]) -> Risk | None:
    place, dice = (room.stays, room.pile, room.new), Random(0)
    if room.rascal:
        return rascal_risk(room.rascal, *place, chance=dice, last=room.last, spent=spent)
    people, turn, game = room.people, room.turn, room.game
    return sample_risk(people, *place, chance=dice, turn=turn, game=game, spent=spent)
