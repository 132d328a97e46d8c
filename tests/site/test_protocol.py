"""Limits on size and time hold for what comes over the wire before there is a request."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from scoundrel_web import server as protocol
from tests.servers import Site, application_in_a_thread

HEAD = b"GET /offline HTTP/1.1\r\nHost: localhost\r\n"


@contextmanager
def connection(url: str) -> Iterator[socket.socket]:
    where = urlsplit(url)
    with socket.create_connection((where.hostname, where.port), timeout=30) as opened:
        yield opened


def answer(opened: socket.socket) -> bytes:
    """All that comes until the server closes the connection."""
    parts = []
    try:
        while part := opened.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass  # it was closed while more was on its way
    return b"".join(parts)


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with application_in_a_thread() as url:
        yield url


@pytest.mark.parametrize(
    "head",
    [
        HEAD + b"X-Long: " + b"x" * 200_000,
        HEAD + b"X-Many: x\r\n" * 40_000,
        b"GET /?" + b"x" * 200_000,
    ],
    ids=["one header", "many headers", "the address"],
)
def test_headers_that_are_too_large_end_the_connection(site: str, head: bytes) -> None:
    with connection(site) as opened:
        opened.sendall(head)
        assert answer(opened).startswith((b"HTTP/1.1 431 ", b"HTTP/1.1 400 "))


def test_headers_as_large_as_may_be_are_read(site: str) -> None:
    with connection(site) as opened:
        opened.sendall(HEAD + b"X-Long: " + b"x" * 60_000 + b"\r\nConnection: close\r\n\r\n")
        assert answer(opened).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("begun", [b"", HEAD, b"POST /new HTTP/1.1\r\nContent-Le"])
def test_who_says_nothing_more_is_hung_up_on(
    site: str, monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    monkeypatch.setattr(protocol, "SECONDS", 0.05)
    with connection(site) as opened:
        opened.sendall(begun)
        assert answer(opened) == b""


def test_a_second_request_may_not_take_longer_either(
    site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "SECONDS", 0.05)
    with connection(site) as opened:
        opened.sendall(HEAD + b"\r\n")
        assert opened.recv(15) == b"HTTP/1.1 200 OK"
        opened.sendall(HEAD)
        assert b"HTTP/1.1" not in answer(opened)


def test_a_slow_body_is_not_a_slow_header(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "SECONDS", 0.05)
    with connection(site) as opened:
        opened.sendall(b"POST /new HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nx")
        opened.settimeout(0.5)
        with pytest.raises(TimeoutError):
            opened.recv(1)
        opened.sendall(b"x")
        opened.settimeout(30)
        assert opened.recv(12) == b"HTTP/1.1 403"


def memory(site: Site) -> int:
    """The memory that the site holds now, in bytes; `most_memory` counts from here."""
    Path(f"/proc/{site.process.pid}/clear_refs").write_text("5")
    return most_memory(site)


def most_memory(site: Site) -> int:
    """The most it has held since then."""
    status = Path(f"/proc/{site.process.pid}/status").read_text()
    (kilobytes,) = (line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
    return int(kilobytes) * 1024


def send(opened: socket.socket, parts: Iterator[bytes]) -> None:
    """Until the server has had enough."""
    try:
        for part in parts:
            opened.sendall(part)
    except (BrokenPipeError, ConnectionResetError):
        pass


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read in Linux's /proc")
@pytest.mark.parametrize("path", ["/open", "/healthz"])
def test_a_body_without_end_fills_no_memory(production_server: Site, path: str) -> None:
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    chunk = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
    before = memory(production_server)
    with connection(production_server.url) as opened:
        send(opened, iter([head, *[chunk] * 100]))
        assert b"HTTP/1.1 4" in answer(opened)
    assert most_memory(production_server) - before < 15_000_000


def test_a_body_in_chunks_is_a_form_like_any_other(production_server: Site) -> None:
    head = (
        b"POST /new HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\nCookie: csrftoken=" + b"a" * 32
    )
    body = b"players=2&csrfmiddlewaretoken=" + b"a" * 32
    with connection(production_server.url) as opened:
        opened.sendall(head + b"\r\n\r\n" + b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body))
        assert answer(opened).startswith(b"HTTP/1.1 303 ")
