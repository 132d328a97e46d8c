"""Limits: nobody at a table meets them, and who abuses the site is told so."""

from __future__ import annotations

import json
import sys
from itertools import product
from types import FrameType

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.routes import ROUTES, opened
from tracker import models
from tracker.rules.table.state.party import new_party
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.record import Envelope, party_record
from tracker.web import limits
from tracker.web.limits import COMMANDS, MOST_BUCKETS, Limit, TooMany, network_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

NOBODY = "abcdefghjkmnp"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds on a clock that the test turns."""
    now = [1000.0]
    monkeypatch.setattr(limits, "monotonic", lambda: now[0])
    return now


def taken(limit: Limit, key: str, times: int) -> int:
    """How often it could be taken."""
    for turn in range(times):
        try:
            limit.take(key)
        except TooMany:
            return turn
    return times


def post(client: Client, code: str, count: int = 1, key: str = "a") -> HttpResponse:
    commands = [{"text": "hp:0:-1", "key": f"{key}{n}"} for n in range(count)]
    url = reverse("entries", args=[code])
    return client.post(url, json.dumps({"commands": commands}), "application/json")  # type: ignore[return-value]


# A bucket


def test_a_bucket_gives_its_burst_and_then_its_rate(clock: list[float]) -> None:
    limit = Limit("", rate=2, burst=10)
    assert taken(limit, "Mara", 99) == 10
    clock[0] += 3
    assert taken(limit, "Mara", 99) == 6
    assert taken(limit, "Odo", 99) == 10


def test_a_refusal_says_when_there_is_room_again(clock: list[float]) -> None:
    limit = Limit("Wait {seconds} s.", rate=0.5, burst=3)
    taken(limit, "Mara", 3)
    with pytest.raises(TooMany, match="Wait 4 s.") as refused:
        limit.take("Mara", 2)
    clock[0] += refused.value.seconds
    limit.take("Mara", 2)


def test_buckets_nobody_uses_are_dropped(clock: list[float]) -> None:
    limit = Limit("", rate=1, burst=1)
    for number in range(3 * MOST_BUCKETS):
        limit.take(str(number))
    assert len(limit._lately) + len(limit._before) <= 2 * MOST_BUCKETS
    assert limit.wait(str(3 * MOST_BUCKETS - 1)) == 1


def test_four_phones_of_fast_taps_never_meet_the_limit(clock: list[float]) -> None:
    for _second in range(600):
        COMMANDS.take("lantern", 4 * 15)
        clock[0] += 1


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.77", "203.0.113.77"),
        ("::ffff:203.0.113.77", "203.0.113.77"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
        ("a socket", ""),
    ],
)
def test_an_address_stands_for_its_network(address: str, network: str) -> None:
    assert network_of(address) == network


# Commands of a party


def test_too_many_commands_are_told_to_the_outbox(client: Client, code: str) -> None:
    for turn in range(4):
        assert post(client, code, 100, f"{turn}.").status_code == 200
    r = post(client, code, 100, "late.")
    assert (r.status_code, r["Retry-After"]) == (429, "2")
    assert "Too many taps at once" in json.loads(r.content)["message"]
    assert party_table(code).revision == 400


def test_too_many_commands_are_told_on_the_page(client: Client, code: str) -> None:
    COMMANDS.take(code, 400)
    for headers in ({}, {"HX-Request": "true"}):
        url = reverse("entries", args=[code])
        r = client.post(url, {"command": "hp:0:-1", "key": "a"}, headers=headers)
        assert (r.status_code, r["Retry-After"]) == (429, "1")
        assert "Too many taps at once" in r.content.decode()
        assert 'id="table"' in r.content.decode()
    assert party_table(code).revision == 0


def test_a_party_has_its_own_limit(client: Client, code: str) -> None:
    COMMANDS.take(code, 400)
    other = party_create(state=new_party(("Pell",)))
    assert post(client, other).status_code == 200


# Size


@pytest.mark.parametrize("kind", ["application/json", "application/x-www-form-urlencoded"])
def test_commands_that_are_too_large_are_not_even_read(
    client: Client, code: str, kind: str
) -> None:
    body = "command=" + "x" * 256 * 1024
    r = client.post(reverse("entries", args=[code]), body, kind)
    assert r.status_code == 413
    assert "Nothing was changed" in r.content.decode()


def test_an_upload_that_is_too_large_is_not_even_read(client: Client) -> None:
    r = client.post("/import", "x" * 2_700_000, "multipart/form-data; boundary=x")
    assert r.status_code == 413


def test_as_many_commands_as_are_taken_fit(client: Client, code: str) -> None:
    text = "weapon:0:" + "\u2660" * 80
    commands = [{"text": text, "key": f"{n:064}"} for n in range(200)]
    url = reverse("entries", args=[code])
    r = client.post(url, json.dumps({"commands": commands}), "application/json")
    assert len(json.loads(r.content)["done"]) == 200


# Parties


def test_a_network_makes_so_many_parties_an_hour(client: Client) -> None:
    made = [client.post("/new", {"players": 2}).status_code for _ in range(62)]
    assert made == [303] * 60 + [429] * 2
    r = client.post("/new", {"players": 2})
    assert "Try again in 1 min." in r.content.decode()
    assert models.Party.objects.count() == 60
    assert client.post("/new", {"players": 2}, REMOTE_ADDR="203.0.113.9").status_code == 303


# Wrong codes


@pytest.mark.parametrize("page", [f"/p/{NOBODY}/", f"/p/{NOBODY}/table", f"/w/{NOBODY}/"])
def test_a_network_tries_so_many_wrong_codes_a_minute(client: Client, page: str) -> None:
    tried = [client.get(page).status_code for _ in range(32)]
    assert tried == [404] * 30 + [429] * 2
    assert client.get(page, REMOTE_ADDR="203.0.113.9").status_code == 404


def test_typed_codes_count_as_well(client: Client) -> None:
    tried = [client.post("/open", {"code": NOBODY}).status_code for _ in range(32)]
    assert tried == [404] * 30 + [429] * 2


def test_then_a_right_code_looks_no_different(client: Client, code: str) -> None:
    for _ in range(30):
        client.get(f"/p/{NOBODY}/")
    for page in (f"/p/{code}/", f"/p/{NOBODY}/"):
        r = client.get(page)
        assert (r.status_code, r["Retry-After"]) == (429, "2")
    assert "Try again in 2 s." in r.content.decode()


def test_who_sits_at_a_table_stays_there(client: Client, code: str) -> None:
    client.get(f"/p/{code}/")
    for _ in range(31):
        client.get(f"/p/{NOBODY}/")
    assert client.get(f"/p/{code}/").status_code == 200
    assert post(client, code).status_code == 200


def test_pages_without_a_code_stay_open(client: Client) -> None:
    for _ in range(31):
        client.get(f"/p/{NOBODY}/")
    assert client.get("/").status_code == 200
    assert client.get("/rules/").status_code == 200


# Questions that take long to work out


@pytest.mark.parametrize("page", ["/rules/search?q=king", "/records/"])
def test_a_network_asks_so_often_for_what_takes_long(
    client: Client, no_limit_recovers: None, page: str
) -> None:
    asked = [client.get(page).status_code for _ in range(62)]
    assert asked == [200] * 60 + [429] * 2
    assert "Try again in 1 s." in client.get(page).content.decode()
    assert client.get(page, REMOTE_ADDR="203.0.113.9").status_code == 200


@pytest.mark.parametrize("page", ["left/risk", "advice/risk"])
def test_so_it_is_with_how_deadly_the_next_room_is(
    client: Client, code: str, no_limit_recovers: None, page: str
) -> None:
    party_record(code=code, commands=[Envelope("referee:room")])
    assert client.get(f"/p/{code}/{page}").status_code == 200
    limits.THOUGHTS.take("127.0.0.1", 59)
    assert client.get(f"/p/{code}/{page}").status_code == 429


def test_sheets_of_no_party_that_are_not_kept_yet_have_a_limit(
    client: Client, no_limit_recovers: None
) -> None:
    client.get("/new/4/sheets")
    limits.THOUGHTS.take("127.0.0.1", limits.THOUGHTS.burst - 1)
    assert client.get("/new/4/sheets").status_code == 200
    assert client.get("/new/3/sheets").status_code == 429


MOST_CALLS = 25_000
"""Function calls for a page: some 15 ms."""
WITHOUT_A_CODE = [opened(route, {"p": NOBODY}) for route in ROUTES if "code" not in route]


def answered(client: Client, address: str) -> tuple[int, int]:
    """The status, and how many functions were called for it."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        status = client.get(address).status_code
    finally:
        sys.setprofile(None)
    return status, calls


def test_what_costs_much_without_a_code_is_drawn_once_or_limited(
    client: Client, no_limit_recovers: None
) -> None:
    """With a query that no page knows as well, which makes another address of it."""
    dear = []
    for path, query in product(WITHOUT_A_CODE, ("", "?x=1")):
        limits.THOUGHTS.reset()
        client.get(path + query)
        limits.THOUGHTS.reset()
        limits.THOUGHTS.take("127.0.0.1", limits.THOUGHTS.burst)
        status, calls = answered(client, path + query)
        if status != 429 and calls > MOST_CALLS:
            dear.append((calls, path + query))
    assert dear == []
