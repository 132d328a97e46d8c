"""What the table had best do, and how likely the next room is deadly: asked of the rules."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from time import monotonic

from tracker.rules.table.ahead import Ahead, ahead
from tracker.rules.table.party import Party
from tracker.rules.table.plan import Plan, plan
from tracker.rules.table.risk import Risk, exact_risk, sample_risk
from tracker.services.match.advice import thinking

SECONDS = 0.3
"""Looking ends after so long at the latest."""
EXACT_SECONDS = 0.2
"""Whoever plays alone gets the exact figure if it is found by then; else rooms are drawn."""
KEPT = 200


@lru_cache(maxsize=KEPT)
def party_plan(party: Party) -> Plan | None:
    """The best way found to leave the room; None where not all of it lies open."""
    return plan(party)


def party_risk(party: Party) -> Risk | None:
    """How likely the next room is deadly; None where that was not found out.

    That is also so while others are being advised.
    """
    room = ahead(party)
    if room is None or not thinking.acquire(blocking=False):
        return None
    try:
        return _risk(room)
    except TimeoutError:
        return None
    finally:
        thinking.release()


@lru_cache(maxsize=KEPT)
def _risk(room: Ahead) -> Risk:
    """For one player exactly, if there is time. The same dice each time: choices are compared.

    Raises TimeoutError, so that what a busy moment did not find out may be found out later.
    """
    begun = monotonic()
    people, stays, pile, new = room.people, room.stays, room.pile, room.new
    if len(people) == 1:
        end = begun + EXACT_SECONDS
        found = exact_risk(people, stays, pile, new, spent=lambda: monotonic() > end)
        if found:
            return found
    found = sample_risk(
        people,
        stays,
        pile,
        new,
        chance=Random(0),
        turn=room.turn,
        spent=lambda: monotonic() > begun + SECONDS,
    )
    if found is None:
        raise TimeoutError
    return found
