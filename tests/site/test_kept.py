"""Pages that are drawn once for everybody: what somebody is shown is what would be drawn now."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http.cookies import SimpleCookie
from random import Random
from typing import Any

import brotli
import pytest
from django.conf import settings
from django.core.cache import cache, caches
from django.test import Client, RequestFactory, override_settings

from tests.commands_at_random import BEGINNINGS, played, story
from tests.examples import examples
from tests.play.matches import PHONE, dealt, played_on
from tests.routes import ROUTES, opened
from tests.servers import ROOT
from tests.tracker.parties import play
from tracker.boards.picture import drawn
from tracker.rules.table.state.party import new_party
from tracker.services.match.play import match_share
from tracker.services.match.rows import match_table
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.runs import run_share
from tracker.web.browser import SWITCHES, THEME_COOKIE
from tracker.web.kept import Kept
from tracker.web.limits import THOUGHTS
from tracker.web.middleware import page

pytestmark = pytest.mark.django_db

CODES = ("a" * 13, "b" * 13)  # of tables and games that pages lead back to
NOTHING = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
NOTHING_KEPT = {"default": NOTHING}
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
KEY = re.compile(r'name="key" value="\w+"')  # counts once at each table
AT = re.compile(r'data-at="[^"]*"')  # when a table was begun, as the phone fills in
PATHS = [
    opened(route, {"p": CODES[0]}) for route in ROUTES if "code" not in route if route != "trust"
]


def visitor(chance: Random) -> Client:
    """Somebody with a language, a look and a story of their own."""
    language = chance.choice([code for code, _ in settings.LANGUAGES])
    accepted = chance.choice(["br", "identity"])
    client = Client(headers={"accept-language": language, "accept-encoding": accepted})
    client.cookies = SimpleCookie(dict.fromkeys(chance.sample(SWITCHES, chance.randrange(3)), "1"))
    client.cookies[THEME_COOKIE] = chance.choice(["", "dark", "light"])
    client.cookies["zone"] = chance.choice(["", "Europe/Berlin", "Asia/Tokyo"])
    client.cookies["device"] = chance.choice(["", "0", "1"])
    if chance.random() < 0.3:  # a party of their own, of which the next page says something
        client.post("/new", {"players": 2, "name_0": "Mara"})
        client.post("/records/", {"do": "undo"})
    return client


def text_of(r: Any) -> str:
    unpack = brotli.decompress if "Content-Encoding" in r.headers else bytes
    return AT.sub("", KEY.sub("", TOKEN.sub("", str(unpack(r.content), "utf-8"))))


@pytest.mark.thorough
def test_everybody_is_shown_what_would_be_drawn_for_them() -> None:
    chance, shown, seen = Random("kept"), [], set()
    for _ in range(examples(120)):
        client = visitor(chance)
        for path in chance.sample(PATHS, 12):
            query = chance.choice(["", "", "back", "game", "x"])
            asked = path + (f"?{query}={chance.choice(CODES)}" if query else "")
            headers = {"hx-request": "true"} if chance.random() < 0.2 else {}
            cookies = client.cookies.output(header="")
            r = client.get(asked, headers=headers)
            if isinstance(r, Kept):
                shown.append((client, cookies, asked, headers, text_of(r)))
                seen.add(path)
            THOUGHTS.reset()
    with override_settings(CACHES=NOTHING_KEPT):
        for client, cookies, asked, headers, text in shown:
            client.cookies = SimpleCookie(cookies)
            assert text_of(client.get(asked, headers=headers)) == text, asked
            THOUGHTS.reset()
    assert {path for path in PATHS if path.startswith(("/rules", "/new/"))} - seen <= {
        "/rules/coop/",  # lead elsewhere
        "/rules/coop/one-page",
    }


@pytest.mark.thorough
def test_a_table_of_kept_parts_is_what_would_be_drawn() -> None:
    """A part stands under all that it shows, whoever looks and whatever was done."""
    for seed in range(examples(24)):
        chance = Random(seed)
        code = party_create(state=chance.choice(BEGINNINGS))
        paths = [f"/w/{party_table(code).watch_code}/table", f"/p/{code}/table"]
        asked = [(phone, path) for phone in phones_of(code) for path in paths]
        begun = chance.choice([["room:+1"], ["referee:room", "deal:1.1:9c4d3h2c5s"]])
        for _ in played(code, [*begun, *story(chance, 6)]):
            for phone, path in chance.sample(asked, 6):
                caches["moment"].clear()
                put_together = text_of(phone.get(path))
                with override_settings(CACHES=dict.fromkeys(settings.CACHES, NOTHING)):
                    assert put_together == text_of(phone.get(path)), (seed, path)


READ = re.compile(r"\b(?:board|hint|player|forloop)\b(?:\.\w+)?")
INCLUDED = re.compile(r"""{% include "([^"]+)\"""")


def template(name: str) -> str:
    return (ROOT / "templates" / name).read_text()


def tags_of(text: str) -> str:
    """The tags of a template and of all it includes, without the words of people."""
    tags = " ".join(re.findall(r"{[{%](?! cache)(.*?)[%}]}", text, re.DOTALL))
    return " ".join([tags, *map(tags_of, map(template, INCLUDED.findall(text)))])


def reads(text: str) -> set[str]:
    """Fields that it reads, without the rest of their paths."""
    return set(READ.findall(tags_of(text)))


def words_of(text: str) -> set[str]:
    """Words in its tags that are no field of anything and no text."""
    return set(re.findall(r"(?<![.\w])\w+", re.sub(r""""[^"]*"|'[^']*'""", "", tags_of(text))))


@pytest.mark.parametrize("name", ["_player_panel", "_other_player", "_strip", "_room"])
def test_a_kept_part_is_kept_under_all_that_it_reads(name: str) -> None:
    text = template(f"party/table/{name}.html")
    key = set(READ.findall(*re.findall(r"{% cache (.*?) %}", text)))
    assert {field for field in reads(text) if field.partition(".")[0] not in key} <= key


@pytest.mark.parametrize("name", ["_player_panel", "_other_player", "_strip", "_room"])
def test_a_kept_part_reads_nothing_of_the_phone(name: str) -> None:
    of_phone = {*page(RequestFactory().get("/")), "request", "csrf_token", "messages", "unfolded"}
    assert words_of(template(f"party/table/{name}.html")) & of_phone == set()


def phones_of(code: str) -> Iterator[Client]:
    """One of the table, two of one player in both views, one in another language."""
    for device, view, language in [
        ("", "", "en"),
        ("0", "", "en"),
        ("0", "whole", "en"),
        ("", "", "de"),
    ]:
        phone = Client(headers={"accept-language": language})
        if device:
            phone.post(f"/p/{code}/join", {"device": device})
        if view:
            phone.get(f"/p/{code}/?view={view}")
        yield phone


def test_a_form_on_a_kept_page_carries_the_token_of_its_visitor() -> None:
    for _ in range(2):
        client = Client(enforce_csrf_checks=True)
        page = client.get("/new/2/sheets").content.decode()
        (token,) = set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page))
        form = {"players": 2, "csrfmiddlewaretoken": token}
        assert client.post("/new", form).status_code == 303
        assert Client(enforce_csrf_checks=True).post("/new", form).status_code == 403


def test_what_is_kept_is_bounded() -> None:
    names = [str(number) for number in range(2000)]
    for name in names:
        cache.set(name, b"x")
    assert 100 < len(cache.get_many(names)) <= 400


@pytest.mark.parametrize("query", ["?x=1", "?back=1", f"?back={CODES[0]}&x=1", "?floor=7"])
def test_what_is_asked_otherwise_is_not_kept(query: str) -> None:
    assert isinstance(Client().get("/rules/returns"), Kept)
    assert not isinstance(Client().get(f"/rules/returns{query}"), Kept)


def test_a_picture_is_drawn_once_until_what_it_shows_changes() -> None:
    party = party_create(state=new_party(("Mara", "Odo")))
    play(party, "fight:0:As:bare", "floor:=3", "new")
    code = dealt("solo")
    for _ in played_on(code, 300):
        pass
    match_share(code=code, phone=PHONE)
    run, match = run_share(code=party, first=1), match_table(code).share_code
    drawn.cache_clear()
    client, paths = Client(), (f"/r/{run}/picture.png", f"/m/{match}/picture.png")
    first = [client.get(path).content for path in paths]
    assert [client.get(path).content for path in paths] == first
    assert (drawn.cache_info().hits, drawn.cache_info().misses) == (2, 2)
    german = Client(headers={"accept-language": "de"})
    assert [german.get(path).content for path in paths] != first
