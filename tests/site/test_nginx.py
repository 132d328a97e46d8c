"""The lines of docs/deploy.md for nginx, given to a real one in front of the real site."""

from __future__ import annotations

import re
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPResponse
from pathlib import Path

import pytest

from tests.programs import needs
from tests.servers import ROOT, free_port, production_site

pytestmark = pytest.mark.thorough

NO_CODE = "/p/abcdefghjkmnp/"
MOST_WRONG = 30  # codes of one address before it has to wait
CONFIGURATION = """
daemon off; pid {folder}/pid; error_log stderr; events {{}}
http {{
  access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  server {{ listen 127.0.0.1:{port}; {block} }}
}}
"""

needs_nginx = needs("nginx")


def block() -> str:
    document = (ROOT / "docs" / "deploy.md").read_text("utf-8")
    (found,) = re.findall(r"```\n(location / \{\n.*?\n\})\n```", document, re.DOTALL)
    return str(found)


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The address of nginx."""
    (tmp_path / "site").mkdir()
    with production_site(tmp_path / "site") as site:
        port, lines = free_port(), block().replace("http://127.0.0.1:8000", site.url)
        file = tmp_path / "nginx.conf"
        file.write_text(CONFIGURATION.format(folder=tmp_path, port=port, block=lines))
        process = subprocess.Popen(["nginx", "-c", str(file)])
        try:
            yield answering(f"http://127.0.0.1:{port}", process)
        finally:
            process.terminate()
            process.wait(10)


def answering(address: str, process: subprocess.Popen[bytes]) -> str:
    while process.poll() is None:
        with suppress(OSError):
            ask(f"{address}/healthz").close()
            return address
        # Another process says by nothing else when it is ready.
        time.sleep(0.05)
    raise RuntimeError("nginx did not start")


def ask(address: str, **headers: str) -> HTTPResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    r: HTTPResponse = urllib.request.urlopen(
        urllib.request.Request(address, headers=named), timeout=30
    )
    return r


def status(address: str, **headers: str) -> int:
    try:
        with ask(address, **headers) as r:
            return r.status
    except urllib.error.HTTPError as answer:
        return answer.code


def test_the_lines_say_where_a_visitor_is_and_by_which_way_and_name() -> None:
    said = dict(re.findall(r"proxy_set_header (\S+) (\S+);", block()))
    assert said == {
        "Host": "$host",
        "X-Forwarded-Proto": "$scheme",
        "X-Forwarded-For": "$remote_addr",
    }


@needs_nginx
def test_a_visitor_cannot_pass_for_another_by_a_header(address: str) -> None:
    tried = [
        status(address + NO_CODE, X_Forwarded_For=f"192.0.2.{number}")
        for number in range(MOST_WRONG + 1)
    ]
    assert tried == [404] * MOST_WRONG + [429]


@needs_nginx
def test_events_are_not_held_back(address: str) -> None:
    form = urllib.request.Request(
        f"{address}/new",
        b"players=2&csrfmiddlewaretoken=" + b"a" * 32,
        {"Cookie": "csrftoken=" + "a" * 32},
    )
    with urllib.request.urlopen(form, timeout=30) as r:
        code = r.url.split("/")[4]
    with ask(f"{address}/live/p/{code}?after=-1") as r:
        assert r.readline() == b"data: 0\n"
