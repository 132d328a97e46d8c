"""Every address, asked with whatever a hostile visitor may send: never a fault of ours."""

from __future__ import annotations

import io
import json
import re
from dataclasses import dataclass, field
from functools import reduce
from random import Random
from time import monotonic
from urllib.parse import quote, unquote

import pytest
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db.models import Sum

from scoundrel_web.refusals import Message
from scoundrel_web.threads import Threads, environ_of
from tests.play.matches import at_one_phone
from tests.routes import ROUTES, filled
from tests.wire import FORM, JSON, TOKEN
from tracker import models
from tracker.boards.party.pad import TASKS
from tracker.rules.registry import GAMES
from tracker.rules.table.commands import VERBS, apply
from tracker.rules.table.party import new_party
from tracker.services.party.parties import party_create, watch_code_of
from tracker.web.limits import COMMANDS, MATCHES, MOVES, PARTIES, RESULTS, THOUGHTS, WRONG_CODES

pytestmark = pytest.mark.django_db(transaction=True)

MARK = "<xq7 onload=1>"
TURNS = 12  # requests an address
NAMES = [  # of what is read anywhere from a query, a form or an outbox
    *("after", "before", "back", "code", "command", "decision", "file", "floor", "game", "key"),
    *("key", "level", "name", "name_0", "next", "number", "open", "options", "people", "players"),
    *("relink", "room", "save", "seat", "seats", "seed", "tab", "title", "used", "value"),
    *("watch_code", "weapon", "words"),
]
ODD = [
    *(
        "",
        "0",
        "1",
        "-1",
        "2",
        "3",
        "99999999999999999999",
        "1e9",
        "NaN",
        "٣",
        "\0",
        "\x80",
        "\udc80",
    ),
    *(MARK, f'"{MARK}', "'", "%", "%00", "..", "/", "//evil", "javascript:x", "{{ 1 }}", "{% x %}"),
    *(
        "x" * 600,
        "8:" + "Kc" * 300,
        "[" * 3000,
        "true",
        "null",
        "undo",
        "quit",
        "on",
        "new\r\nX: y",
    ),
]
HEADERS = {
    "accept-encoding": ["br", "gzip;q=x", "br;q=0, *", ";;,,", "identity"],
    "accept-language": ["de", "xx-" + "y" * 900, ";q=1", "\x80"],
    "content-type": [
        *(FORM, JSON, f"{FORM}; charset=rot13", "text/plain; charset=hex", "x; charset=utf-7"),
        *("multipart/form-data", "multipart/form-data; boundary=x", "multipart/x; charset=zlib"),
        *("multipart/form-data; boundary*=utf-99''x", "application/json; charset=idna", "\x80"),
    ],
    "host": ["", "a b", "[::1", "evil.example", "x" * 300, "localhost:99999999", "\x80", "a@b"],
    "hx-request": ["true", "false", ""],
    "hx-current-url": ["http://evil.example/", "http://[", "\x80", "%uXX"],
    "hx-current-url-uri-autoencoded": ["true"],
    "if-none-match": ['"x"', "*"],
    "if-modified-since": ["yesterday", "Sat, 01 Jan 99999 00:00:00 GMT"],
    "origin": ["null", "https://evil.example", "http://["],
    "referer": ["https://evil.example/", "http://[::", ""],
    "x-forwarded-proto": ["https", "x"],
    "x-forwarded-for": ["1.2.3.4", "x", "::1%25eth0"],
}
COOKIES = {
    "zone": ["Europe/Berlin", "a/" * 300, "../etc", "\x80"],
    "parties": ["x", "WyJ7fSJd:1:x", '["a"]', "."],
    "phone": ["x", "a:b:c", "." * 500],
    "messages": ["[]", "W10:1:x", "\x80", "[[[[" * 200],
    "device": ["0", "9", "x"],
    "around": ["1", "2"],
    "csrftoken": ["x", "", "ö" * 32],
}


@dataclass
class Visitor:
    """Sends what nobody should; seeded, so that each run asks the same."""

    chance: Random
    codes: list[str]
    site: Threads = field(default_factory=lambda: Threads(get_wsgi_application(), largest=10**6))

    def odd(self) -> str:
        return self.chance.choice([*ODD, self.chance.choice(self.codes), self.command()])

    def command(self) -> str:
        verb = self.chance.choice([*VERBS, "undo", "save", "load", "resave", "return"])
        return ":".join([verb, *self.chance.choices(ODD, k=self.chance.randrange(3))])

    def fields(self) -> str:
        several = 300 if self.chance.random() < 0.03 else self.chance.randrange(5)
        names = self.chance.choices(NAMES, k=several)
        return "&".join(f"{name}={quote(self.odd(), errors='surrogatepass')}" for name in names)

    def body(self) -> bytes:
        outbox = {"commands": [{"text": self.command(), "key": self.odd()}] * 2}
        part = (
            f'--x\r\nContent-Disposition: form-data; name="file"; filename="{self.odd()}"\r\n\r\n'
        )
        return self.chance.choice(
            [
                self.fields().encode(),
                json.dumps(outbox).encode(),
                json.dumps(self.odd()).encode(),
                self.chance.randbytes(60),
                (part + json.dumps({"kind": self.odd()}) + "\r\n--x--").encode(errors="replace"),
            ]
        )

    def headers(self, method: str) -> dict[str, str]:
        sent = {"host": "localhost", "content-type": self.chance.choice([FORM, JSON])}
        for name in self.chance.sample([*HEADERS], self.chance.randrange(4)):
            sent[name] = self.chance.choice(HEADERS[name])
        cookies = {name: self.chance.choice(COOKIES[name]) for name in self.some_cookies()}
        if method == "POST" and self.chance.random() < 0.8:
            sent["x-csrftoken"] = cookies["csrftoken"] = TOKEN
        return sent | {"cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}

    def some_cookies(self) -> list[str]:
        return self.chance.sample([*COOKIES], self.chance.randrange(4))

    def ask(self, method: str, path: str) -> list[Message]:
        body = b"" if method in ("GET", "HEAD") else self.body()
        pairs = [
            (n.encode(), v.encode("latin-1", "replace")) for n, v in self.headers(method).items()
        ]
        scope: Message = {
            "method": method,
            "path": unquote(path),
            "query_string": self.fields().encode(),
            "http_version": "1.1",
            "scheme": "http",
            "server": ("127.0.0.1", 8000),
            "client": ("127.0.0.1", 50_000),
            "headers": pairs,
        }
        environ = environ_of(scope)
        environ |= {"CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body)}
        return self.site.answer(environ, monotonic() + 60)


@pytest.fixture(autouse=True)
def _no_limit_is_met(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in (COMMANDS, MATCHES, MOVES, PARTIES, RESULTS, THOUGHTS, WRONG_CODES):
        monkeypatch.setattr(limit, "burst", 10**9)


@pytest.fixture
def visitor() -> Visitor:
    room = ("referee:room", "deal:1.1:9cKd4h10s2c7d", "take:1.1:equip:0:7d")
    party = party_create(state=reduce(apply, room, new_party(("Mara", "Odo"))))
    codes = [party, watch_code_of(party), at_one_phone("coop", 2), at_one_phone("solo", 1)]
    return Visitor(Random("scoundrel"), [*codes, "abcdefghjkmnp"])


def address(route: str, visitor: Visitor) -> str:
    """The route with something for each of its places, mostly what may stand there."""
    chance = visitor.chance
    places = {
        "code": visitor.codes,
        "game": [*GAMES],
        "int": ["0", "1", "7", "9" * 25],
        "slug": [*GAMES, *TASKS, *("9c", "7d", "JOKb") * 3, "x", "x" * 300],
    }
    words = ["x", quote(MARK), "%00", "x" * 300]
    path = filled(route, lambda kind, name: chance.choice(places.get(kind, words)))
    return path + (chance.choice(["x", "/", "%0a", "%00"]) if chance.random() < 0.1 else "")


def stored() -> list[object]:
    """What no page that is only read may change."""
    counted = [model.objects.count() for model in (models.Player, models.Entry, models.Save)]
    revisions = models.Party.objects.aggregate(Sum("revision")), models.Party.objects.count()
    moves = models.Move.objects.count(), models.Match.objects.count(), models.Seat.objects.count()
    return [*counted, *revisions, *moves]


def assert_no_fault(messages: list[Message]) -> None:
    start, body = messages
    headers = {name.decode(): value.decode("latin-1") for name, value in start["headers"]}
    assert start["status"] < 500
    assert headers["x-content-type-options"] == "nosniff"
    if headers.get("content-type", "").startswith("text/html"):
        assert headers["content-security-policy"] == settings.CONTENT_SECURITY_POLICY
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert b"<xq7" not in body["body"]
    assert not re.search(b"Traceback|site-packages", body["body"])
    assert not {"x", "set-cookie2"} & headers.keys()


@pytest.mark.parametrize("route", ROUTES)
def test_nothing_that_is_asked_is_a_fault_or_stores_anything(visitor: Visitor, route: str) -> None:
    before = stored()
    for _ in range(TURNS):
        method = visitor.chance.choice(["GET", "GET", "HEAD"])
        assert_no_fault(visitor.ask(method, address(route, visitor)))
    assert stored() == before


@pytest.mark.parametrize("route", ROUTES)
def test_nothing_that_is_sent_is_a_fault(visitor: Visitor, route: str) -> None:
    for _ in range(TURNS):
        method = visitor.chance.choice(["POST", "POST", "POST", "PUT", "OPTIONS", "DELETE"])
        assert_no_fault(visitor.ask(method, address(route, visitor)))
