"""Many answers on one connection, read to the byte: by the site itself, and by proxies before it.

A proxy keeps its connections to the site for whoever comes next, so a byte too many in one answer
breaks the page of somebody else.
"""

from __future__ import annotations

import gzip
import re
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import brotli
import pytest

from tests.programs import is_missing
from tests.routes import ROUTES, opened
from tests.servers import free_port, production_site
from tests.site import test_nginx, test_proxy
from tests.wire import Exact, Line

pytestmark = pytest.mark.thorough

ROUNDS = 10
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT")
UNPACK = {"gzip": gzip.decompress, "br": brotli.decompress, None: bytes}
KEEPING = """
daemon off; pid {folder}/pid; error_log stderr; events {{}}
http {{
  access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  upstream site {{ server {site}; keepalive 4; }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://site; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr;
    }}
  }}
}}
"""


@contextmanager
def behind_nothing(folder: Path) -> Iterator[Line]:
    with production_site(folder) as site, Line(site.url) as line:
        yield line


@contextmanager
def behind_nginx(folder: Path) -> Iterator[Line]:
    """One that keeps its connections to the site."""
    (folder / "site").mkdir()
    with production_site(folder / "site") as site:
        port, file = free_port(), folder / "nginx.conf"
        host = site.url.removeprefix("http://")
        file.write_text(KEEPING.format(folder=folder, site=host, port=port))
        process = subprocess.Popen(["nginx", "-c", str(file)])
        try:
            with Line(test_nginx.answering(f"http://127.0.0.1:{port}", process)) as line:
                yield line
        finally:
            process.terminate()
            process.wait(10)


@contextmanager
def behind_caddy(folder: Path) -> Iterator[Line]:
    """As compose.yaml has it; it keeps connections by itself."""
    with production_site(folder, **test_proxy.PUBLIC) as site, test_proxy.caddy(site) as proxy:
        trusting = ssl.create_default_context(cafile=proxy.authority)
        with Line(proxy.url, trusting) as line:
            yield line


FRONTS = {"": behind_nothing, "nginx": behind_nginx, "caddy": behind_caddy}


@pytest.mark.parametrize(
    "front",
    [pytest.param(name, marks=[pytest.mark.thorough] * bool(name)) for name in FRONTS],
    ids=lambda name: name or "alone",
)
def test_every_answer_ends_where_it_says(front: str, tmp_path: Path) -> None:
    """All other questions first: the last ones ask for more wrong codes than a visitor may."""
    if front and is_missing(front):
        pytest.skip(f"needs {front}")
    with FRONTS[front](tmp_path) as line:
        codes = begun_on(line)
        assert_a_poll_with_nothing_new_ends_with_its_headers(line, codes)
        assert_a_file_that_has_not_changed_ends_with_its_headers(line)
        assert_no_address_answers_more_or_less_than_it_says(line, codes)


def begun_on(line: Line) -> dict[str, str]:
    """The codes of a party and a game begun on this line, by the first part of their address."""
    party = line.ask("POST", "/new", "players=1").headers["Location"].split("/")[2]
    watched = re.search(r"/w/(\w{13})/", page(line.ask("GET", f"/p/{party}/invite")))
    game = line.ask("POST", "/play/new/solo", "people=1&name=Mara&deal=lantern")
    assert watched
    return {"p": party, "w": watched[1], "play": game.headers["Location"].split("/")[2]}


def page(answer: Exact) -> str:
    return str(UNPACK[answer.headers["Content-Encoding"]](answer.body), "utf-8")


def assert_whole(method: str, answer: Exact) -> None:
    """An answer without a body says nothing of packing; any other can be unpacked."""
    if method == "HEAD":  # its headers are those of a GET
        return
    if answer.status in (204, 304):
        assert "Content-Length" not in answer.headers
    if answer.status in (301, 302, 303):
        assert answer.body == b""
    if answer.body:
        page_or_picture = UNPACK[answer.headers["Content-Encoding"]](answer.body)
        assert page_or_picture
    else:
        assert "Content-Encoding" not in answer.headers


def assert_a_poll_with_nothing_new_ends_with_its_headers(line: Line, codes: dict[str, str]) -> None:
    polls = [f"/{kind}/{code}/table?after=0" for kind, code in codes.items()]
    for _ in range(ROUNDS):
        for poll in [*polls, f"/p/{codes['p']}/phones"]:
            answer = line.ask("GET", poll)
            assert answer.status == 204
            assert_whole("GET", answer)
            assert page(line.ask("GET", "/offline")).rstrip().endswith("</html>")


def assert_a_file_that_has_not_changed_ends_with_its_headers(line: Line) -> None:
    (path,) = re.findall(r'<link rel="stylesheet" href="(\S+)"', page(line.ask("GET", "/offline")))
    file = line.ask("GET", path)
    for _ in range(ROUNDS):
        answer = line.ask("GET", path, If_Modified_Since=file.headers["Last-Modified"])
        assert answer.status == 304
        assert_whole("GET", answer)


def assert_no_address_answers_more_or_less_than_it_says(line: Line, codes: dict[str, str]) -> None:
    for route in ROUTES:
        path = opened(route, codes)
        for method in METHODS:
            assert_whole(method, line.ask(method, path))
