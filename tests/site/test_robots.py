"""Secret pages: no robot keeps them, and one that only looks changes and learns nothing."""

from __future__ import annotations

import re
from urllib.robotparser import RobotFileParser

import pytest
from django.apps import apps
from django.test import Client
from django.urls import get_resolver

from tests.play.matches import on_own_phones
from tracker.rules.table.state.party import new_party
from tracker.services.match.play import seat_key
from tracker.services.match.rows import match_table
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.record import Envelope, party_record
from tracker.services.party.runs import runs_work_out
from tracker.web.middleware import NOTHING

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

NAMES = ("Mara", "Odo")
TITLE = "Friday at the inn"
STORY = ("save:door", "hp:0:-3", "floor:+1", "new")
PHONE = "m" * 13
KIND = {"name": "door", "card": "Kc", "do": "deal"}
PREVIEW = {"User-Agent": "WhatsApp/2.23.20.0"}
ROUTES = sorted(
    f"/{pattern}"
    for name in get_resolver().reverse_dict
    if isinstance(name, str)
    for ways, *_ in get_resolver().reverse_dict.getlist(name)
    for pattern, arguments in ways
    if {"code", "watch_code"} & set(arguments)
)


@pytest.fixture
def addresses() -> list[str]:
    """All with a code: of a party in play, or of a match that waits for a player."""
    party = party_create(state=new_party(NAMES, TITLE))
    party_record(code=party, commands=[*map(Envelope, STORY)])
    runs_work_out(party_table(party))  # kept with the first look, and only told again by others
    match = on_own_phones("shiphead", PHONE, "")
    opened = match_table(match)
    key = seat_key(opened, opened.seats[0])
    values = {
        "watch_code": party_table(party).watch_code,
        "number": 1,
        "place": 0,
        "key": key,
        **KIND,
    }
    return [
        route % {**values, "code": match if route.startswith("/play/") else party}
        for route in ROUTES
    ]


def rows() -> list[list[tuple[object, ...]]]:
    return [
        list(model._default_manager.order_by("pk").values_list()) for model in apps.get_models()
    ]


def test_a_preview_may_not_be_kept_and_names_nobody(client: Client, addresses: list[str]) -> None:
    for address in addresses:
        r = client.get(address, headers=PREVIEW)
        assert r.headers["X-Robots-Tag"] == NOTHING, address
        assert r.headers["Referrer-Policy"] == "same-origin", address
        page = r.content.decode()
        if "<head>" in page:
            assert f'<meta name="robots" content="{NOTHING}">' in page, address
        told = re.findall(r"<title>.*?</title>|<meta [^>]*>", page, re.DOTALL)
        assert not [text for text in told for name in (*NAMES, TITLE) if name in text], address


def test_a_dead_one_may_not_be_kept_either(client: Client) -> None:
    r = client.get(f"/p/{'z' * 13}/")
    assert (r.status_code, r.headers["X-Robots-Tag"]) == (404, NOTHING)
    assert f'content="{NOTHING}"' in r.content.decode()


@pytest.mark.parametrize("method", ["get", pytest.param("head", marks=pytest.mark.thorough)])
def test_a_look_changes_nothing(client: Client, addresses: list[str], method: str) -> None:
    before = rows()
    for address in addresses:
        r = getattr(client, method)(address, headers=PREVIEW)
        assert r.status_code in (200, 204, 303, 405), address
        assert rows() == before, address


def test_what_is_for_everybody_may_be_kept(client: Client) -> None:
    for page in ("/", "/rules/", "/rules/coop", "/play/", "/play/new/coop"):
        r = client.get(page)
        assert "X-Robots-Tag" not in r.headers
        assert b'name="robots"' not in r.content


def test_robots_are_told_where_not_to_go(client: Client) -> None:
    text = client.get("/robots.txt").content.decode()
    parser = RobotFileParser()
    parser.parse(text.splitlines())
    values = dict.fromkeys(("code", "watch_code"), "z" * 13)
    values |= {"number": "1", "place": "0", "key": "k", **KIND}
    closed = [f"/live/p/{'z' * 13}", *(route % values for route in ROUTES)]
    assert not [address for address in closed if parser.can_fetch("*", address)]
    assert all(parser.can_fetch("*", page) for page in ("/", "/rules/coop", "/play/new/coop"))
    assert "Allow: /play/$" in text  # which this parser does not know
