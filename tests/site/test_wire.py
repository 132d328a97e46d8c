"""The first look at a full table is light on the wire, and is kept as long as it may be."""

from __future__ import annotations

import gzip
import re
import urllib.request
from dataclasses import dataclass
from http.client import HTTPMessage
from urllib.parse import urlencode, urljoin, urlsplit

import brotli
import pytest
from django.conf import settings

from tests.servers import Site
from tracker.boards.match.screens import other_screens

# Over plain http browsers know gzip alone, which packs a tenth worse.
BROTLI, GZIP = "gzip, deflate, br", "gzip, deflate"
WITHOUT_SCRIPTS = {BROTLI: 12 * 1024, GZIP: 13 * 1024}
WITH_SCRIPTS = {BROTLI: 28 * 1024, GZIP: 31 * 1024}
WITH_ROOM = 32 * 1024
UNPACK = {"gzip": gzip.decompress, "br": brotli.decompress}
NEEDED = re.compile(r'<(?:link rel="(?:stylesheet|icon)"|script|use)[^>]*? (?:href|src)="([^"#]+)')
TOKEN = "a" * 32  # of CSRF, in cookie and form
# Four players with all as long and as many as it gets, as people type it.
FULL = {
    "title": "The Low Lantern",
    "name_0": "Maximiliane the Unquenchable, Warden of the Thirteenth Stair",
    "name_1": "Odo" * 20,
    "name_2": "Pell, called the Patient by those who have waited with Pell.",
    "name_3": "R. o. o. k. Rook " * 3 + "the third",
    "hp_0": "2",
    "hp_1": "4",
    "hp_2": "-9999",
    "weapon_0": "10:AcKsQcJs10c9s8c7s6c5s4c3s2c+KhQhJh",
    "weapon_1": "the rusty hammer of Odo’s grandmother and a lantern that smells of whale oil",
    "weapon_3": "10:10s10cKc10c10s10c",
    "floor": "34",
    "used": "JOKbJOKrKdQdJdKhQhJh",
}
TAKEN_BACK = [("command", "first:1"), ("command", "hp:3:-1"), ("command", "undo:2")]


@dataclass(frozen=True)
class Answer:
    """`body` as it came, packed."""

    path: str
    headers: HTTPMessage
    body: bytes

    @property
    def is_page(self) -> bool:
        return self.headers.get_content_type() == "text/html"

    @property
    def is_script(self) -> bool:
        return self.headers.get_content_subtype() == "javascript"


def ask(site: Site, path: str, accept: str, language: str = "en") -> Answer:
    headers = {"Accept-Encoding": accept, "Accept-Language": language}
    request = urllib.request.Request(urljoin(site.url, path), headers=headers)
    with urllib.request.urlopen(request, timeout=30) as r:
        return Answer(path, r.headers, r.read())


def post(site: Site, path: str, fields: list[tuple[str, str]]) -> str:
    """Posts the fields and returns the path that the answer leads to."""
    data = urlencode([*fields, ("csrfmiddlewaretoken", TOKEN)]).encode()
    headers = {"Cookie": f"csrftoken={TOKEN}"}
    request = urllib.request.Request(urljoin(site.url, path), data, headers)
    with urllib.request.urlopen(request, timeout=30) as r:
        return str(urlsplit(r.url).path)


@pytest.fixture(scope="module", name="look", params=WITH_SCRIPTS, ids=["https", "http"])
def first_look_at_a_full_table(
    production_server: Site, request: pytest.FixtureRequest
) -> list[Answer]:
    path = post(production_server, "/new", [*FULL.items()])
    post(production_server, f"{path}entries", TAKEN_BACK)
    return first_look(production_server, path, request.param, shows="Redo")


def first_look(
    site: Site, path: str, accept: str, shows: str, language: str = "en"
) -> list[Answer]:
    """The page, then all that a browser fetches for it."""
    page = ask(site, path, accept, language)
    html = UNPACK[page.headers["Content-Encoding"]](page.body).decode()
    assert shows in html
    needed = dict.fromkeys(NEEDED.findall(html))
    return [page, *(ask(site, path, accept) for path in needed)]


def size(answers: list[Answer]) -> int:
    return sum(len(answer.body) - len(random_name(answer)) for answer in answers)


def random_name(answer: Answer) -> bytes:
    """Django hides how long a page is behind up to 100 letters at its head."""
    named = answer.is_page and answer.headers["Content-Encoding"] == "gzip"
    return answer.body[10:].partition(b"\0")[0] if named else b""


def test_the_first_look_is_light(look: list[Answer], request: pytest.FixtureRequest) -> None:
    accept = request.node.callspec.params["look"]
    assert size([answer for answer in look if not answer.is_script]) <= WITHOUT_SCRIPTS[accept]
    assert size(look) <= WITH_SCRIPTS[accept]


@pytest.mark.thorough
@pytest.mark.parametrize("accept", WITH_SCRIPTS, ids=["https", "http"])
@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_it_is_as_light_in_every_language(
    production_server: Site, language: str, accept: str
) -> None:
    path = post(production_server, "/new", [*FULL.items()])
    post(production_server, f"{path}entries", TAKEN_BACK)
    look = first_look(production_server, path, accept, f'lang="{language}"', language)
    assert size([answer for answer in look if not answer.is_script]) <= WITHOUT_SCRIPTS[accept]
    assert size(look) <= WITH_SCRIPTS[accept]


@pytest.mark.parametrize("game", [screen.key for screen in other_screens()])
def test_the_rules_of_a_game_are_as_light(production_server: Site, game: str) -> None:
    look = first_look(production_server, f"/rules/{game}/", GZIP, shows="On one page")
    assert size([answer for answer in look if not answer.is_script]) <= WITHOUT_SCRIPTS[GZIP]


def test_the_font_of_numbers_waits_for_the_style_sheet(
    production_server: Site, look: list[Answer]
) -> None:
    """No page asks for it by name: only what is laid out in it does, which is painted before."""
    page, *files = (UNPACK[a.headers["Content-Encoding"]](a.body).decode() for a in look)
    assert "woff2" not in page
    (path,) = re.findall(r"url\(\"?([^)\"]+\.woff2)", "".join(files))
    (css,) = (answer.path for answer in look if answer.path.endswith(".css"))
    font = ask(production_server, urljoin(css, path), "gzip")
    assert re.search(r"\.[0-9a-f]{12}\.woff2$", path)
    assert "immutable" in font.headers["Cache-Control"]


def test_everything_comes_from_here(look: list[Answer]) -> None:
    assert [answer.path for answer in look if urlsplit(answer.path).netloc] == []


def test_what_never_changes_is_kept_for_ever(look: list[Answer]) -> None:
    for answer in look:
        if not answer.is_page:
            assert re.search(r"\.[0-9a-f]{12}\.\w+$", answer.path)
            assert "immutable" in answer.headers["Cache-Control"]


def test_a_table_is_not_kept(look: list[Answer]) -> None:
    """It is out of date in a second, and whoever found it in a cache could play on."""
    page, *_files = look
    said = set(page.headers["Cache-Control"].split(", "))
    assert "no-store" in said or {"private", "no-cache"} <= said


def test_the_room_of_real_cards_is_light_too(production_server: Site) -> None:
    """Ten cards, a ticket under each; its styles are no part of a table without a room."""
    path = post(production_server, "/new", [*FULL.items()])
    path = path.partition("?")[0]
    cards = "deal:34.1:JsJcQc9d3c8c5d8h7s2s"
    fields = [("command", text) for text in ("referee:room", cards)]
    post(production_server, f"{path}entries", fields)
    look = first_look(production_server, path, BROTLI, shows="ticket")
    assert size(look) <= WITH_ROOM


def test_the_page_of_a_shared_run_is_light(production_server: Site) -> None:
    """A visitor who follows a link from a message has none of the site's files yet."""
    path = post(production_server, "/new", [*FULL.items()]).partition("?")[0]
    taps = [f"hp:{n % 4}:{'+-'[n * 7 % 3 // 2]}{1 + n * 5 % 9}" for n in range(160)]
    fields = [("command", text) for text in (*taps, "fight:3:As:bare", "floor:+1", "new")]
    post(production_server, f"{path}entries", fields)
    story = post(production_server, f"{path}runs/1/share", [("do", "share")])
    page = ask(production_server, story, "br")
    (shared,) = set(re.findall(r"/r/\w+/", brotli.decompress(page.body).decode()))
    look = first_look(production_server, shared, BROTLI, shows="Hardest hit")
    assert size(look) <= WITHOUT_SCRIPTS[BROTLI]
