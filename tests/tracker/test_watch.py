"""The table to look on: all there is to see, nothing to touch, and no way to the other code."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import screens
from tracker import models
from tracker.services.party.parties import party_table

pytestmark = pytest.mark.django_db


@pytest.fixture(
    params=[screens.evening, screens.stressed, screens.fallen], ids=lambda p: p.__name__
)
def code(request: pytest.FixtureRequest) -> str:
    return str(request.param())


def test_a_watching_page_cannot_learn_the_code_to_write(client: Client, code: str) -> None:
    for page in ("watch", "watch-part"):
        r = client.get(reverse(page, args=[party_table(code).watch_code]))
        assert r.status_code == 200
        assert code not in r.content.decode()
        assert code not in str(r.headers) + str(r.cookies)


def test_there_is_nothing_to_touch_but_the_language(client: Client, code: str) -> None:
    page = client.get(reverse("watch", args=[party_table(code).watch_code])).content.decode()
    page, found = re.subn(r'<form[^>]* action="/language".*?</form>', "", page, flags=re.DOTALL)
    assert found == 1
    assert re.findall(r"<(?:form|button|input|a|dialog)[ >]|hx-(?:get|post)", page) == []


def test_it_shows_what_the_table_shows(client: Client, code: str) -> None:
    page = client.get(reverse("watch", args=[party_table(code).watch_code])).content.decode()
    table = client.get(reverse("table", args=[code])).content.decode()
    shown = re.compile(r'[^>]*</output>|class="beats[^>]*>.*?</p>|class="card.*?</li>', re.DOTALL)
    assert shown.findall(page) == shown.findall(table)


def test_a_known_revision_is_answered_with_nothing(client: Client, code: str) -> None:
    part = reverse("watch-part", args=[party_table(code).watch_code])
    assert client.get(part, {"after": str(party_table(code).revision)}).status_code == 204
    assert 'id="table"' in client.get(part, {"after": "0"}).content.decode()


@pytest.mark.parametrize("name", ["entries", "table", "history", "join", "export"])
def test_the_code_to_look_on_opens_nothing_else(client: Client, code: str, name: str) -> None:
    address = reverse(name, args=[party_table(code).watch_code])
    before = models.Entry.objects.count()
    assert client.post(address, {"command": "hp:0:-1"}).status_code in (404, 405)
    assert client.get(address).status_code in (404, 405)
    assert models.Entry.objects.count() == before


def test_the_code_to_write_is_none_to_look_on(client: Client, code: str) -> None:
    assert client.get(reverse("watch", args=[code])).status_code == 404


def test_whoever_looks_on_reads_what_was_done_last(client: Client) -> None:
    code = screens.made("equip:0:8d")
    page = client.get(reverse("watch", args=[party_table(code).watch_code])).content.decode()
    assert ">Mara equips the 8 of Diamonds</p>" in page
