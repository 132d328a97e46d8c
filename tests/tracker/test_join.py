"""Bringing phones to the table: links to scan, whose phone it is, new links after a leak."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tracker import models
from tracker.rules.table.party import new_party
from tracker.services.party.parties import party_create, watch_code_of
from tracker.services.party.record import Envelope, party_record
from tracker.web.browser import own_parties

pytestmark = pytest.mark.django_db


@pytest.fixture
def code() -> str:
    return party_create(state=new_party(("Mara", "Odo"), "The Low Lantern"))


def join(client: Client, code: str, **fields: str) -> str:
    """Where the answer leads."""
    r = client.post(reverse("join", args=[code]), fields)
    assert r.status_code == 303
    return str(r["Location"])


def page(client: Client, code: str, **extra: str) -> str:
    return client.get(reverse("join", args=[code]), **extra).content.decode()  # type: ignore[arg-type]


def tap(client: Client, code: str, command: str = "hp:0:-1") -> str:
    """The device that the log has for it."""
    client.post(reverse("entries", args=[code]), {"command": command})
    entry = models.Entry.objects.last()
    assert entry is not None
    return entry.device


def test_both_links_stand_there_to_read_and_to_scan(client: Client, code: str) -> None:
    shown = page(client, code)
    assert f"http://testserver/p/{code}/join</a>" in shown
    assert f"http://testserver/w/{watch_code_of(code)}/</a>" in shown
    assert shown.count('class="qr"') == 2
    assert "style=" not in shown


def test_the_code_stands_in_groups_to_be_read_aloud(client: Client, code: str) -> None:
    groups = re.findall(r"<span>(\w{1,4})</span>", page(client, code))
    assert "".join(groups) == code


def test_a_phone_says_whose_it_is(client: Client, code: str) -> None:
    assert join(client, code, device="1") == reverse("table", args=[code])
    assert tap(client, code) == "1"
    assert 'value="1" aria-pressed="true"' in page(client, code)


@pytest.mark.parametrize("device", ["", "4", "Odo", "1; path=/"])
def test_a_phone_of_nobody_is_the_whole_table_s(client: Client, code: str, device: str) -> None:
    join(client, code, device="1")
    join(client, code, device=device)
    assert tap(client, code) == ""


def test_whose_phone_it_is_holds_for_this_party_alone(client: Client, code: str) -> None:
    join(client, code, device="1")
    cookie = client.cookies["device"]
    assert (cookie["path"], cookie["samesite"]) == (f"/p/{code}/", "Lax")
    assert cookie["httponly"]


def test_the_history_names_the_player_by_whose_phone_it_came(client: Client, code: str) -> None:
    join(client, code, device="1")
    tap(client, code, "hp:0:-3")
    history = client.get(reverse("history", args=[code])).content.decode()
    assert "by <bdi>Odo</bdi>’s phone" in history


def test_taps_from_two_phones_are_two_lines(client: Client, code: str) -> None:
    for device in ("0", "1"):
        party_record(code=code, commands=[Envelope("hp:0:-1")], device=device)
    history = client.get(reverse("history", args=[code])).content.decode()
    assert history.count("phone</small>") == 2
    assert "2 taps" not in history


def test_new_links_kill_the_old_ones_at_once(client: Client, code: str) -> None:
    watch = watch_code_of(code)
    fresh = join(client, code, relink="1").split("/")[2]
    assert client.get(reverse("table", args=[fresh])).status_code == 200
    for dead in (reverse("table", args=[code]), reverse("watch", args=[watch])):
        assert client.get(dead).status_code == 404
    assert client.post(reverse("entries", args=[code]), {"command": "new"}).status_code == 404


def test_the_browser_knows_the_new_link_and_whose_phone_it_is(client: Client, code: str) -> None:
    client.get(reverse("table", args=[code]))
    join(client, code, device="1")
    there = join(client, code, relink="1")
    r = client.get(there)
    assert "The old ones no longer work." in r.content.decode()
    assert own_parties(r.wsgi_request) == [there.split("/")[2]]
    assert client.cookies["device"].value == "1"
    assert client.cookies["device"]["path"] == there.removesuffix("join")


def test_plain_http_says_what_is_missing_and_why(client: Client, code: str) -> None:
    missing = "over plain http"
    assert missing in page(client, code)
    assert missing not in page(client, code, HTTP_HOST="localhost:8000")
    assert missing not in client.get(reverse("join", args=[code]), secure=True).content.decode()


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000"])
def test_an_address_no_phone_can_reach_is_told(client: Client, code: str, host: str) -> None:
    told = "only works on this computer"
    assert told in page(client, code, HTTP_HOST=host)
    assert told not in page(client, code, HTTP_HOST="192.168.1.20:8000")
