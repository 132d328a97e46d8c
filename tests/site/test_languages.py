"""The language of a phone: what it has chosen, else what its browser asks for, else English."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from tests.unmarked import known
from tools.pseudo import LEFT_TO_RIGHT, OPEN, RIGHT_TO_LEFT
from tracker.rules.table.state.party import new_party
from tracker.services.party.parties import party_create

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def _two_more_languages() -> Iterator[None]:
    with known(LEFT_TO_RIGHT, RIGHT_TO_LEFT):
        yield


@pytest.fixture
def code() -> str:
    return party_create(state=new_party(("Mara", "Odo")))


def phone(language: str = "", asks: str = "") -> Client:
    """One that has chosen a language, or whose browser asks for some."""
    client = Client(headers={"Accept-Language": asks} if asks else {})
    if language:
        client.cookies["language"] = language
    return client


def language_of(page: str) -> str:
    """As its first element says; that its words are in it too is seen by the brackets."""
    found = page.partition('<html lang="')[2].partition('"')[0]
    assert (OPEN in page) == (found != "en")
    return found


@pytest.mark.parametrize(
    ("chosen", "asks", "found"),
    [
        ("", "", "en"),
        ("", "xx", "xx"),
        ("", "de;q=0.2, xx-CH;q=0.9, en;q=0.5", "xx"),
        ("", "tlh, en", "en"),
        ("", "tlh", "en"),
        ("xx", "en", "xx"),
        ("en", "xx", "en"),
        ("tlh", "xx", "xx"),
    ],
)
def test_a_phone_has_what_it_chose_else_what_its_browser_asks_for(
    chosen: str, asks: str, found: str
) -> None:
    assert language_of(phone(chosen, asks).get("/").content.decode()) == found


@pytest.mark.parametrize(
    "hostile",
    [
        *("*", ";", "q=1", "x" * 5000, "xx;q=nan", "xx;q=-1", "../../etc", "xx\x00", "é", "xx_XX@"),
        *(",".join(f"a{n}" for n in range(3000)), "en-" * 400, "xx" + "-a" * 300, "%00", "{card}"),
    ],
)
def test_no_wish_for_a_language_is_a_fault(hostile: str) -> None:
    for client in (phone(asks=hostile), phone(language=hostile)):
        for address in ("/", "/sw.js", "/manifest.webmanifest", "/nowhere"):
            assert client.get(address).status_code in (200, 404)


def test_a_phone_chooses_on_the_first_page_and_stays_there() -> None:
    client = phone()
    page = client.get("/").content.decode()
    assert 'name="language" value="xx" lang="xx" aria-pressed="false">Pseudo xx</button>' in page
    r = client.post(reverse("language"), {"language": "xx", "next": "/"})
    assert r["Location"] == "/"
    assert language_of(client.get("/").content.decode()) == "xx"


def test_a_phone_chooses_at_its_party_and_comes_back_there(code: str) -> None:
    client, address = phone(), reverse("settings", args=[code])
    assert f'name="next" value="{address}?phone"' in client.get(address).content.decode()
    r = client.post(reverse("language"), {"language": "xx", "next": f"{address}?phone"})
    assert r["Location"] == f"{address}?phone"
    cookie = client.cookies["language"]
    assert (cookie["path"], cookie["samesite"], cookie["httponly"]) == ("/", "Lax", True)
    assert int(cookie["max-age"]) > 300 * 24 * 60 * 60


@pytest.mark.parametrize(
    ("sent", "leads"),
    [
        ({"language": "tlh", "next": "/"}, "/"),
        ({"language": "xx", "next": "https://elsewhere.example/"}, "/"),
        ({"language": "xx", "next": "//elsewhere.example"}, "/"),
        ({}, "/"),
    ],
)
def test_a_choice_leads_nowhere_else(sent: dict[str, str], leads: str) -> None:
    assert phone().post(reverse("language"), sent)["Location"] == leads


def test_a_language_is_chosen_by_a_form_alone() -> None:
    assert phone().get(reverse("language")).status_code == 405


def test_a_page_says_in_which_direction_it_is_read() -> None:
    assert '<html lang="xr" dir="rtl"' in phone("xr").get("/").content.decode()
    assert 'dir="rtl"' not in phone("xx").get("/").content.decode().partition(">")[0]


def test_caches_keep_languages_apart(code: str) -> None:
    for address in ("/", f"/p/{code}/", "/rules/", "/sw.js", "/manifest.webmanifest", "/offline"):
        r = phone("xx").get(address)
        assert "Accept-Language" in r["Vary"], address
        assert "no-store" in r["Cache-Control"] or "Cookie" in r["Vary"], address


def test_two_phones_of_one_party_read_it_in_two_languages(code: str) -> None:
    for _ in range(2):  # whatever is kept between pages is kept by language
        for language in ("xx", "en", "xr"):
            page = phone(language).get(f"/p/{code}/player/0").content.decode()
            assert language_of(page) == language
    part = phone("xx").get(f"/p/{code}/table?after=0", headers={"HX-Request": "true"})
    assert part.status_code == 204


def test_refusals_are_in_the_language_of_the_phone(code: str) -> None:
    sent = {"commands": [{"text": "hp:0:+1", "key": "a"}, {"text": "undo:99", "key": "b"}]}
    for language in ("xx", "en"):
        r = phone(language).post(
            f"/p/{code}/entries", json.dumps(sent), content_type="application/json"
        )
        assert (OPEN in str(r.json())) == (language == "xx")
        r = phone(language).get("/p/nowhere")
        assert (OPEN in r.content.decode()) == (language == "xx")


def test_the_worker_and_the_app_are_those_of_the_language() -> None:
    workers = {name: phone(name).get("/sw.js").content.decode() for name in ("en", "xx")}
    assert 'const LANGUAGE = "xx";' in workers["xx"]
    assert 'const LANGUAGE = "en";' in workers["en"]
    assert json.dumps(OPEN)[1:-1] in workers["xx"]  # the players of a party that is begun here
    page = phone("xr").get("/").content.decode()
    assert 'href="/manifest.webmanifest" crossorigin="use-credentials"' in page  # with its cookie
    data = phone("xr").get("/manifest.webmanifest").json()
    assert (data["lang"], data["dir"], data["name"][:1]) == ("xr", "rtl", OPEN)
    for address in ("/offline", "/new/2", "/new/2/sheets", "/new/2/tile"):
        assert OPEN in phone("xx").get(address).content.decode()
