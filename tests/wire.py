"""Phones without a browser: what they send and hear on the wire, and a loop to serve them in."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import socket
import ssl
import uuid
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

TOKEN = "a" * 32  # of CSRF, in cookie and header
FORM = "application/x-www-form-urlencoded"
JSON = "application/json"


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: str


@dataclass(frozen=True)
class Phone:
    """A browser at the site of that address."""

    url: str

    def send(self, method: str, path: str, body: str = "", **headers: str) -> Answer:
        cookie = {"Cookie": f"csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(connection(self.url)) as opened:
            opened.request(method, path, body, {**cookie, **named})
            r = opened.getresponse()
            return Answer(r.status, r.headers, r.read().decode())

    def get(self, path: str) -> Answer:
        return self.send("GET", path)

    def new_party(self, players: int = 2) -> str:
        """Its code."""
        r = self.send("POST", "/new", urlencode({"players": players}), Content_Type=FORM)
        return str(r.headers["Location"]).split("/")[2]

    def watch_code(self, code: str) -> str:
        (found,) = set(re.findall(r"/w/(\w{13})/", self.get(f"/p/{code}/invite").body))
        return str(found)

    def tap(self, code: str, *texts: str) -> dict[str, Any]:
        """The answer that the outbox gets."""
        commands = [{"text": text, "key": uuid.uuid4().hex} for text in texts]
        body = json.dumps({"commands": commands})
        r = self.send("POST", f"/p/{code}/entries", body, Content_Type=JSON)
        assert r.status == 200, r.body
        answer: dict[str, Any] = json.loads(r.body)
        return answer


class Stream:
    """A page that listens to a party, or with `start` to what else its address begins with."""

    def __init__(
        self,
        url: str,
        code: str,
        after: int | str = "",
        start: str = "p",
        query: str = "",
        **headers: str,
    ) -> None:
        self.connection = connection(url)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request("GET", f"/live/{start}/{code}?after={after}{query}", headers=named)
        self.r = self.connection.getresponse()
        self.status = self.r.status

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.r.close()
        self.connection.close()

    def __iter__(self) -> Iterator[str]:
        """Its lines: `data: 3`, or `:` for a heartbeat."""
        for line in iter(self.r.readline, b""):
            if line.strip():
                yield line.decode().strip()

    def hears(self, revision: int) -> bool:
        """Whether that revision comes, sooner or later."""
        return f"data: {revision}" in iter(self)


def connection(url: str) -> http.client.HTTPConnection:
    return http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)


def run_apart(work: Coroutine[Any, Any, None]) -> None:
    """In a thread of its own: synchronous Playwright keeps a loop in that of the tests."""
    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, work).result()


@dataclass(frozen=True)
class Exact:
    """An answer as it came, packed."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes


class Line:
    """One connection that is kept, and read to the byte.

    Whatever an answer sends beyond its end stands before the next, where it is no status line.
    """

    def __init__(self, url: str, context: ssl.SSLContext | None = None) -> None:
        self.url, name = url, urlsplit(url).hostname or ""
        opened = socket.create_connection((name, urlsplit(url).port or 80), timeout=60)
        self.socket = context.wrap_socket(opened, server_hostname=name) if context else opened
        self.answers = self.socket.makefile("rb")

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self.answers.close()
        self.socket.close()

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> Exact:
        named = {
            "Host": urlsplit(self.url).netloc,
            "Accept-Encoding": "br, gzip",
            "Content-Type": FORM,
            "Cookie": f"csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "Referer": self.url,
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        if body or method not in ("GET", "HEAD"):
            named["Content-Length"] = str(len(body.encode()))
        head = "".join(f"{name}: {value}\r\n" for name, value in named.items())
        self.socket.sendall(f"{method} {path} HTTP/1.1\r\n{head}\r\n{body}".encode())
        return self._answer(method)

    def _answer(self, method: str) -> Exact:
        line = self.answers.readline()
        assert (said := re.fullmatch(rb"HTTP/1\.1 ([2-5]\d\d) [^\r\n]*\r\n", line)), line
        status, headers = int(said[1]), http.client.parse_headers(self.answers)
        assert headers.get("Connection") != "close"
        if method == "HEAD" or status in (204, 304):
            return Exact(status, headers, b"")
        if "Content-Length" in headers:
            return Exact(status, headers, self.answers.read(int(headers["Content-Length"])))
        assert headers["Transfer-Encoding"] == "chunked"
        return Exact(status, headers, b"".join(self._chunks()))

    def _chunks(self) -> Iterator[bytes]:
        size = 1
        while size:
            size = int(self.answers.readline(), 16)
            yield self.answers.read(size)
            assert self.answers.readline() == b"\r\n"
