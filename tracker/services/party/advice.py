"""Advice of the rules for a table: its best moves, and how likely the next room is deadly."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from time import monotonic

from tracker.rules.table.ahead.plan import Plan, plan
from tracker.rules.table.ahead.risk import NextRoom, Risk, exact_risk, next_room_of, sample_risk
from tracker.rules.table.state.party import Party
from tracker.services.match.advice import Answers, advice_slots, clock, slot_of
from tracker.services.match.deals import shuffle_with

SECONDS = 0.3
"""Looking ends after so long at the latest."""
EXACT = 2 / 3
"""The share of the time to find a lone player's exact figure; after that rooms are drawn."""
TRIAL_SECONDS = 0.4
"""Trials end after so long at the latest."""

_risks = Answers[NextRoom, Risk]()


def party_plan(party: Party) -> Plan | None:
    """The best way found to leave the room; None where not all of it lies open.

    While others are being advised it is what can be said at once. The same cards are dealt to the
    same table each time; what a busy moment did not find out may be found out later.
    """
    with slot_of(advice_slots) as free:
        trials = None if free else 0
        return plan(party, shuffle_with(Random(0)), trials, clock(TRIAL_SECONDS))


def party_risks(parties: Sequence[Party]) -> list[Risk | None]:
    """How likely the next room is deadly, as the table may stand; None where that is not known.

    That is also so while others are being advised. The same rooms are drawn for all, so that they
    can be compared. SECONDS are for all of them, and the first has them first.
    """
    rooms = [next_room_of(party) for party in parties]
    with slot_of(advice_slots) as free:
        end = monotonic() + SECONDS
        return [_found(room, end - monotonic()) if room and free else None for room in rooms]


def _found(room: NextRoom, seconds: float) -> Risk | None:
    """Only what was found is kept: a busy moment may have had no time for it."""
    with suppress(KeyError):
        return _risks[room]
    risk = _risk(room, seconds)
    return _risks.keep(room, risk) if risk else None


def _risk(room: NextRoom, seconds: float) -> Risk | None:
    """For one player exactly, if there is time. The same dice each time: choices are compared."""
    in_time, early = clock(seconds), clock(seconds * EXACT)
    alone = len(room.people) == 1 and not room.rascal
    if alone and (exact := exact_risk(room, early)):
        return exact
    return sample_risk(room, chance=Random(0), in_time=in_time)
