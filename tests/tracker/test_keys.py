"""The list of keys, the words of a table that is read out, and what a phone switches on for it."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tracker.boards.words.voice import EVERYWHERE, OF_PARTY, health_forms
from tracker.rules.table.state.party import new_party
from tracker.services.party.parties import party_create

AS_HTMX = {"HX-Request": "true"}


@pytest.fixture
def code(db: None) -> str:
    return party_create(state=new_party(("Mara", "Odo")))


def test_no_two_keys_are_the_same() -> None:
    keys = [key.key for key in (*EVERYWHERE, *OF_PARTY)]
    assert len(set(keys)) == len(keys)
    assert not set(keys) & set("1234")


def test_the_page_of_keys_lists_all(client: Client, db: None) -> None:
    page = unescape(client.get(reverse("keys")).content.decode())
    for key in (*EVERYWHERE, *OF_PARTY):
        assert f"<kbd>{key.cap}</kbd> {key.text}" in page


def test_an_open_table_gets_the_words_alone(client: Client, db: None) -> None:
    part = client.get(reverse("keys"), headers=AS_HTMX).content.decode()
    assert "<html" not in part
    forms = re.search(r'data-health="([^"]+)"', part)
    assert forms is not None
    assert json.loads(unescape(forms[1])) == {"0": "{name}: {n} HP"}
    assert "data-aloud" not in part


@pytest.mark.parametrize("language", ["en", "pl", "uk", "fr"])
def test_health_has_a_form_for_every_number(language: str) -> None:
    with translation.override(language):
        forms = health_forms()
    assert len(set(forms.values())) == len(forms)
    assert all({"{name}", "{n}"} <= set(re.findall(r"{\w+}", form)) for form in forms.values())


@pytest.mark.parametrize("name", ["aloud", "full", "suits", "keyless"])
def test_a_phone_keeps_what_it_switched_on(client: Client, code: str, name: str) -> None:
    settings = reverse("settings", args=[code])
    button = re.compile(rf'name="{name}" value="(\d)" aria-pressed="(true|false)"')
    assert button.findall(client.get(settings).content.decode()) == [("1", "false")]
    client.post(settings, {name: "1"})
    assert button.findall(client.get(settings).content.decode()) == [("0", "true")]
    client.post(settings, {name: "0"})
    assert button.findall(client.get(settings).content.decode()) == [("1", "false")]


def test_a_table_is_read_aloud_where_that_is_switched_on(client: Client, code: str) -> None:
    table, settings = reverse("table", args=[code]), reverse("settings", args=[code])
    assert "data-read" not in client.get(table).content.decode()
    client.post(settings, {"aloud": "1"})
    assert "data-read" in client.get(table).content.decode()
    assert "data-aloud" in client.get(reverse("keys"), headers=AS_HTMX).content.decode()


def test_four_colours_come_on_every_page(client: Client, code: str) -> None:
    pages = (reverse("table", args=[code]), reverse("rules-coop"), reverse("play"))
    assert not any("parts/suits" in client.get(page).content.decode() for page in pages)
    client.post(reverse("settings", args=[code]), {"suits": "1"})
    assert all("parts/suits" in client.get(page).content.decode() for page in pages)


def test_keys_are_switched_off_on_their_page_without_scripts_too(client: Client, code: str) -> None:
    page = reverse("keys")
    assert "data-off" not in client.get(page, headers=AS_HTMX).content.decode()
    for value, off in (("1", True), ("0", False)):
        assert f'name="keyless" value="{value}"' in client.get(page).content.decode()
        assert client.post(page, {"keyless": value})["Location"] == page
        part = client.get(page, headers=AS_HTMX).content.decode()
        assert ("data-off" in part) is off
