"""A party's pages and commands take the same work of the database however long its log is."""

from __future__ import annotations

import re
import tracemalloc
from collections.abc import Callable
from functools import partial
from itertools import product
from uuid import uuid4

import pytest
from django.db import connection
from django.http.response import HttpResponseBase
from django.test import Client

from tests.long_logs import party_of
from tests.routes import ROUTES, filled
from tests.screens import made
from tracker import models
from tracker.rules.input import MAX_TEXT
from tracker.services.party.parties import party_table
from tracker.services.party.runs import run_share, runs_work_out

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]

SHORT, LONG = 4_500, 13_500  # entries; pages look at up to 2,000 before a line
RUNS = 9  # of either: what lists runs may look at all of them
SPARE, FEW = 1.1, 5  # times the work, and steps: an index of more rows is deeper
PARTY, SEAT = re.compile("p/|w/|r/"), re.compile("p/<code:code>/(player|take)/")
COMMANDS = ("hp:0:-1", "undo:{last}", "save:camp", "load:camp", "return:{middle}", "new")
ASKING = ("", "?before={middle}", "?player=2", "?skip=40", "?floors={middle}")


def steps(asked: Callable[[], HttpResponseBase]) -> tuple[int, int]:
    """Returns the status of the answer, and how many tens of steps SQLite's machine took: a row
    that is looked at takes several."""
    taken = 0

    def count() -> int:
        nonlocal taken
        taken += 1
        return 0

    connection.ensure_connection()
    connection.connection.set_progress_handler(count, 10)
    try:
        status = asked().status_code
    finally:
        connection.connection.set_progress_handler(None, 0)
    return status, taken


LETTERS = "\U0001f409", "\U0001f40a"  # four bytes each, and twelve if JSON escapes them
MOST_MEMORY = 8_000_000  # bytes that a page may take
TOLD_WHOLE = ("run", "replay", "history/<int:number>")  # these read what each entry changed


def test_no_page_reads_long_texts_that_it_does_not_show(client: Client) -> None:
    """All texts of a party are as long as may be, and each entry changes them."""
    code = made(*all_texts(0), "save:a", *all_texts(1), "save:b", *["load:a", "load:b"] * 300)
    runs_work_out(table := party_table(code))
    places = {"code": code, "watch_code": table.watch_code, "share_code": "x" * 13}
    places |= {"number": "1", "name": "a", "card": "9c", "do": "hit"}
    for route in filter(PARTY.match, ROUTES):
        if not route.endswith(TOLD_WHOLE):
            address = filled(route, lambda _, name: places[name])
            tracemalloc.start()
            client.get(address)
            _, peak = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            assert peak < MOST_MEMORY, (address, peak)


@pytest.mark.postgresql
def test_a_long_text_is_stored_in_its_own_letters() -> None:
    code = made(*all_texts(0), "save:a", *all_texts(1), "save:b", "load:a")
    with connection.cursor() as cursor:
        cursor.execute("SELECT changes FROM tracker_entry ORDER BY number DESC LIMIT 1")
        ((stored,),) = cursor.fetchall()
    assert len(party_table(code).state.players[0].weapon) == MAX_TEXT
    assert {*LETTERS} <= {*stored}
    texts = sum(map(stored.count, LETTERS))
    assert texts == 2 * 4 * MAX_TEXT
    assert len(stored) < texts + 500


def all_texts(turn: int) -> list[str]:
    return [f"weapon:{number}:{MAX_TEXT * LETTERS[turn]}" for number in range(4)]


@pytest.fixture
def parties() -> list[dict[str, str]]:
    """One of each length: its keys, a run of its own and the lines in the middle and at the end."""
    return [party(length) for length in (SHORT, LONG)]


def party(length: int) -> dict[str, str]:
    code = party_of(length, each=length // RUNS)
    runs_work_out(party_table(code))
    run = models.Run.objects.filter(party__code=code).earliest("-first")
    return {
        "code": code,
        "watch_code": models.Party.objects.get(code=code).watch_code,
        "share_code": run_share(code=code, first=run.first),
        "number": str(run.first),
        "middle": str(length // 2),
        **{"name": "camp", "card": "9c", "do": "hit"},
    }


def test_nothing_takes_more_work_at_a_longer_log(
    client: Client, parties: list[dict[str, str]]
) -> None:
    for command in COMMANDS:
        (status, short), (_, long) = (steps(tapped(client, each, command)) for each in parties)
        assert status == 303, command
        assert long <= SPARE * short + FEW, (command, short, long)

    shown = 0
    for route, asking in product(filter(PARTY.match, ROUTES), ASKING):
        at = [address(route, each) + asking.format(**each) for each in parties]
        (status, short), (other, long) = (steps(partial(client.get, path)) for path in at)
        assert other == status, at
        assert long <= SPARE * short + FEW, (at, short, long)
        shown += status == 200
    assert shown > 100


def tapped(client: Client, party: dict[str, str], command: str) -> Callable[[], HttpResponseBase]:
    last = models.Party.objects.get(code=party["code"]).revision
    fields = {"command": command.format(last=last, **party), "key": uuid4().hex}
    return partial(client.post, f"/p/{party['code']}/entries", fields)


def address(route: str, party: dict[str, str]) -> str:
    places = party | {"number": "1"} if SEAT.match(route) else party
    return filled(route, lambda _, name: places[name])
