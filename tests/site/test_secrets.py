"""A party's code is its key: it is in no log, no referrer and no error page."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from scoundrel_web.logs import CODE
from tests.servers import Site, production_site
from tests.wire import JSON, Phone, Stream
from tracker.services.codes import CODE_LETTERS, new_code

pytestmark = pytest.mark.thorough


@dataclass(frozen=True)
class Table:
    """A party on a real server."""

    site: Site
    phone: Phone
    code: str

    def rename(self, table: str, name: str) -> None:
        """In the database beneath the server, so that it fails."""
        with closing(sqlite3.connect(self.site.var_dir / "scoundrel.sqlite3")) as database:
            database.execute(f"ALTER TABLE tracker_{table} RENAME TO tracker_{name}")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with production_site(tmp_path_factory.mktemp("secrets"), DATABASE_URL="") as site:
        phone = Phone(site.url)
        yield Table(site, phone, phone.new_party())


@pytest.fixture
def broken(table: Table) -> Iterator[Table]:
    """The table with a line in its log that nobody can read, for one test."""
    table.phone.tap(table.code, "hp:0:-1")
    with closing(sqlite3.connect(table.site.var_dir / "scoundrel.sqlite3")) as database:
        (before,) = database.execute("SELECT max(created) FROM tracker_entry").fetchone()
        set_created(database, "no date")
        yield table
        set_created(database, before)


def set_created(database: sqlite3.Connection, text: str) -> None:
    database.execute("UPDATE tracker_entry SET created = ?", [text])
    database.commit()


def test_no_error_page_shows_it(table: Table) -> None:
    for path, status in [("nothing", 404), ("player/7", 404), ("entries", 405)]:
        r = table.phone.get(f"/p/{table.code}/{path}")
        assert r.status == status
        assert table.code not in r.body


def test_neither_does_a_refused_form(table: Table) -> None:
    r = table.phone.send("POST", f"/p/{table.code}/entries", Origin="https://evil.example")
    assert (r.status, table.code in r.body) == (403, False)


def test_an_error_of_the_server_shows_and_logs_nothing_of_it(broken: Table) -> None:
    r = broken.phone.get(f"/p/{broken.code}/")
    assert r.status == 500
    assert "That is our fault, not yours." in r.body
    assert broken.code not in r.body + broken.site.log
    assert "Traceback" in broken.site.log


def test_nothing_that_is_wrong_tells_another_site(broken: Table) -> None:
    for path in ("", "entries", "nothing"):
        r = broken.phone.get(f"/p/{broken.code}/{path}")
        assert r.headers["Referrer-Policy"] == "same-origin"


def test_a_database_that_fails_is_one_line_without_it(table: Table) -> None:
    table.rename("party", "gone")
    before = len(table.site.log.splitlines())
    with Stream(table.site.url, table.code) as stream:
        assert stream.status == 503
    assert table.phone.get(f"/p/{table.code}/").status == 503
    table.rename("gone", "party")
    for line in table.site.log.splitlines()[before:]:
        assert "Cannot use the database: no such table: tracker_party" in line
    assert table.code not in table.site.log


def test_what_is_sent_is_in_no_log_either(table: Table) -> None:
    body = f'{{"commands": [{{"text": "load:{table.code}", "key": "a"}}]'
    table.phone.send("POST", f"/p/{table.code}/entries", body, Content_Type=JSON)
    assert table.code not in table.site.log


def test_uvicorn_alone_logs_no_address(tmp_path: Path) -> None:
    with production_site(tmp_path, DATABASE_URL="") as site:
        code = Phone(site.url).new_party()
    by = ("-m", "uvicorn", "scoundrel_web.asgi:application")
    with production_site(tmp_path, by, DATABASE_URL="") as site:
        assert Phone(site.url).get(f"/p/{code}/").status == 200
    assert code not in site.log


def test_a_code_is_known_wherever_it_stands() -> None:
    assert all(CODE.fullmatch(new_code()) for _ in range(100))
    assert CODE.sub("…", "Key (code)=(abcdefghjkmnp) exists") == "Key (code)=(…) exists"
    letters = [letter for letter in map(chr, range(128)) if CODE.fullmatch(letter * 13)]
    assert "".join(letters) == CODE_LETTERS
