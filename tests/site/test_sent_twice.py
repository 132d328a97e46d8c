"""Every form of every screen, sent twice: by two taps, or again because the answer got lost."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.test.client import MULTIPART_CONTENT
from django.urls import resolve

from tests.game_screens import GAME_SCREENS
from tests.play.matches import PHONE, dealt, finished, phone
from tests.play.visitors import undone
from tests.routes import ROUTES, opened
from tests.screens import CHIEF, FULLEST, SCREENS
from tests.tracker.parties import play
from tests.wire import JSON
from tracker.rules.table.state.party import new_party
from tracker.services.backup import MODELS
from tracker.services.match.summaries import results_export
from tracker.services.party.parties import party_create
from tracker.services.party.transfer import file_of, party_export
from tracker.web.browser import PHONE_COOKIE
from tracker.web.limits import MATCHES, PARTIES, RESULTS

pytestmark = pytest.mark.django_db

SAYS_SO = {"p/<code:code>/delete"}
"""Sent again it says that it is done already; the others lead to the same page."""
PIECES = {"play/<code:code>/ask", "play/<code:code>/par", "play/<code:code>/review"}
"""Each time a form of these works out one piece more; the whole is the same."""
NO_ROW = {
    "": "keeps a cookie",
    "keys": "keeps a cookie",
    "language": "keeps a cookie",
    "open": "leads to a party",
    "p/<code:code>/settings": "keeps cookies",
    "play/puzzles/<str:name>": "keeps a cookie",
    "trust": "keeps a cookie; drawn only where the site serves its own https",
}
TITLE = "The Low Lantern"
SEAT = re.compile(r"/play/\w+/seat/\d/[\w-]+")


@dataclass
class Form:
    """A form that is posted, with all that it has drawn in it."""

    action: str
    fields: dict[str, list[Any]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def sent(self) -> Iterator[dict[str, list[Any]]]:
        """All that it can send, by one button after the other, or by itself."""
        for name, value in self.buttons or [("", "")]:
            yield {**self.fields, **({name: [value]} if name else {})}


class Forms(HTMLParser):
    """Finds the forms of a page, by their ids."""

    def __init__(self, address: str, page: str) -> None:
        super().__init__()
        self.address, self.found, self.form, self.select = address, dict[str, Form](), "", ""
        self.outside: list[tuple[str, tuple[str, str]]] = []
        self.feed(page)
        for form, button in self.outside:
            if form in self.found:
                self.found[form].buttons.append(button)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        name, value, kind = has.get("name", ""), has.get("value", ""), has.get("type", "")
        if tag == "form" and has.get("method") == "post":
            self.form = has.get("id") or f"form {len(self.found)}"
            self.found[self.form] = Form(urljoin(self.address, has.get("action")))
        elif tag == "button" and kind != "button":
            self.outside.append((has.get("form", self.form), (name, value)))
        elif tag == "select":
            self.select = name
        elif tag == "option" and "selected" in has:
            self.lay(self.select, value)
        elif tag == "input" and kind == "file":
            self.lay(name, None)
        elif tag == "input" and (kind not in ("radio", "checkbox") or "checked" in has):
            self.lay(name, value)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = ""

    def lay(self, name: str, value: Any) -> None:
        if name and self.form:
            self.found[self.form].fields.setdefault(name, []).append(value)


def rows() -> dict[str, list[Any]]:
    return {model.__name__: [*model._default_manager.order_by("pk").values()] for model in MODELS}


def counts() -> list[dict[str, float]]:
    """Tells how full each limit is of what can be made."""
    return [dict(limit._lately) for limit in (MATCHES, PARTIES, RESULTS)]


@dataclass
class Sender:
    """Sends whatever a page's forms can send, in each way once."""

    typed: dict[tuple[str, str], Any]
    """By the address of a form and the name of an empty box."""
    tried: set[object] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    broken: set[object] = field(default_factory=set)
    staying: set[str] = field(default_factory=set)

    def visit(self, client: Client, address: str, posted: Any = None) -> str:
        """The page, with every form on it sent."""
        page = client.post(address, posted) if posted else client.get(address)
        cookies, text = deepcopy(client.cookies), page.content.decode(errors="replace")
        for form in Forms(address, text).found.values():
            for fields in form.sent():
                client.cookies = deepcopy(cookies)
                self.press(client, form.action, fields)
        client.cookies = cookies
        return text

    def press(self, client: Client, address: str, fields: dict[str, list[Any]]) -> None:
        route = str(resolve(urlsplit(address).path).route)
        deeds = [str(fields.get(name, [""])[0]).partition(":")[0] for name in ("command", "do")]
        way = (route, *deeds, *fields, PHONE_COOKIE in client.cookies)
        if way in self.tried:
            return
        self.tried.add(way)
        for name, values in fields.items():
            fields[name] = [value or self.typed.get((route, name), "") for value in values]
        self.send_twice(client, way, address, fields)
        if fields.get("command"):
            text = "".join([*fields["command"], *fields.get("value", [])])
            taps = {"commands": [{"text": text, "key": "1-x.1"}]}
            self.send_twice(client, (*way, "outbox"), address, taps, JSON)

    def send_twice(
        self,
        client: Client,
        way: tuple[Any, ...],
        address: str,
        data: dict[str, list[Any]],
        kind: str = MULTIPART_CONTENT,
    ) -> None:
        route = way[0]

        def send() -> tuple[str, dict[str, list[Any]]]:
            for value in data.values():
                if isinstance(value[0], ContentFile):
                    value[0].seek(0)
            r = client.post(address, data, kind)
            if kind == MULTIPART_CONTENT and r.status_code == 200:
                self.staying.add(route)
            return "" if route in SAYS_SO else r.get("Location", ""), rows()

        with undone():
            before, cookies = rows(), deepcopy(client.cookies)
            once, arrived = send(), client.cookies
            made, counted = once[1] != before, counts()
            self.changed |= {route} if made else set()
            for jar in (cookies, arrived):  # whether the first answer was lost, or came late
                client.cookies = deepcopy(jar)
                again = send()
                if (again != once and route not in PIECES) or (made and counts() != counted):
                    self.broken.add(way)


def typed_by_somebody(lantern: str) -> dict[tuple[str, str], Any]:
    return {
        ("import", "file"): ContentFile(file_of(party_export(lantern)), "a.json"),
        ("records/import", "file"): ContentFile(json.dumps(results_export(PHONE)), "a.json"),
        ("p/<code:code>/delete", "typed"): TITLE,
        ("open-save", "name"): "door",
        ("p/<code:code>/entries", "value"): "7",
    }


@pytest.mark.thorough
def test_a_form_sent_twice_counts_once() -> None:
    """It leads to the same page, though a new browser never saw its first cookie, and against a
    limit of what is made it counts once."""
    over = finished("solo")
    play(lantern := party_create(state=new_party(("Mara",), TITLE)), "save:door")
    sender = Sender(typed_by_somebody(lantern))
    for route in ("p/<code:code>/delete", *PIECES):
        sender.visit(phone(), opened(route, {"p": lantern, "play": over}))
    for screen in (*SCREENS, *GAME_SCREENS):
        if screen.name not in CHIEF | FULLEST:
            continue
        with undone():
            address, known, new = screen.address.format(code=screen.party()), Client(), Client()
            known.cookies.load(screen.cookies())
            page = sender.visit(known, address, screen.posted)
            if not screen.posted:
                sender.visit(new, address)
            for seat in SEAT.findall(page)[:1]:
                sender.visit(new, seat)
    assert sorted(map(str, sender.broken)) == []
    assert not sender.staying, "on the way back a browser asks whether to send that again"
    assert sender.changed.isdisjoint(NO_ROW)
    assert sender.changed | NO_ROW.keys() == addresses_that_take_forms()


def addresses_that_take_forms() -> set[str]:
    codes, client = {"p": party_create(state=new_party(("Mara",))), "play": dealt("solo")}, Client()
    there = {route: opened(route, codes) for route in ROUTES}
    taken = [route for route in ROUTES if client.post(there[route]).status_code != 405]
    return {route for route in taken if client.get(there[route]).status_code not in (301, 302)}
