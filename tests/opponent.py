"""A browser that plays against computers over the wire, for whatever runs beside it."""

from __future__ import annotations

import random
import re
import sys
import threading
from collections.abc import Sequence
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from multiprocessing.synchronize import Event
from urllib.parse import urlencode, urlsplit

from tests.wire import FORM

TOKEN = "a" * 32  # of CSRF, in cookie and form
THINKS = 0.2  # seconds a script looks at its cards
DECISION = re.compile(r'name="decision" value="([^"]+)"')
HIDDEN = re.compile(r'type="hidden" name="(number|seat)" value="(\d+)"')
STRONG = [("who-0", "here"), *((f"who-{seat}", "strong") for seat in (1, 2, 3))]


class Opponent:
    """A browser that plays Shiphead against three strong computers, one game after the other."""

    def __init__(self, url: str) -> None:
        """`url` is the site's, without a path."""
        self.connection = HTTPConnection(urlsplit(url).netloc, timeout=60)
        self.cookies = SimpleCookie({"csrftoken": TOKEN})
        self.page = self.moves = ""

    def play(self, over: threading.Event | Event) -> None:
        while not over.wait(THINKS):
            self.step()

    def step(self) -> None:
        choices = [each for each in DECISION.findall(self.page) if each not in ("undo", "quit")]
        if choices:
            fields = [*HIDDEN.findall(self.page), ("decision", random.choice(choices))]
            _, page = self._sent("POST", self.moves, fields, htmx=True)
            self.page = page or self.page
        else:
            self._deal()

    def _deal(self) -> None:
        table, _ = self._sent("POST", "/play/new/shiphead", STRONG)
        if table:
            self.moves = f"{table.partition('?')[0]}moves"
            _, self.page = self._sent("GET", table)

    def _sent(
        self, method: str, path: str, fields: Sequence[tuple[str, str]] = (), htmx: bool = False
    ) -> tuple[str, str]:
        """The answer's way on, and the page; neither where the site has too much to do."""
        body = urlencode([*fields, ("csrfmiddlewaretoken", TOKEN)])
        cookies = "; ".join(f"{name}={morsel.coded_value}" for name, morsel in self.cookies.items())
        headers = {"Content-Type": FORM, "Cookie": cookies}
        if htmx:
            headers["HX-Request"] = "true"
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        page = answer.read().decode()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            self.cookies.load(cookie)
        if answer.status == 503:
            return "", ""
        if answer.status >= 400:
            sys.exit(f"{method} {path} was answered with {answer.status}.")
        return answer.headers.get("Location", ""), page
