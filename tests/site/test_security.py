"""Anybody who may not change a party is refused, and nothing is changed."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from pytest_django import Settings as PytestSettings

from tests.examples import examples
from tests.wire import JSON, TOKEN
from tracker import models
from tracker.rules.table.room.changes import replay
from tracker.rules.table.state.party import Party, new_party
from tracker.services.party.parties import party_create, party_relink, party_table
from tracker.services.party.record import Envelope, party_record
from tracker.web.browser import PARTIES_COOKIE
from tracker.web.limits import COMMANDS

pytestmark = pytest.mark.django_db

START = new_party(("Mara", "Odo"))
TAP = {"commands": [{"text": "hp:0:-3", "key": "a"}]}


@pytest.fixture
def code() -> str:
    return party_create(state=START)


@pytest.fixture
def _nothing_changed(code: str) -> Iterator[None]:
    """Holds for every party there is."""
    yield
    assert not models.Entry.objects.exists()
    assert set(models.Player.objects.filter(party__code=code).values_list("hp", flat=True)) == {20}


untouched = pytest.mark.usefixtures("_nothing_changed")


def browser(**cookies: str) -> Client:
    """As strict as the real thing, with a token of this site."""
    client = Client(enforce_csrf_checks=True)
    client.cookies.load({"csrftoken": TOKEN, **cookies})
    return client


def tap(client: Client, path: str, token: str = TOKEN, **headers: str) -> HttpResponse:
    headers = {"X-CSRFToken": token, **headers}
    return client.post(path, TAP, JSON, headers=headers)  # type: ignore[return-value]


def entries(code: str) -> str:
    return reverse("entries", args=[code])


def test_who_has_the_code_may_write(code: str) -> None:
    assert tap(browser(), entries(code)).status_code == 200
    assert party_table(code).revision == 1


# Codes


@untouched
@pytest.mark.parametrize("path", ["/p/{}/entries", "/w/{}/entries", "/w/{}/", "/live/w/{}"])
def test_a_watch_code_only_looks_on(code: str, path: str) -> None:
    r = tap(browser(), path.format(party_table(code).watch_code))
    assert r.status_code in (404, 405)


@untouched
def test_the_watch_page_never_tells_the_code_to_write(client: Client, code: str) -> None:
    watched = reverse("watch", args=[party_table(code).watch_code])
    for path in (watched, f"{watched}table"):
        r = client.get(path)
        assert r.status_code == 200
        assert code not in r.content.decode() + str(r.headers) + str(r.cookies)


@pytest.mark.parametrize("path", ["/p/{}/entries", "/p/{}/join", "/p/{}/saves", "/p/{}/"])
def test_a_dead_code_is_nobodys(code: str, path: str) -> None:
    watched = party_table(code).watch_code
    fresh = party_relink(code=code)
    client = browser()
    for dead in (code, watched):
        assert tap(client, path.format(dead)).status_code in (404, 405)
        assert client.get(f"/p/{dead}/").status_code == 404
        assert client.get(f"/w/{dead}/").status_code == 404
    assert (party_table(fresh).revision, party_table(fresh).state) == (0, START)


def test_undo_does_not_bring_a_dead_code_back(client: Client, code: str) -> None:
    party_record(code=code, commands=[Envelope("hp:0:-3")])
    fresh = party_relink(code=code)
    party_record(code=fresh, commands=[Envelope("undo:1")])
    assert client.get(f"/p/{code}/").status_code == 404


# Other sites


@untouched
@pytest.mark.parametrize("origin", ["https://evil.example", "http://testserver.evil", "null"])
def test_another_site_cannot_write(code: str, origin: str) -> None:
    client = browser()
    assert tap(client, entries(code), Origin=origin).status_code == 403
    for path in (entries(code), "/new", f"/p/{code}/join"):
        posted = {"command": "hp:0:-3", "csrfmiddlewaretoken": TOKEN}
        assert client.post(path, posted, headers={"Origin": origin}).status_code == 403


@untouched
@pytest.mark.parametrize("token", ["", "b" * 32, "x"])
def test_without_this_browsers_token_nothing_is_written(code: str, token: str) -> None:
    r = tap(browser(), entries(code), token)
    assert r.status_code == 403
    assert "Nothing was changed" in json.loads(r.content)["message"]


@untouched
def test_a_token_without_its_cookie_is_none(code: str) -> None:
    assert tap(Client(enforce_csrf_checks=True), entries(code)).status_code == 403


# Cookies


@pytest.fixture
def visitor() -> Client:
    """A browser that has been at another party."""
    client = browser()
    client.get(reverse("table", args=[party_create(state=new_party(("Pell",)))]))
    return client


@untouched
def test_the_cookie_of_another_party_opens_nothing(visitor: Client, code: str) -> None:
    assert tap(visitor, f"/p/{party_table(code).watch_code}/entries").status_code == 404
    assert code not in visitor.get("/").content.decode()


def test_the_cookie_of_another_party_loads_no_save(visitor: Client, code: str) -> None:
    party_record(code=code, commands=[Envelope("save:Lantern"), Envelope("hp:0:-3")])
    posted = {"name": "Lantern", "csrfmiddlewaretoken": TOKEN}
    assert visitor.post("/open-save", posted).status_code == 404
    assert party_table(code).revision == 2


@pytest.mark.parametrize("forged", ['["{}"]', "{}", "WyJ7fSJd:1:x"])
def test_a_cookie_made_by_hand_is_not_believed(code: str, forged: str) -> None:
    client = browser(**{PARTIES_COOKIE: forged.format(code)})
    assert code not in client.get("/").content.decode()


# Anything at all

many = settings(
    max_examples=examples(150), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
scalar = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
anything = st.recursive(scalar, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))
VERBS = ["hp", "hit", "floor", "room", "used", "weapon", "name", "title", "new"]
verb = st.sampled_from([*VERBS, "save", "load", "resave", "return", "undo"])
UNSTORABLE = ["\0", "\ud800"]
part = st.sampled_from(["0", "3", "+1", "-9999", "=0", "1", "Ann", "+Kh", "９", *UNSTORABLE])
text = st.text() | st.builds(lambda verb, parts: ":".join([verb, *parts]), verb, st.lists(part))
key = st.text() | st.sampled_from("abc")
command = st.fixed_dictionaries({"text": text | anything, "key": key | anything}) | anything
commands = st.fixed_dictionaries({"commands": st.lists(command) | anything}) | anything


def fold(code: str) -> Party:
    state = START
    for changes in models.Entry.objects.filter(party__code=code).order_by("number"):
        state = replay(state, changes.changes)
    return state


def assert_taken_well(client: Client, code: str, body: bytes, kind: str = JSON) -> None:
    COMMANDS.reset()
    before = party_table(code).revision
    r = client.post(entries(code), body, kind)
    assert r.status_code < 500
    opened = party_table(code)
    assert opened.state == fold(code)
    assert opened.revision == before or r.status_code in (200, 303)


@many
@example({"commands": [{"text": f"load:{odd}", "key": "a"} for odd in UNSTORABLE]})
@given(sent=commands)
def test_any_json_is_taken_well(client: Client, code: str, sent: object) -> None:
    assert_taken_well(client, code, json.dumps(sent).encode())


@many
@given(body=st.binary(max_size=300))
def test_any_bytes_are_taken_well(client: Client, code: str, body: bytes) -> None:
    assert_taken_well(client, code, body)
    assert_taken_well(client, code, b"command=" + body, "application/x-www-form-urlencoded")


@many
@example(f"load:{UNSTORABLE[0]}", "saves")
@given(typed=text, page=st.text() | st.sampled_from(["saves", "settings", "history"]))
def test_any_form_is_taken_well(client: Client, code: str, typed: str, page: str) -> None:
    COMMANDS.reset()
    posted = {
        "command": typed.encode(errors="surrogatepass"),
        "next": page.encode("utf-8", "ignore"),
    }
    assert client.post(entries(code), posted).status_code < 500
    assert party_table(code).state == fold(code)


AWAY = (
    *("http://evil.example/x", "https://evil.example", "//evil.example", "/\\evil.example"),
    *("http://evil.example//evil.example/x", "http:///evil.example", "/%09/evil.example"),
    *("javascript:alert(1)", "http://[::1", "http://localhost:99999/x", "\t//evil.example", ""),
)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "table.local"])
@pytest.mark.parametrize("address", AWAY)
def test_a_way_back_stays_on_this_site_whatever_its_name(
    host: str, address: str, settings: PytestSettings
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    sent = {"next": address, "language": "de"}
    for headers in ({"Host": host}, {"Host": host, "Referer": address.strip()}):
        for fields in (sent, {"language": "de"}):
            r = Client().post("/language", fields, headers=headers)
            assert r.status_code in (204, 302)
            assert_leads_to_a_page(r.headers.get("Location", "/"))


def assert_leads_to_a_page(location: str) -> None:
    """As a browser reads it: a backslash is a slash, a tab is nothing."""
    read = location.replace("\\", "/").replace("\t", "")
    assert read.startswith("/")
    assert not read.startswith("//")


def test_another_language_leads_back_to_the_page_it_was_chosen_on() -> None:
    for said in ({"next": "/rules/?q=a"}, {}):
        referer = {"Referer": "http://testserver/rules/?q=a"}
        r = Client().post("/language", {**said, "language": "de"}, headers=referer)
        assert (r.status_code, r["Location"]) == (302, "/rules/?q=a")
        assert r.cookies["language"].value == "de"
