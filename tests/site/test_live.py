"""/live/: every page hears of the newest revision, soon, whatever happens on the way."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import islice, product
from pathlib import Path
from urllib.parse import urlencode

import psycopg
import pytest

from scoundrel_web.hub import MOST_OF_ADDRESS
from tests import databases
from tests.servers import Site, production_site
from tests.wire import FORM, TOKEN, Phone, Stream
from tracker.web.limits import WRONG_CODES

POSTGRESQL = os.environ.get("TEST_DATABASE") == "postgresql"
NOBODY = "abcdefghjkmnp"

pytestmark = pytest.mark.postgresql(in_ci=True)
several = pytest.mark.skipif(not POSTGRESQL, reason="several processes need PostgreSQL")


@pytest.fixture(scope="module")
def database() -> str:
    return databases.fresh("live")


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory, database: str) -> Iterator[list[Site]]:
    """The processes that serve one database: two on PostgreSQL, SQLite's one."""
    with ExitStack() as started:
        yield [
            started.enter_context(
                production_site(tmp_path_factory.mktemp("live"), DATABASE_URL=database)
            )
            for _ in range(2 if POSTGRESQL else 1)
        ]


@pytest.fixture
def phone(sites: list[Site]) -> Phone:
    return Phone(sites[0].url)


@pytest.fixture
def code(phone: Phone) -> str:
    return phone.new_party()


def test_a_page_hears_of_a_commit(phone: Phone, code: str) -> None:
    with Stream(phone.url, code) as stream:
        lines = iter(stream)
        assert next(lines) == "data: 0"
        phone.tap(code, "hp:0:-1", "hp:1:-1")
        assert next(lines) == "data: 2"


def test_a_page_that_paints_hears_the_numbers_first(phone: Phone, code: str) -> None:
    with Stream(phone.url, code, query="&numbers") as stream:
        lines = iter(stream)
        assert next(lines) == "data: 0"
        phone.tap(code, "hp:0:-1", "hp:1:-1")
        assert next(lines) == "event: numbers"
        told = json.loads(next(lines).removeprefix("data: "))
        assert told["values"] == {"players.0.hp": 19, "players.1.hp": 19}
        assert next(lines) == "data: 2"
        phone.tap(code, "hp:0:-1", "floor:+1")
        assert next(lines) == "data: 4"


def test_a_page_that_missed_something_hears_of_the_newest(phone: Phone, code: str) -> None:
    phone.tap(code, "hp:0:-1", "hp:0:-1", "hp:0:-1")
    for after in (0, 2, "", "nonsense", "%D9%A3", "9" * 30):
        with Stream(phone.url, code, after=after) as stream:
            assert next(iter(stream)) == "data: 3"


def test_a_page_that_knows_all_hears_that_somebody_is_there(phone: Phone, code: str) -> None:
    phone.tap(code, "hp:0:-1")
    with Stream(phone.url, code, after=1) as stream:
        lines = iter(stream)
        assert next(lines) == ":"
        phone.tap(code, "hp:0:-1")
        assert next(lines) == "data: 2"


def test_a_watching_page_hears_as_well(phone: Phone, code: str) -> None:
    with Stream(phone.url, phone.watch_code(code), start="w") as stream:
        phone.tap(code, "hp:0:-1")
        assert stream.hears(1)


@contextmanager
def two_pages(phone: Phone, code: str) -> Iterator[tuple[Stream, Stream]]:
    """One that writes to the party, one that watches it."""
    watched = Stream(phone.url, phone.watch_code(code), start="w")
    with Stream(phone.url, code, after=0) as one, watched as two:
        yield one, two


def test_an_open_page_ends_with_its_link(phone: Phone, code: str) -> None:
    with two_pages(phone, code) as streams:
        phone.send("POST", f"/p/{code}/invite", "relink=1", Content_Type=FORM)
        for stream in streams:
            assert [*stream][-2:] == ["event: gone", "data: moved"]


def test_an_open_page_is_told_that_its_party_is_deleted(phone: Phone, code: str) -> None:
    with two_pages(phone, code) as streams:
        phone.send("POST", f"/p/{code}/delete", "typed=Player 1", Content_Type=FORM)
        for stream in streams:
            assert [*stream][-2:] == ["event: gone", "data: deleted"]


def test_one_address_has_only_so_many_streams(phone: Phone, code: str) -> None:
    with ExitStack() as opened:
        streams = [opened.enter_context(Stream(phone.url, code)) for _ in range(MOST_OF_ADDRESS)]
        assert {stream.status for stream in streams} == {200}
        for each in (code, phone.new_party()):
            with Stream(phone.url, each) as refused:
                assert (refused.status, "Retry-After" in refused.r.headers) == (429, True)
        phone.tap(code, "hp:0:-1")
        assert all(stream.hears(1) for stream in streams)
        streams[0].__exit__()
        assert takes_streams_again(phone.url, code)


def test_another_address_is_not_shut_out(phone: Phone, code: str) -> None:
    with ExitStack() as opened:
        for _ in range(MOST_OF_ADDRESS):
            opened.enter_context(Stream(phone.url, code))
        with Stream(phone.url, code, X_Forwarded_For="203.0.113.9") as other:
            assert other.status == 200


def takes_streams_again(url: str, code: str) -> bool:
    """Sooner or later."""
    while True:
        with Stream(url, code) as stream:
            if stream.status == 200:
                return True


def test_a_page_hears_nothing_of_other_parties(phone: Phone, code: str) -> None:
    other = phone.new_party()
    with Stream(phone.url, code, after=0) as stream:
        phone.tap(other, "hp:0:-1")
        phone.tap(code, "hp:0:-1")
        assert [*islice(stream, 2)] == [":", "data: 1"]


@pytest.mark.parametrize("code", [NOBODY, "", "nobody", f"{NOBODY}/", "a%00", "%ff", "x" * 3000])
def test_a_code_nobody_has_is_a_404(phone: Phone, code: str) -> None:
    with Stream(phone.url, code) as stream:
        assert stream.status == 404


def test_a_code_is_asked_for_as_what_it_is(phone: Phone, code: str) -> None:
    watched = phone.watch_code(code)
    for start, wrong in (("w", code), ("play", code), ("p", watched), ("play", watched)):
        with Stream(phone.url, wrong, start=start) as stream:
            assert stream.status == 404


@pytest.mark.parametrize("method", ["HEAD", "POST"])
def test_nothing_can_be_sent_there(phone: Phone, code: str, method: str) -> None:
    assert phone.send(method, f"/live/p/{code}").status == 404


def test_what_names_no_code_or_only_looks_is_no_wrong_guess(phone: Phone, code: str) -> None:
    """A page from before addresses said what they are for asks again and again."""
    away = {"X-Forwarded-For": "203.0.113.44"}
    asked = ("HEAD", f"/live/p/{code}"), ("HEAD", f"/live/p/{NOBODY}"), ("GET", f"/live/{code}")
    for method, path in asked * WRONG_CODES.burst:
        assert phone.send(method, path, **away).status == 404
    with Stream(phone.url, code, **away) as stream:
        assert stream.status == 200


def test_no_proxy_keeps_or_holds_back_events(phone: Phone, code: str) -> None:
    with Stream(phone.url, code) as stream:
        assert stream.r.headers["Content-Type"] == "text/event-stream"
        assert stream.r.headers["Cache-Control"] == "no-store"
        assert stream.r.headers["X-Accel-Buffering"] == "no"


def test_all_pages_end_at_the_newest_revision(sites: list[Site]) -> None:
    phones = [Phone(site.url) for site in sites for _ in range(8 // len(sites))]
    codes = [phones[0].new_party(4) for _ in range(4)]

    def play(writer: int) -> None:
        for turn in range(150):
            phones[writer].tap(codes[writer % 4], f"hp:{turn % 4}:{'+-'[turn % 8 < 4]}1")

    with ExitStack() as opened, ThreadPoolExecutor(8) as writers:
        pages = [Stream(site.url, code) for site, code, _ in product(sites, codes, range(3))]
        streams = list(map(opened.enter_context, pages))
        list(writers.map(play, range(8)))
        assert all(stream.hears(300) for stream in streams)


@several
def test_processes_hear_each_other(sites: list[Site], phone: Phone, code: str) -> None:
    here, there = sites
    with Stream(here.url, code) as first, Stream(there.url, code) as second:
        Phone(here.url).tap(code, "hp:0:-1")
        Phone(there.url).tap(code, "hp:0:-1")
        assert first.hears(2)
        assert second.hears(2)


@several
def test_a_hub_that_lost_the_database_finds_it_again(
    phone: Phone, code: str, database: str
) -> None:
    with Stream(phone.url, code, after=0) as stream, psycopg.connect(database) as beside:
        assert next(iter(stream)) == ":"  # it has looked: without an answer to that it would end
        beside.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        phone.tap(code, "hp:0:-1")
        assert stream.hears(1)
    with Stream(phone.url, code) as stream:
        assert stream.hears(1)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_open_streams_do_not_hold_up_the_end(tmp_path: Path) -> None:
    url = databases.fresh("ending")
    with ExitStack() as opened, production_site(tmp_path, DATABASE_URL=url) as site:
        code = Phone(site.url).new_party()
        streams = [opened.enter_context(Stream(site.url, code, after=0)) for _ in range(50)]
        lines = [iter(stream) for stream in streams]
        assert {next(each) for each in lines} == {":"}  # each is listened to by now
        site.process.send_signal(signal.SIGTERM)
        site.process.wait(30)
        assert not any(map(list, lines))
    assert "ERROR" not in site.log  # nothing had to be cut off once patience was at its end


def test_a_game_tells_who_listens_its_revision_and_nothing_else(phone: Phone) -> None:
    dealt = phone.send("POST", "/play/new/shiphead", "who-1=strong", Content_Type=FORM)
    table = str(dealt.headers["Location"])
    (seat,) = re.findall(r"phone=[^;]+", dealt.headers["Set-Cookie"])
    own = {"Cookie": f"csrftoken={TOKEN}; {seat}", "Content_Type": FORM}
    with Stream(phone.url, table.split("/")[2], start="play") as stream:
        lines = iter(stream)
        told = [next(lines)]
        for _ in range(3):
            page = phone.send("GET", table, **own).body
            (number,) = set(re.findall(r'name="number" value="(\d+)"', page))
            decision = re.findall(r'name="decision" value="([^"]+)"', page)[0]
            move = urlencode({"seat": 0, "number": number, "decision": decision})
            assert phone.send("POST", f"{table}moves", move, **own).status == 303
            told.append(next(line for line in lines if line != ":"))
    assert all(re.fullmatch(r"data: \d+", line) for line in told)
    assert len(set(told)) == 4
