"""SQLite is locked by another program: who writes is put off, who reads reads on, all is kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from django.db import connection

from tests.servers import application_in_a_thread
from tests.wire import FORM, JSON, Phone
from tracker import models
from tracker.services import writing

pytestmark = pytest.mark.django_db(transaction=True)

PHONES = 14
TAPS = [f'{{"commands": [{{"text": "hp:0:-1", "key": "tap-{n}"}}]}}' for n in range(PHONES)]


@pytest.fixture(scope="module")
def phone() -> Iterator[Phone]:
    with application_in_a_thread() as url:
        yield Phone(url)


@pytest.fixture
def locked() -> Iterator[sqlite3.Connection]:
    """The file as another program has it that writes."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        yield other


@pytest.fixture(autouse=True)
def _waits_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "SECONDS", 0.5)


def test_who_taps_is_put_off_and_counts_once(phone: Phone, locked: sqlite3.Connection) -> None:
    code = phone.new_party()

    def tap(body: str) -> tuple[int, str | None]:
        r = phone.send("POST", f"/p/{code}/entries", body, Content_Type=JSON)
        return r.status, r.headers["Retry-After"]

    with ThreadPoolExecutor(PHONES) as phones:
        locked.execute("BEGIN IMMEDIATE")
        taps = phones.map(tap, TAPS)
        pages = [phone.get(path).status for path in (f"/p/{code}/", "/", "/healthz")]
        assert pages == [200, 200, 200]
        assert [*taps] == [(503, "2")] * PHONES
        locked.execute("ROLLBACK")
        assert {status for status, _ in map(tap, TAPS * 2)} == {200}
    assert models.Entry.objects.count() == PHONES


def test_who_posts_a_form_is_told_to_try_again(phone: Phone, locked: sqlite3.Connection) -> None:
    locked.execute("BEGIN IMMEDIATE")
    r = phone.send("POST", "/new", "players=2", Content_Type=FORM)
    assert (r.status, r.headers["Retry-After"]) == (503, "2")
    assert "Try again in a moment" in r.body
    assert r.headers["Content-Security-Policy"]
    locked.execute("ROLLBACK")
    assert not models.Party.objects.exists()
