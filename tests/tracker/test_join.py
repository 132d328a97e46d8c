"""Coming to the table with a phone, and whose it is."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tracker import models
from tracker.rules.table.state.party import new_party
from tracker.services.party.parties import party_create
from tracker.services.party.record import Envelope, party_record

pytestmark = pytest.mark.django_db


@pytest.fixture
def code() -> str:
    return party_create(state=new_party(("Mara", "Odo"), "The Low Lantern"))


def join(client: Client, code: str, **fields: str) -> str:
    """Joins the party and returns where the answer leads."""
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
    assert "from <bdi>Odo</bdi>’s phone" in history


def test_taps_from_two_phones_are_two_lines(client: Client, code: str) -> None:
    for device in ("1", "2"):
        party_record(code=code, commands=[Envelope("hp:0:-1")], device=device)
    history = client.get(reverse("history", args=[code])).content.decode()
    assert history.count("phone</small>") == 2
    assert "2 taps" not in history


@pytest.mark.parametrize("known", [False, True])
def test_a_code_typed_on_a_new_phone_asks_who_it_belongs_to(
    client: Client, code: str, known: bool
) -> None:
    if known:
        client.get(reverse("table", args=[code]))
    r = client.post("/open", {"code": code})
    assert r["Location"] == reverse("table" if known else "join", args=[code])


def test_it_may_be_everybody_s_or_nobody_says(client: Client, code: str) -> None:
    shown = page(client, code)
    for answer in ("Mara", "Odo", "The whole table", "Skip"):
        assert answer in shown
    assert not re.search('name="device"[^>]* aria-pressed="true"', shown)
    join(client, code, device="")
    assert 'value="" aria-pressed="true"' in page(client, code)
