"""Advice of the rules for a table: its best moves, and how likely the next room is deadly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from random import Random
from time import monotonic

from tracker.rules.protocol import Cards
from tracker.rules.table.ahead.next_room import NextRoom, next_room_of
from tracker.rules.table.ahead.plan import Plan, plan
from tracker.rules.table.ahead.risk import Risk, exact_risk, rascal_risk, sample_risk
from tracker.rules.table.state.party import Party
from tracker.services.match.advice import thinking

SECONDS = 0.3
"""Looking ends after so long at the latest."""
EXACT = 2 / 3
"""The share of the time to find a lone player's exact figure; after that rooms are drawn."""
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
    """Deals the same cards to the same table each time; what a busy moment did not find out
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
    rooms = [next_room_of(party) for party in parties]
    if not any(rooms) or not thinking.acquire(blocking=False):
        return [None] * len(rooms)
    try:
        end = monotonic() + SECONDS
        return [_found(room, end - monotonic()) for room in rooms]
    finally:
        thinking.release()


def _found(room: NextRoom | None, seconds: float) -> Risk | None:
    try:
        return room and _risk(RoomQuestion(room, seconds))
    except TimeoutError:
        return None


@dataclass(frozen=True)
class RoomQuestion:
    """The answer is kept by the room alone."""

    room: NextRoom
    seconds: float = field(compare=False)


@lru_cache(maxsize=KEPT)
def _risk(asked: RoomQuestion) -> Risk:
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


def _drawn(room: NextRoom, spent: Callable[[], bool]) -> Risk | None:
    place, dice = (room.stays, room.pile, room.new), Random(0)
    if room.rascal:
        return rascal_risk(room.rascal, *place, chance=dice, last=room.last, spent=spent)
    people, turn, game = room.people, room.turn, room.game
    return sample_risk(people, *place, chance=dice, turn=turn, game=game, spent=spent)
