"""Each setting of docs/deploy.md starts a site whose pages have all that they link.

The settings are those of its table: a new one is started, beside others, with its example
there or with what stands for it in VALUES.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from tests.servers import ROOT, production_site
from tests.wire import TOKEN, Answer, Phone, connection

pytestmark = pytest.mark.thorough

# The example is of another machine, or there is more than one way. A folder is the test's.
VALUES = {
    "VAR_DIR": ["{folder}/made/here"],
    "DATABASE_URL": ["sqlite:///{folder}/other.sqlite3"],
    "SECRET_KEY": ["lantern" * 10],
    "HTTPS": ["1", "own"],
}
ROW = re.compile(r"^\| `([A-Z_]+)` \|.*\| *(?:`([^`]+)`)?[^|]*\|$", re.MULTILINE)
SETTINGS = {
    name: VALUES.get(name, [example])
    for name, example in ROW.findall((ROOT / "docs" / "deploy.md").read_text("utf-8"))
}
ALONE = ("DEBUG", "HTTPS")  # files and addresses come another way; the others go together
TOGETHER = {name: values[0] for name, values in SETTINGS.items() if name not in ALONE}
STARTS = [
    pytest.param({"DEBUG": "1"}, id="DEBUG"),
    *(
        pytest.param({"HTTPS": value}, id=f"HTTPS-{value}", marks=pytest.mark.thorough)
        for value in SETTINGS["HTTPS"]
    ),
    pytest.param(TOGETHER, id="others", marks=pytest.mark.thorough),
]
PROXY = {"X-Forwarded-Proto": "https", "Origin": "https://localhost"}

LINKED = re.compile(r'<(?:link|script|img|use|source)\b[^>]*?\s(?:href|src)="([^"#]+)')
NAMED = re.compile(r"/static/[\w./-]+")
IN_STYLE = re.compile(r"""url\(["']?([^"')#]+)""")


def linked(path: str, text: str) -> Iterator[str]:
    """The addresses on this site of what a page or file loads."""
    kind = Path(path).suffix
    found = NAMED.findall(text)
    found += {"": LINKED, ".css": IN_STYLE}[kind].findall(text) if kind in ("", ".css") else []
    whole = {urljoin(path, each.replace("&amp;", "&")) for each in found if ":" not in each}
    yield from sorted(urlsplit(each).path for each in whole)


def pages_of(phone: Phone) -> list[str]:
    code = phone.new_party()
    table = f"/p/{code}/"
    return [
        *("/", "/new", "/play/", "/play/new/shiphead", "/about", "/offline", "/sw.js"),
        *("/manifest.webmanifest", "/rules/", "/rules/coop", "/rules/shiphead/", "/records/"),
        *(table, f"{table}player/0", f"{table}history", f"{table}run", f"{table}invite"),
        f"/w/{phone.watch_code(code)}/",
    ]


@dataclass(frozen=True)
class Asking(Phone):
    """It can read any file, and may ask through a proxy."""

    around: dict[str, str]

    def send(self, method: str, path: str, body: str = "", **headers: str) -> Answer:
        token = {"Cookie": f"csrftoken={TOKEN}", "X-CSRFToken": TOKEN, "Host": "localhost"}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(connection(self.url)) as opened:
            opened.request(method, path, body, {**token, **self.around, **named})
            r = opened.getresponse()
            return Answer(r.status, r.headers, r.read().decode("latin-1"))


def broken(phone: Phone) -> dict[str, int]:
    """The addresses that do not answer 200, among pages and all that they load."""
    waiting, seen = pages_of(phone), dict[str, int]()
    while waiting:
        path = waiting.pop()
        if path not in seen:
            r = phone.get(path)
            seen[path] = r.status
            if r.status == 200:
                waiting += linked(path, r.body)
    for kind in (".css", ".js", ".woff2", ".png", ".svg"):
        assert any(path.endswith(kind) for path in seen)
    return {path: status for path, status in seen.items() if status != 200}


@pytest.mark.parametrize("settings", STARTS)
def test_pages_have_all_they_link_with_every_setting(
    settings: dict[str, str], tmp_path: Path
) -> None:
    given = {name: value.format(folder=tmp_path) for name, value in settings.items()}
    chosen = {"DATABASE_URL": "", **given}
    folder = Path(chosen.pop("VAR_DIR", tmp_path / "var"))
    folder.mkdir(parents=True)
    with production_site(folder, **chosen) as site:
        proxy = PROXY if chosen.get("HTTPS") == "1" else {}
        assert broken(Asking(site.url, proxy)) == {}


def test_every_setting_has_a_value_that_is_started() -> None:
    assert len(SETTINGS) > 8
    assert [name for name, values in SETTINGS.items() if not all(values)] == []


def test_what_a_page_loads_is_found() -> None:
    page = (
        '<link rel="stylesheet" href="/static/a.css"><script defer src="/static/b.js"></script>'
        '<svg><use href="/static/icons.svg#heart"/></svg><img alt="" src="x.png">'
        '<meta name="later" content="/static/c.css /static/d.js"><a href="/about">About</a>'
    )
    names = ("/p/x.png", "/static/a.css", "/static/b.js", "/static/c.css", "/static/d.js")
    assert [*linked("/p/", page)] == [*names, "/static/icons.svg"]
    assert [*linked("/static/css/a.css", "b{src:url(../n.woff2)}")] == ["/static/n.woff2"]
