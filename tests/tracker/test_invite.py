"""Bringing phones to the table: links to scan, who has come, new links after a leak."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tracker.parties import play
from tracker.rules.table.state.party import new_party
from tracker.services.party.parties import party_create, party_table
from tracker.web.browser import own_parties

pytestmark = pytest.mark.django_db


@pytest.fixture
def code() -> str:
    return party_create(state=new_party(("Mara", "Odo", "Pell"), "The Low Lantern"))


def page(client: Client, code: str, name: str = "invite", **extra: str) -> str:
    return client.get(reverse(name, args=[code]), **extra).content.decode()  # type: ignore[arg-type]


def new_links(client: Client, code: str) -> str:
    """Asks for new links and returns where the answer leads."""
    r = client.post(reverse("invite", args=[code]), {"relink": "1"})
    assert r.status_code == 303
    return str(r["Location"])


def come(code: str, *devices: str) -> None:
    """Each on a phone of its own."""
    for device in devices:
        Client().post(reverse("join", args=[code]), {"device": device})


def phones(code: str, device: str | None = None) -> tuple[int, str]:
    """The answer that the invitation gets on the phone of that player."""
    client = Client()
    if device is not None:
        client.cookies["device"] = device
    r = client.get(reverse("phones", args=[code]))
    return r.status_code, r.content.decode()


def test_both_links_stand_there_to_read_and_to_scan(client: Client, code: str) -> None:
    shown = page(client, code)
    assert f"http://testserver/p/{code}/join</a>" in shown
    assert f"http://testserver/w/{party_table(code).watch_code}/</a>" in shown
    assert shown.count('class="qr"') == 2
    assert "style=" not in shown


def test_the_code_stands_in_groups_to_be_read_aloud(client: Client, code: str) -> None:
    groups = re.findall(r"<span>(\w{1,4})</span>", page(client, code))
    assert "".join(groups) == code


def test_a_new_table_invites_the_others(client: Client) -> None:
    r = client.post("/new", {"name_0": "Mara", "name_1": "Odo"}, follow=True)
    assert "Invite the others" in r.content.decode()


def test_one_player_invites_nobody(client: Client) -> None:
    r = client.post("/new", {"players": "1"}, follow=True)
    assert "Invite the others" not in r.content.decode()


def test_the_invitation_goes_once_somebody_plays(client: Client, code: str) -> None:
    table = reverse("table", args=[code]) + "?invite"
    assert "Invite the others" in client.get(table).content.decode()
    assert "Invite the others" not in client.get(reverse("table", args=[code])).content.decode()
    play(code, "hp:0:-1")
    assert "Invite the others" not in client.get(table).content.decode()
    assert phones(code) == (204, "")


def test_it_says_who_has_come_and_ends_with_the_last(code: str) -> None:
    assert phones(code) == (200, "")
    come(code, "1", "1", "", "9")
    assert phones(code) == (200, "At the table: Odo")
    come(code, "2")
    assert phones(code) == (204, "")
    assert phones(code, device="1") == (200, "At the table: Odo and Pell")


def test_invite_is_one_touch_from_the_table_for_ever(client: Client, code: str) -> None:
    play(code, "floor:=9", "hp:0:-3", "undo:2")
    table = page(client, code, "table")
    assert f'hx-get="{reverse("invite", args=[code])}" hx-target="#sheet"' in table
    r = client.get(reverse("invite", args=[code]), headers={"HX-Request": "true"})
    assert "<html" not in r.content.decode()
    assert 'class="qr"' in r.content.decode()


def test_new_links_kill_the_old_ones_at_once(client: Client, code: str) -> None:
    watch = party_table(code).watch_code
    fresh = new_links(client, code).split("/")[2]
    assert client.get(reverse("table", args=[fresh])).status_code == 200
    for dead in (reverse("table", args=[code]), reverse("watch", args=[watch])):
        assert client.get(dead).status_code == 404
    assert client.post(reverse("entries", args=[code]), {"command": "new"}).status_code == 404


def test_the_browser_knows_the_new_link_and_whose_phone_it_is(client: Client, code: str) -> None:
    client.get(reverse("table", args=[code]))
    client.post(reverse("join", args=[code]), {"device": "1"})
    client.get(reverse("table", args=[code]), {"view": "whole"})
    there = new_links(client, code)
    r = client.get(there)
    assert "The old ones no longer work." in r.content.decode()
    assert own_parties(r.wsgi_request) == [there.split("/")[2]]
    for name, value in {"device": "1", "view": "whole"}.items():
        assert client.cookies[name].value == value
        assert client.cookies[name]["path"] == there.removesuffix("invite")


def test_plain_http_says_what_is_missing_and_why(client: Client, code: str) -> None:
    missing = "Over plain http"
    assert missing in page(client, code)
    assert missing not in page(client, code, HTTP_HOST="localhost:8000")
    assert missing not in client.get(reverse("invite", args=[code]), secure=True).content.decode()


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000"])
def test_an_address_no_phone_can_reach_is_told(client: Client, code: str, host: str) -> None:
    told = "only works on this computer"
    assert told in page(client, code, HTTP_HOST=host)
    assert told not in page(client, code, HTTP_HOST="192.168.1.20:8000")


COUNTED = ("", "hp:0:-1", "equip:1:8d", "room:+1")
LAID = ("referee:room", "deal:1.1:9c4c3c2c5cKd", "take:1.1:fight:0:9c:bare", "room:+1")
HINTS = (
    *("Lost health? Tap", "Tap here to fight", "Room over? Tap", "tap each card as you take it"),
    *("tap below a card to take it", "Take all but one, or run"),
)


@pytest.mark.parametrize(("deeds", "hints"), [(COUNTED, HINTS[:3]), (LAID, HINTS[3:])])
def test_a_first_room_has_three_hints_each_until_it_is_done(
    client: Client, code: str, deeds: tuple[str, ...], hints: tuple[str, ...]
) -> None:
    for deed, *hint in zip(deeds, (*hints, ""), strict=True):
        if deed:
            play(code, deed)
        told = page(client, code, "table")
        assert [each for each in HINTS if each in told] == [each for each in hint if each]


def test_whoever_has_been_at_another_table_needs_no_hints(client: Client, code: str) -> None:
    for other in (party_create(state=new_party(("Sif",))), code):
        page(client, other, "table")
    told = page(client, code, "table")
    assert [each for each in HINTS if each in told] == []
