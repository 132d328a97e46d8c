"""The access log: what was asked for, and nothing by which anybody could join a party."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from scoundrel_web import logs
from scoundrel_web.refusals import Message, Receive, Send
from tests.servers import Site, production_site
from tests.wire import Phone, Stream, run_apart

pytestmark = pytest.mark.thorough

Line = dict[str, object]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with production_site(tmp_path_factory.mktemp("access"), ACCESS_LOG="1") as site:
        yield site


def lines(site: Site) -> list[Line]:
    return [json.loads(line) for line in site.log.splitlines() if line.startswith("{")]


def line_of(site: Site, route: str) -> Line:
    """It is written after the answer has been sent."""
    for _ in range(500):
        if found := [line for line in lines(site) if line["route"] == route]:
            return found[-1]
        # The line is written by another process.
        time.sleep(0.01)
    raise LookupError(route)


def test_a_request_is_one_line_of_json(site: Site) -> None:
    code = Phone(site.url).new_party()
    answer = Phone(site.url).tap(code, "hp:0:-1")
    line = line_of(site, "entries")
    told = ("address", "method", "status")
    assert [line[name] for name in told] == ["127.0.0.0", "POST", 200]
    assert isinstance(line["ms"], float)
    assert isinstance(line["bytes"], int)
    assert line["bytes"] > len(json.dumps(answer["state"]))
    assert str(line["time"]).endswith("+00:00")


def test_behind_a_proxy_the_address_is_the_phones(site: Site) -> None:
    Phone(site.url).send("GET", "/rules/", X_Forwarded_For="203.0.113.77")
    assert line_of(site, "rules")["address"] == "203.0.113.0"


def test_no_code_is_in_it(site: Site) -> None:
    phone = Phone(site.url)
    code = phone.new_party()
    watched = phone.watch_code(code)
    for path in (f"/p/{code}/", f"/p/{code}/nothing", f"/w/{watched}/", f"/rules/?back={code}"):
        phone.get(path)
    with Stream(site.url, code) as stream:
        assert stream.hears(0)
    assert line_of(site, "live")["status"] == 200
    assert code not in site.log
    assert watched not in site.log


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/", "home"),
        ("/p/abcdefghjkmnp/table", "table-part"),
        ("/live/p/abcdefghjkmnp", "live"),
        ("/static/icons.svg", "static"),
        ("/p/abcdefghjkmnp/nothing", ""),
        ("/\0", ""),
    ],
)
def test_a_route_has_the_name_of_its_address(path: str, route: str) -> None:
    assert logs.route(path) == route


@pytest.mark.parametrize(
    ("address", "shown"),
    [("203.0.113.77", "203.0.113.0"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1::"), ("", "")],
)
def test_an_address_is_shortened_to_its_network(address: str, shown: str) -> None:
    scope = {"client": (address, 1), "method": "GET", "path": "/"}
    assert logs.line(scope)["address"] == shown


def test_a_full_disk_below_the_log_costs_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    async def receive() -> Message:
        return {"type": "http.request"}

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200})

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "client": ("127.0.0.1", 1), "method": "GET", "path": "/"}
    full = open("/dev/full", "w")  # noqa: SIM115 - it cannot be closed like another file
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", full)
        for _ in range(100):
            run_apart(logs.AccessLog(answer)(scope, receive, send))
    with suppress(OSError):
        full.close()
    assert len(sent) == 100


def test_it_is_off_unless_wanted(production_server: Site) -> None:
    Phone(production_server.url).get("/")
    assert not lines(production_server)
