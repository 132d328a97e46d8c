"""The real server answers here: nothing holds only in tests."""

import re
import urllib.parse
import urllib.request
from http.client import HTTPResponse

import pytest

from tests.servers import Site


def get(site: Site, path: str) -> HTTPResponse:
    request = urllib.request.Request(site.url + path, headers={"Accept-Encoding": "gzip, br"})
    r: HTTPResponse = urllib.request.urlopen(request, timeout=10)
    return r


@pytest.mark.parametrize(
    ("header", "value"),
    [
        (
            "Content-Security-Policy",
            "base-uri 'none'; default-src 'self'; form-action 'self'; "
            "frame-ancestors 'none'; object-src 'none'",
        ),
        ("Referrer-Policy", "same-origin"),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
    ],
)
def test_a_page_says_what_a_browser_may_do_with_it(
    production_server: Site, header: str, value: str
) -> None:
    with get(production_server, "/") as r:
        assert r.status == 200
        found = r.headers[header]
    assert "; ".join(sorted(found.split("; "))) == value


def test_a_style_sheet_is_small_and_kept_for_ever(production_server: Site) -> None:
    with urllib.request.urlopen(production_server.url) as r:
        page = r.read().decode()
    (path, *_) = re.findall(r'href="(/static/[^"]+\.[0-9a-f]{12}\.css)"', page)
    with get(production_server, path) as r:
        assert r.headers["Content-Encoding"] == "br"
        assert "immutable" in r.headers["Cache-Control"]


@pytest.mark.parametrize(
    ("accepted", "sent"),
    [
        ("gzip, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("gzip, BR; q=0.0", "gzip"),
        ("gzip, br;q=0.5", "br"),
        ("gzip, brotli, x-br", "gzip"),
    ],
)
def test_a_page_is_packed_as_well_as_the_browser_can_unpack(
    production_server: Site, accepted: str, sent: str
) -> None:
    asked = urllib.request.Request(production_server.url, headers={"Accept-Encoding": accepted})
    with urllib.request.urlopen(asked) as r:
        assert r.headers["Content-Encoding"] == sent
        assert int(r.headers["Content-Length"]) == len(r.read())
        assert "Accept-Encoding" in r.headers["Vary"]


def test_what_is_printed_stays_short(production_server: Site) -> None:
    before = production_server.log
    get(production_server, "/").close()
    assert production_server.log == before
    assert before.splitlines()[0] == f"Scoundrel Tracker: {production_server.url}"


def test_the_files_of_the_table_come_as_one_without_comments(production_server: Site) -> None:
    form = urllib.parse.urlencode({"players": "1"}).encode()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with opener.open(f"{production_server.url}/") as r:
        token = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', r.read().decode())[0]
    with opener.open(
        f"{production_server.url}/new", form + f"&csrfmiddlewaretoken={token}".encode()
    ) as r:
        table = r.read().decode()
    styles = re.findall(r'href="(/static/[^"]+\.css)"', table)
    scripts = re.findall(r'src="(/static/[^"]+\.js)"', table)
    assert [len(styles), len(scripts)] == [1, 1]
    with opener.open(production_server.url + styles[0]) as r:
        assert b"/*" not in r.read()
