"""A game is deleted while a page about it, or one that lists it, is read: no page breaks."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, takewhile
from typing import Any

import pytest
from django.db import connection, transaction

from tests.play.matches import PHONE, dealt, finished, on_own_phones, phone, reviewed
from tests.routes import ROUTES, filled
from tracker import models
from tracker.services.match.play import match_share, seat_key
from tracker.services.match.rows import match_table
from tracker.web.limits import THOUGHTS, WRONG_CODES

pytestmark = pytest.mark.django_db

OF_A_GAME = [route for route in ROUTES if route.startswith(("play/<", "m/<"))]
OF_MANY = ("play/", "records/", "records/export.json")


def shared(code: str) -> str:
    match_share(code=code, phone=PHONE)
    return code


GAMES: dict[str, Callable[[], str]] = {
    "going on": lambda: dealt("shiphead", "easy", "easy"),
    "waiting": lambda: on_own_phones("coop", PHONE, ""),
    "solo": lambda: shared(reviewed(finished("solo"))),
    "coop": lambda: shared(finished("coop")),
}


def addresses(code: str) -> list[str]:
    match = match_table(code)
    places = {"code": code, "share_code": match.share_code or "x" * 13, "place": "0"}
    places["key"] = seat_key(match, match.seats[0])
    found = [filled(route, lambda _, name: places[name]) for route in OF_A_GAME]
    return [
        *found,
        *(f"{address}?at=1" for address in found if address.endswith(("ask", "puzzle"))),
    ]


def status_where_gone(address: str, code: str, place: int) -> int | None:
    """The status where the game goes before that statement; None if there are not as many."""
    asked = count(1)

    def go(execute: Callable[..., Any], *query: Any) -> Any:
        # Before a statement: rows of one that has been asked may not all be fetched yet.
        if next(asked) == place:
            models.Match.objects.filter(code=code).delete()
        return execute(*query)

    THOUGHTS.reset()
    WRONG_CODES.reset()
    with transaction.atomic():
        client = phone()
        client.raise_request_exception = False
        with connection.execute_wrapper(go):
            status = client.get(address).status_code
        transaction.set_rollback(True)
    return status if next(asked) > place else None


def broken(address: str, code: str, right: range) -> list[tuple[str, int, int | None]]:
    """Each statement before which the game goes and the answer is no right one."""
    statuses = ((place, status_where_gone(address, code, place)) for place in count(1))
    there = takewhile(lambda found: found[1] is not None, statuses)
    return [(address, place, status) for place, status in there if status not in right]


@pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)
def test_a_page_of_a_game_that_goes_meanwhile_is_there_or_is_not(make: Callable[[], str]) -> None:
    code = make()
    for address in addresses(code):
        assert broken(address, code, range(200, 500)) == []


@pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)
def test_a_page_of_others_does_without_a_game_that_goes_meanwhile(make: Callable[[], str]) -> None:
    """It is in the lists, and beside another one of the same deal."""
    code, other = make(), shared(finished("solo"))
    for address in (*(f"/{route}" for route in OF_MANY), f"/play/{other}/story"):
        assert broken(address, code, range(200, 300)) == []
