"""Every address, asked with whatever a hostile visitor may send: never a fault of ours."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from random import Random
from time import monotonic
from urllib.parse import quote, unquote

import pytest
from django.conf import settings
from django.core import signing
from django.core.wsgi import get_wsgi_application
from django.db.models import Sum

from scoundrel_web.refusals import Message
from scoundrel_web.threads import READERS, WRITERS, Threads, environ_of
from tests.play.matches import PHONE, at_one_phone, dealt, on_own_phones, played_on
from tests.play.visitors import record_names
from tests.routes import ROUTES, filled, opened
from tests.servers import end
from tests.tracker.parties import play
from tests.wire import FORM, JSON, TOKEN, run_apart
from tracker import models
from tracker.boards.party.cards.card_picker import TASKS
from tracker.rules.games import GAMES
from tracker.rules.table.state.party import new_party
from tracker.rules.table.verbs.commands import VERBS, apply
from tracker.services.match.play import match_share
from tracker.services.match.rows import match_table
from tracker.services.party.parties import party_create, party_delete, party_table
from tracker.services.party.runs import run_share
from tracker.web import browser
from tracker.web.limits import (
    COMMANDS,
    MATCHES,
    MOVES,
    PARTIES,
    RESULTS,
    THOUGHTS,
    WRONG_CODES,
)

MARK = "<xq7 onload=1>"
UNFIT = ["\u0142", "\ud800", "x" * 5000, "new\r\nX: y"]  # for a header
LONGEST = 4096  # bytes of a header; browsers drop a longer cookie
TURNS = 6  # requests of a kind at each address, in the quick run
REQUESTS = 1000  # of each part
PARTS = [
    pytest.param(
        0, marks=pytest.mark.postgresql(in_ci=True)
    ),  # other texts and numbers are too much for it
    *range(1, 20),
]
FRESH = 250  # requests until all is made anew: some delete what the others ask for
NAMES = [  # of what is read anywhere from a query, a form or an outbox
    *("advice", "after", "aloud", "around", "at", "back", "before", "begin", "bigger", "card"),
    *("code", "command", "csrfmiddlewaretoken", "decision", "deleted", "device", "do", "file"),
    *(
        "floor",
        "floors",
        "full",
        "game",
        "hp_0",
        "invite",
        "key",
        "keyless",
        "language",
        "level",
        "mark",
    ),
    *("name", "name_0", "name-0", "next", "number", "open", "options", "own", "party", "people"),
    *("phone", "player", "players", "q", "relink", "revision", "room", "save", "seat", "seats"),
    *("seed", "skip", "step", "suits", "tab", "taken", "theme", "title", "typed", "used", "value"),
    *("view", "watch_code", "weapon", "weapon_0", "who-1", "winnable", "words"),
    *("all", "hide"),  # of looking back
    *{f"option-{option}": None for game in GAMES.values() for option in game.options},
]
NAME = re.compile(r"[a-z][a-z_-]+\d?")  # bytes at random make names as well, mostly others
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
    "hx-request": ["true", "false", ""],
    "hx-target": ["table", "sheet", MARK, "\x80"],
    "hx-boosted": ["true"],
    "hx-history-restore-request": ["true"],
    "hx-current-url": ["http://evil.example/", "http://[", "\x80", "%uXX"],
    "hx-current-url-uri-autoencoded": ["true"],
    "if-none-match": ['"x"', "*"],
    "if-modified-since": ["yesterday", "Sat, 01 Jan 99999 00:00:00 GMT"],
    "origin": ["null", "https://evil.example", "http://["],
    "referer": ["https://evil.example/", "http://[::", ""],
    "range": ["bytes=0-", "bytes=9-1", "bytes=-1", "bytes=0-0,2-2", "lines=x", "bytes=" + "9" * 99],
    "content-length": ["0", "7", "99999999999"],
    "party": ["x", "a" * 13, "\x80"],
    "x-http-method-override": ["DELETE"],
    "x-forwarded-host": ["evil.example", "[::::]"],
    "x-forwarded-port": ["99999", "x"],
    "x-forwarded-proto": ["https", "x"],
    "x-forwarded-for": ["1.2.3.4", "x", "::1%25eth0"],
}
HOSTS = [
    *("", "a b", "[::1", "evil.example", "x" * 300, "localhost:99999", "\x80", "a@b", "[::::]"),
    *("[1:2:3:4:5:6:7:8:9]", "[fe80::1.2.3.4.5]", "localhost:x", "192.168.1.20:8000"),
]
READING = ("GET", "GET", "HEAD")
SENDING = ("POST", "POST", "POST", "PUT", "OPTIONS", "DELETE", "PATCH", "TRACE", "PROPFIND")
COOKIES = {
    "zone": ["Europe/Berlin", "a/" * 300, "../etc", "\x80"],
    "parties": ["x", "WyJ7fSJd:1:x", '["a"]', "."],
    "phone": ["x", "a:b:c", "." * 500],
    "messages": ["[]", "W10:1:x", "\x80", "[[[[" * 200],
    "device": ["0", "9", "x"],
    "records": ["x", ".", "W10:1:x"],
    "language": ["de", "he", "xx", "\x80"],
    "theme": ["dark", MARK],
    "around": ["1", "2"],
    "csrftoken": ["x", "", "ö" * 32],
}


LIKELY = [  # commands that change the table, and decisions
    *("hp:0:-3", "hp:1:=0", "floor:+1", "room:+1", "weapon:1:8:9c", "shields:0:KhQh", "first:1"),
    *("referee:room", "referee:count", "deal:1.1:9cKd4h10s2c7d", "fight:0:9c:weapon", "hit:1:4"),
    *("take:1.1:equip:0:7d", "discard:0:4h", "leave:1", "name:0:Pell", "title:x", "tally:0:Gold"),
    *("save:door", "load:door", "resave:door", "new", "undo:1", "redo", "return:1", "note:x"),
    *("run", "quit", "undo", "pass", "take:9c", "play:9c", "fight:9c", "pick-up"),
    *("computer:0", "computer:1", "decline:0", "decline:1", "sit", "away", "computer:9"),
]


@dataclass(frozen=True)
class World:
    """Codes of what there is, by the first part of the addresses they open, and of what was."""

    codes: dict[str, list[str]]

    @property
    def all(self) -> list[str]:
        return [code for codes in self.codes.values() for code in codes]


def world() -> World:
    """Parties in play and done, one of somebody else, one deleted; games in progress, one that
    waits for a player, one that is over; runs and games shared with everybody.
    """
    room = ("referee:room", "deal:1.1:9cKd4h10s2c7d", "take:1.1:equip:0:7d")
    party = party_create(state=reduce(apply, room, new_party(("Mara", "Odo"))))
    done, dead = (party_create(state=new_party(("Pell", "Rook"), "Inn")) for _ in range(2))
    play(done, "fight:0:As:bare", "floor:=3", "save:door", "hp:1:-7", "new", "hp:0:-3", "undo:6")
    share, watched = run_share(code=done, first=1), party_table(dead).watch_code
    party_delete(code=dead)
    over = dealt("solo")
    for _ in played_on(over, 300):
        pass
    match_share(code=over, phone=PHONE)
    games = [at_one_phone("coop", 2), dealt("rascal"), on_own_phones("shiphead", PHONE, ""), over]
    return World(
        {
            "p": [party, done, dead],
            "w": [party_table(party).watch_code, party_table(done).watch_code, watched],
            "play": [*games, dealt("castle", "easy"), dead],
            "r": [share, dead],
            "m": [match_table(over).share_code, share],
        }
    )


def like_first(name: str) -> str:
    """The name of the first of those that differ in their number: `name_0` for `name_3`."""
    same = re.sub(r"\d$", r"\\d", name)
    return next((known for known in NAMES if re.fullmatch(same, known)), name)


def as_sent(text: str) -> str:
    return quote(text, errors="surrogatepass")


@dataclass
class Visitor:
    """Sends what nobody should; seeded, so that a run can be asked again."""

    chance: Random
    world: World

    def odd(self) -> str:
        return self.chance.choice([*ODD, self.chance.choice(self.world.all), self.command()])

    def command(self) -> str:
        if self.chance.random() < 0.4:
            return self.chance.choice(LIKELY)
        verb = self.chance.choice([*VERBS, "undo", "save", "load", "resave", "return"])
        return ":".join([verb, *self.chance.choices(ODD, k=self.chance.randrange(3))])

    def fields(self) -> str:
        several = 300 if self.chance.random() < 0.03 else self.chance.randrange(9)
        names = self.chance.choices(NAMES, k=several)
        return "&".join(f"{name}={as_sent(self.odd())}" for name in names)

    def body(self) -> bytes:
        texts = [self.command() for _ in range(self.chance.randrange(1, 4))]
        outbox = {"commands": [{"text": text, "key": self.key()} for text in texts]}
        revision = self.chance.choice([{}, {"revision": self.chance.choice([0, 1, -1, "x", 9])}])
        file = json.dumps(self.chance.choice([{"kind": self.odd()}, outbox, self.odd()]))
        part = (
            f'--x\r\nContent-Disposition: form-data; name="file"; filename="{self.odd()}"\r\n\r\n'
        )
        return self.chance.choice(
            [
                f"command={as_sent(texts[0])}&key={as_sent(self.key())}".encode(),
                self.fields().encode(),
                json.dumps(outbox | revision).encode(),
                json.dumps(self.odd()).encode(),
                self.chance.randbytes(60),
                (part + file + "\r\n--x--").encode(errors="replace"),
            ]
        )

    def key(self) -> str:
        return self.chance.choice([f"{self.chance.getrandbits(64):x}", self.chance.choice(ODD)])

    def headers(self, method: str) -> dict[str, str]:
        host = self.chance.choice(HOSTS) if self.chance.random() < 0.2 else "localhost"
        sent = {"host": host, "content-type": self.chance.choice([FORM, JSON])}
        for name in self.chance.sample([*HEADERS], self.chance.randrange(4)):
            sent[name] = self.chance.choice(HEADERS[name])
        cookies = {name: self.chance.choice(COOKIES[name]) for name in self.some_cookies()}
        if self.chance.random() < 0.4:  # somebody who plays here
            cookies["phone"] = signing.dumps(PHONE, salt="phone")
            cookies["parties"] = signing.dumps(self.world.codes["p"], salt="parties")
        if method != "GET" and self.chance.random() < 0.8:
            sent["x-csrftoken"] = cookies["csrftoken"] = TOKEN
        return sent | {"cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}

    def some_cookies(self) -> list[str]:
        return self.chance.sample([*COOKIES], self.chance.randrange(4))

    def address(self, route: str) -> str:
        """The route with something for each of its places, mostly what may stand there."""
        own = self.world.codes.get(route.partition("/")[0], self.world.all)
        places = {
            "code": own if self.chance.random() < 0.9 else [*self.world.all, "abcdefghjkmnp"],
            "game": [*GAMES],
            "int": ["0", "1", "2", "7", "9" * 25],
            "save": ["door", "Floor 3", "x"],
            "slug": [*GAMES, *TASKS, *("9c", "7d", "JOKb") * 3, "x", "x" * 300],
        }
        words = ["x", quote(MARK), "%00", "x" * 300]
        path = filled(route, lambda kind, name: self.chance.choice(places.get(kind, words)))
        tail = self.chance.choice(["x", "/", "%0a", "%00"]) if self.chance.random() < 0.1 else ""
        return path + tail

    def request(self, method: str, route: str) -> tuple[Message, bytes]:
        """The request as the server would be given it."""
        headers = {
            name: text.encode("latin-1", "replace") for name, text in self.headers(method).items()
        }
        scope = scope_of(method, self.address(route), self.fields(), headers)
        return scope, b"" if method in ("GET", "HEAD") else self.body()


def scope_of(method: str, address: str, query: str, headers: Mapping[str, bytes]) -> Message:
    return {
        "type": "http",
        "method": method,
        "path": unquote(address),
        "query_string": query.encode(),
        "http_version": "1.1",
        "scheme": "http",
        "server": ("127.0.0.1", 8000),
        "client": ("127.0.0.1", 50_000),
        "headers": [(name.encode(), text) for name, text in headers.items()],
    }


def answer_of(site: Threads, scope: Message, body: bytes) -> list[Message]:
    environ = environ_of(scope) | {"wsgi.input": io.BytesIO(body)}
    environ["CONTENT_LENGTH"] = str(len(body))
    return site.answer(environ, monotonic() + 60)


def stored() -> list[object]:
    """Counts and revisions that no page may change when it is only read."""
    counted = [model.objects.count() for model in (models.Player, models.Entry, models.Save)]
    revisions = models.Party.objects.aggregate(Sum("revision")), models.Party.objects.count()
    moves = models.Move.objects.count(), models.Match.objects.count(), models.Seat.objects.count()
    return [*counted, *revisions, *moves, models.Result.objects.count()]


def assert_no_fault(asked: str, messages: list[Message]) -> None:
    start, body = messages
    headers = {name.decode(): value.decode("latin-1") for name, value in start["headers"]}
    assert start["status"] < 500, asked
    assert headers["x-content-type-options"] == "nosniff"
    if headers.get("content-type", "").startswith("text/html"):
        assert headers["content-security-policy"] == settings.CONTENT_SECURITY_POLICY
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert b"<xq7" not in body["body"], asked
    if not body["body"] and not asked.startswith("HEAD"):
        assert "content-encoding" not in headers, asked
    assert not re.search(b"Traceback|site-packages", body["body"])
    assert not {"x", "set-cookie2"} & headers.keys()
    for name, value in start["headers"]:
        assert not {*b"\r\n"} & {*value}, asked
        # A page may be led on to with the query that it was asked with.
        assert len(value) <= LONGEST or name == b"location", asked


@pytest.fixture(autouse=True)
def _no_limit_is_met(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in (COMMANDS, MATCHES, MOVES, PARTIES, RESULTS, THOUGHTS, WRONG_CODES):
        monkeypatch.setattr(limit, "burst", 10**9)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("route", ROUTES)
def test_nothing_that_is_asked_or_sent_is_a_fault(
    route: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: set[str] = set()
    record_names(read, monkeypatch)
    visitor, site = Visitor(Random(route), world()), Threads(get_wsgi_application(), largest=10**6)

    def ask(method: str) -> None:
        scope, body = visitor.request(method, route)
        asked = f"{method} {scope['path']}?{scope['query_string']}"
        assert_no_fault(asked, answer_of(site, scope, body))

    before = stored()
    for _ in range(TURNS):
        ask(visitor.chance.choice(READING))
    assert stored() == before
    for _ in range(TURNS):
        ask(visitor.chance.choice(SENDING))
    unknown = {like_first(name) for name in read if NAME.fullmatch(name)} - {*NAMES}
    assert not unknown, "say in NAMES that these are read"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("text", UNFIT, ids=["wide", "half", "long", "broken"])
def test_no_text_that_comes_in_spoils_a_header(text: str) -> None:
    """It stands in every cookie, every field and every command."""
    codes, site = world().codes, Threads(get_wsgi_application(), largest=10**6)
    names = {
        *COOKIES,
        *(value for name, value in vars(browser).items() if name.endswith("_COOKIE")),
    }
    cookies = {
        **dict.fromkeys(names, text),
        "csrftoken": TOKEN,
        "phone": signing.dumps(PHONE, salt="phone"),
        "parties": signing.dumps(codes["p"], salt="parties"),
    }
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    headers = {
        "host": b"localhost",
        "x-csrftoken": TOKEN.encode(),
        "cookie": cookie.encode(errors="surrogatepass"),
    }
    fields = "&".join(f"{name}={as_sent(text)}" for name in NAMES if not name.startswith("csrf"))
    commands = [{"text": f"{verb}:{text}", "key": verb} for verb in VERBS]
    sendings = [
        ("GET", fields, FORM, b""),
        ("POST", "", FORM, fields.encode()),
        ("POST", "", JSON, json.dumps({"commands": commands}).encode()),
    ]
    # Two take away what the others ask for.
    for route in sorted(ROUTES, key=lambda each: each.endswith(("delete", "invite"))):
        address = opened(route, {first: some[0] for first, some in codes.items()})
        for method, query, kind, body in sendings:
            typed = headers | {"content-type": kind.encode()}
            messages = answer_of(site, scope_of(method, address, query, typed), body)
            assert_no_fault(f"{method} {address}", messages)


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("part", PARTS)
def test_a_thousand_requests_are_no_fault(part: int) -> None:
    """Through the threads of the site, bodies in pieces; FUZZ_SEED asks the same again."""
    chance = Random(f"{os.environ['FUZZ_SEED']} {part}")
    site = Threads(get_wsgi_application(), largest=10**6)

    async def evening(visitor: Visitor) -> None:
        for _ in range(FRESH):
            method = chance.choice([*READING * 3, *SENDING])
            scope, body = visitor.request(method, chance.choice(ROUTES))
            asked = f"{method} {scope['path']}?{scope['query_string']} {scope['headers']} {body!r}"
            assert_no_fault(asked, await answered(site, scope, pieces(body, chance)))

    try:
        for _ in range(REQUESTS // FRESH):
            run_apart(evening(Visitor(chance, world())))
    finally:
        end(site.readers, READERS)
        end(site.writers, WRITERS)


def pieces(body: bytes, chance: Random) -> list[bytes]:
    """A body as it may come, in chunks."""
    cuts = sorted(chance.sample(range(len(body) + 1), min(len(body), chance.randrange(4))))
    return [body[start:stop] for start, stop in pairwise([0, *cuts, len(body)])]


async def answered(site: Threads, scope: Message, parts: list[bytes]) -> list[Message]:
    waiting, sent = parts[:], []

    async def receive() -> Message:
        return {"type": "http.request", "body": waiting.pop(0), "more_body": bool(waiting)}

    async def send(message: Message) -> None:
        sent.append(message)

    await site(scope, receive, send)
    return sent
