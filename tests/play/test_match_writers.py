"""Phones that decide at the same moment, each in a thread with its own connection."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from tests.play.matches import OTHER, PHONE, RED_ROOM, dealt, on_own_phones, where_its_log_leads
from tracker.rules.refusals import Refused
from tracker.services.match.play import match_decide, match_table
from tracker.services.match.seats import match_sit

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*deeds: Callable[[], object]) -> list[str]:
    """What became of each: "done", or why not."""
    barrier = Barrier(len(deeds))

    def tried(deed: Callable[[], object]) -> str:
        try:
            barrier.wait()
            deed()
        except Refused as reason:
            return type(reason).__name__
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(len(deeds)) as phones:
        return sorted(phones.map(tried, deeds))


def test_of_two_phones_that_decide_at_once_in_a_red_room_one_counts() -> None:
    code = on_own_phones("coop", PHONE, OTHER, seed=RED_ROOM)

    def take(seat: int, phone: str, decision: str) -> Callable[[], object]:
        return lambda: match_decide(code=code, phone=phone, seat=seat, number=0, decision=decision)

    became = at_once(take(0, PHONE, "drink:7h"), take(1, OTHER, "equip:8d"))
    assert became == ["Overtaken", "done"]
    assert match_table(code).revision == 1
    assert match_table(code).state == where_its_log_leads(code)


def test_two_taps_of_one_form_count_once_and_two_different_ones_as_one() -> None:
    code = dealt("solo")
    opened = match_table(code)
    one, other, *_ = opened.game.decisions(opened.state, 0)

    def decide(decision: str) -> Callable[[], object]:
        return lambda: match_decide(code=code, phone=PHONE, seat=0, number=0, decision=decision)

    assert at_once(decide(one), decide(one)) == ["done", "done"]
    assert match_table(code).revision == 1
    code = dealt("solo")
    assert at_once(decide(one), decide(other), decide("skip")) == ["Overtaken", "Overtaken", "done"]
    assert match_table(code).revision == 1


def test_one_of_two_gets_a_free_seat() -> None:
    code = on_own_phones("castle", PHONE, "")

    def sit(phone: str) -> Callable[[], object]:
        return lambda: match_sit(code=code, seat=1, phone=phone, name=phone)

    assert at_once(sit("a" * 13), sit("b" * 13)) == ["Refused", "done"]
