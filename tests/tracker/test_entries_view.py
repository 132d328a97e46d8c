"""Posting to a table: what is answered, what is refused, and that nothing is half done."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tracker import models
from tracker.rules.table.state.party import Party
from tracker.services.party.parties import party_table
from tracker.services.party.record import Envelope, party_record

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
MANY = 2_000  # lines of a log


@pytest.fixture
def url(code: str) -> str:
    return reverse("entries", args=[code])


def state(code: str) -> Party:
    return party_table(code).state


def test_a_form_leads_back_to_the_table(client: Client, code: str, url: str) -> None:
    r = client.post(url, {"command": "hp:0:-3", "key": "a"})
    assert (r.status_code, r["Location"]) == (303, reverse("table", args=[code]))
    assert state(code).players[0].hp == 17


def test_htmx_gets_the_table_alone(client: Client, url: str) -> None:
    r = client.post(url, {"command": "hp:0:-3", "key": "a"}, headers=HTMX)
    page = r.content.decode()
    assert r.status_code == 200
    assert 'id="table"' in page
    assert "<html" not in page


def test_a_form_sent_twice_counts_once(client: Client, code: str, url: str) -> None:
    for _ in range(2):
        client.post(url, {"command": "hp:0:-3", "key": "a"})
    assert state(code).players[0].hp == 17


def test_what_was_typed_comes_back_character_for_character(
    client: Client, code: str, url: str
) -> None:
    typed = ' <b>Hämmer</b> & "שלום" 🗡️ {{x}} % \u200f'
    client.post(url, {"command": "weapon:0:", "value": typed, "key": "a"})
    assert state(code).players[0].weapon == typed
    page = client.get(reverse("player", args=[code, 0])).content.decode()
    assert "&lt;b&gt;Hämmer&lt;/b&gt; &amp; &quot;שלום&quot; 🗡️ {{x}}" in page


BAD = {
    "no command": {},
    "unknown": {"command": "dance:0"},
    "seat 4": {"command": "hp:4:-1"},
    "far step": {"command": "hp:0:-1000000000"},
    "long text": {"command": "weapon:0:", "value": "x" * 10**5},
    "control character": {"command": "weapon:0:", "value": "a\0b"},
    "bad key": {"command": "hp:0:-1", "key": "a b"},
    "bad save name": {"command": "save:", "value": "a b"},
    "many": {"command": ["hp:0:-1"] * 150 + ["hp:9:-1"]},
}


@pytest.mark.parametrize("fields", BAD.values(), ids=BAD)
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["form", "htmx"])
def test_bad_input_is_told_and_nothing_is_stored(
    client: Client, code: str, url: str, fields: dict[str, str], headers: dict[str, str]
) -> None:
    before = state(code)
    r = client.post(url, fields, headers=headers)
    assert r.status_code == 400
    assert 'role="status"' in r.content.decode() or 'role="alert"' in r.content.decode()
    assert (state(code), models.Entry.objects.count()) == (before, 0)


@pytest.mark.parametrize("page", ["table", "saves", "settings", "history"])
def test_a_refusal_is_told_on_the_page_it_came_from(client: Client, url: str, page: str) -> None:
    r = client.post(url, {"command": "load:Nobody", "key": "a", "next": page})
    assert r.status_code == 409
    assert "No save is called “Nobody”." in r.content.decode()


def test_commands_of_one_form_stand_or_fall_together(client: Client, code: str, url: str) -> None:
    client.post(url, {"command": ["hp:0:-1", "hp:4:-1"], "key": "a"})
    assert state(code).players[0].hp == 20


def test_a_post_without_the_csrf_token_is_refused(code: str, url: str) -> None:
    r = Client(enforce_csrf_checks=True).post(url, {"command": "hp:0:-3", "key": "a"})
    assert r.status_code == 403
    assert "This page has expired" in r.content.decode()
    assert state(code).players[0].hp == 20


def test_reading_changes_nothing(client: Client, code: str, url: str) -> None:
    assert client.get(url).status_code == 405
    assert client.post(reverse("table", args=[code])).status_code == 405
    assert not models.Entry.objects.exists()


@pytest.mark.parametrize("code", ["nobody", "abcdefghjkmnp", "a\0", "x/y", "ü" * 13, "a" * 3000])
@pytest.mark.parametrize("page", ["", "entries", "history", "saves", "settings", "run"])
def test_a_code_nobody_has_is_a_clear_404(client: Client, code: str, page: str) -> None:
    url = f"/p/{quote(code)}/{page}"
    r = client.post(url, {"command": "hp:0:-1"}) if page == "entries" else client.get(url)
    assert r.status_code == 404
    assert "Page not found" in r.content.decode()
    assert "Codes have 13 characters: is yours complete?" in r.content.decode()


@pytest.mark.parametrize("number", [2, 4, 10**30])
def test_a_player_who_is_not_there_is_a_404(client: Client, code: str, number: int) -> None:
    assert client.get(reverse("player", args=[code, number])).status_code == 404


@pytest.mark.parametrize("page", ["player/2", "card/none", "history/99"])
def test_a_stale_link_of_a_table_leads_back_to_it(client: Client, code: str, page: str) -> None:
    """The player has left meanwhile: the table itself is still there."""
    table = reverse("table", args=[code])
    client.get(table)
    r = client.get(f"{table}{page}")
    assert r.status_code == 404
    assert f'href="{table}"' in r.content.decode()


def test_a_known_revision_is_answered_with_nothing(client: Client, code: str, url: str) -> None:
    client.post(url, {"command": "hp:0:-3", "key": "a"})
    part = reverse("table-part", args=[code])
    assert client.get(part, {"after": "1"}).status_code == 204
    assert 'id="table"' in client.get(part, {"after": "0"}).content.decode()


def test_an_old_page_shown_again_may_send_something_else(
    client: Client, code: str, url: str
) -> None:
    for command in ("hp:0:-3", "hp:1:-1"):
        client.post(url, {"command": command, "key": "a"})
    assert [player.hp for player in state(code).players[:2]] == [17, 19]


def test_pages_are_not_kept_by_the_browser(client: Client, code: str) -> None:
    assert client.get(reverse("table", args=[code]))["Cache-Control"] == "no-store"


def queries_of_a_tap(client: Client, url: str) -> int:
    seen: list[str] = []

    def count(execute, sql, params, many, context):  # type: ignore[no-untyped-def]
        seen.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        client.post(url, {"command": "hp:0:-1"}, headers=HTMX)
    return len([sql for sql in seen if "SAVEPOINT" not in sql])


def test_a_tap_takes_as_few_queries_late_as_early(client: Client, code: str, url: str) -> None:
    commands = [Envelope(f"hp:{n % 2}:{'-' if n % 4 < 2 else '+'}1") for n in range(10)]
    party_record(code=code, commands=commands)
    early = queries_of_a_tap(client, url)
    party = models.Party.objects.get()
    models.Entry.objects.bulk_create(
        models.Entry(party=party, number=n, key=str(n), text="", changes={}, created=party.created)
        for n in range(12, MANY + 1)
    )
    models.Party.objects.update(revision=MANY)
    assert queries_of_a_tap(client, url) == early <= 6
