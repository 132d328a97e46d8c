"""Visitors ask every address that takes a match's code, in every way, while it is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from django.db import transaction
from django.http import QueryDict
from django.urls import URLPattern, URLResolver, get_resolver

from tests.play.matches import phone
from tracker.services.codes import Missing
from tracker.services.match.match import DealtMatch
from tracker.services.match.play import seat_key
from tracker.services.match.rows import match_table
from tracker.urls import CodeConverter
from tracker.web.limits import COMMANDS, MATCHES, MOVES, PARTIES, RESULTS, THOUGHTS, WRONG_CODES

SEATINGS = ("computer:0", "computer:1", "decline:0", "decline:1", "sit", "away")
HOPS = 3  # from one page on to the next

PARTS: Mapping[str, Callable[[Visit], object]] = {
    "code": lambda visit: visit.match.code,
    "watch_code": lambda visit: visit.match.code,
    "share_code": lambda visit: visit.match.code,
    "number": lambda visit: visit.chance.randrange(4),
    "place": lambda visit: visit.seat,
    "key": lambda visit: visit.own_key() or "x" * 27,
    "card": lambda visit: visit.chance.choice(["9c", "Kh", "JOKr"]),
    "do": lambda visit: "fight",
    "name": lambda visit: "lantern",
    "form": lambda visit: "csv",
}
"""Values for each part of an address."""

FIELDS: Mapping[str, Callable[[Visit], object]] = {
    "number": lambda visit: visit.match.revision,
    "seat": lambda visit: visit.seat,
    "decision": lambda visit: visit.decision(),
    "at": lambda visit: visit.earlier(),
    "begin": lambda visit: visit.earlier(),
    "after": lambda visit: visit.earlier(),
    "key": lambda visit: "c0ffee",
    "mark": lambda visit: visit.chance.choice([visit.match.mark, "0"]),
    "open": lambda visit: visit.chance.choice([visit.match.revision, visit.earlier()]),
    "do": lambda visit: visit.chance.choice(["share", "withdraw"]),
    "name": lambda visit: "Mara",
    "advice": lambda visit: "1",
}
"""Values for each name that a query or a form is read by."""


@dataclass
class Visit:
    """A phone that asks while a match stands as it does."""

    match: DealtMatch
    secret: str
    chance: Random
    seat: int
    """The seat that the visitor speaks of, whoever plays it."""

    def own_key(self) -> str:
        """The secret link of a seat that is played here."""
        own = [side for side in self.match.seats if side.phone == self.secret]
        return seat_key(self.match, own[0]) if own else ""

    def earlier(self) -> int:
        return self.chance.randint(-1, self.match.revision + 1)

    def decision(self) -> str:
        if self.chance.random() < 0.3:
            return self.chance.choice(["undo", "quit", "play:no", "play:9c", *SEATINGS])
        return self.chance.choice(self.match.decisions(self.seat) or ("pass",))

    def fields(self) -> dict[str, str]:
        """All of them, or some."""
        part = self.chance.choice([0.5, 1, 1])
        return {
            name: str(value(self)) for name, value in FIELDS.items() if self.chance.random() < part
        }

    def answers(self, method: str, address: Address, htmx: bool) -> Iterator[Any]:
        """The answer and the pages it leads on to, where the phone is taken over."""
        path = address.filled({name: PARTS[name](self) for name in address.parts})
        query = urlencode(self.fields())
        headers = {"HX-Request": "true"} if htmx else {}
        data = self.fields() if method == "POST" else {}
        client = phone(self.secret)
        r = client.generic(
            method,
            f"{path}?{query}",
            urlencode(data),
            "application/x-www-form-urlencoded",
            headers=headers,
        )
        yield r
        for _ in range(HOPS):
            if "Location" not in r.headers:
                return
            path = urlsplit(r["Location"]).path
            yield (r := client.get(f"{path}{taken_over(path)}"))


def taken_over(path: str) -> str:
    """The query by which somebody takes the phone at this table."""
    try:
        return f"?open={match_table(path.split('/')[2]).revision}"
    except (IndexError, Missing):
        return ""


@dataclass(frozen=True)
class Address:
    """One of urls.py: its pattern, and the names of what stands in it."""

    route: str
    parts: tuple[str, ...]
    filled: Callable[[Mapping[str, object]], str]


def addresses_of_codes() -> list[Address]:
    """All in which a code stands, whatever it is the code of."""
    return list(_walk(get_resolver(), ""))


def _walk(resolver: URLResolver, above: str, outer: Any = None) -> Iterator[Address]:
    for entry in resolver.url_patterns:
        route = above + str(entry.pattern)
        converters = {**(outer or {}), **entry.pattern.converters}
        if isinstance(entry, URLResolver):
            yield from _walk(entry, route, converters)
        elif any(isinstance(each, CodeConverter) for each in converters.values()):
            yield _address(entry, route, converters)


def _address(entry: URLPattern, route: str, converters: Mapping[str, Any]) -> Address:
    def filled(parts: Mapping[str, object]) -> str:
        path = f"/{route}"
        for name, converter in converters.items():
            start = path.index("<")
            end = path.index(">")
            assert path[start:end].endswith(name)
            path = path[:start] + converter.to_url(parts[name]) + path[end + 1 :]
        return path

    return Address(route, tuple(converters), filled)


@contextmanager
def undone() -> Iterator[None]:
    """Undoes afterwards all that is done inside; no limit is in its way."""
    for limit in (COMMANDS, MATCHES, MOVES, PARTIES, RESULTS, THOUGHTS, WRONG_CODES):
        limit.reset()
    before = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(before)


def record_names(asked: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Notes each name that a query or a form is read by."""
    for way in ("get", "getlist", "__getitem__", "__contains__"):
        real = getattr(QueryDict, way)

        def noted(self: QueryDict, name: str, *more: Any, real: Any = real) -> Any:
            asked.add(name)
            return real(self, name, *more)

        monkeypatch.setattr(QueryDict, way, noted, raising=False)
