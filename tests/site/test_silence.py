"""PostgreSQL falls silent without a word, as in a failover: requests end, and events go on."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from django.conf import settings

from scoundrel_web import postgresql as patience
from scoundrel_web.postgresql import limit_this_thread
from scoundrel_web.postgresql.base import Connection
from tests import databases, silence
from tests.servers import Site, production_site
from tests.silence import Network
from tests.wire import Phone, Stream

pytestmark = [
    pytest.mark.postgresql(in_ci=True),
    pytest.mark.skipif(
        os.environ.get("TEST_DATABASE") != "postgresql", reason="SQLite has no network"
    ),
]


@pytest.fixture(scope="module")
def network() -> Iterator[Network]:
    databases.fresh("silence")
    with silence.network(databases.own("silence")) as way:
        yield way


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, network: Network) -> Iterator[Site]:
    with production_site(tmp_path_factory.mktemp("silence"), DATABASE_URL=network.url) as site:
        yield site


def test_requests_on_silent_connections_are_answered(site: Site, network: Network) -> None:
    phone = Phone(site.url)
    paths = ["/healthz", *[f"/p/{phone.new_party()}/"] * 13]
    with ThreadPoolExecutor(len(paths)) as phones:
        list(phones.map(phone.get, paths))
        network.swallow()
        for r in phones.map(phone.get, paths):
            assert r.status == 200 or (r.status, r.headers["Retry-After"]) == (503, "2")
        assert {r.status for r in phones.map(phone.get, paths)} == {200}
    assert "Traceback" not in site.log


def test_a_listener_that_hears_nothing_listens_anew(site: Site, network: Network) -> None:
    phone = Phone(site.url)
    code = phone.new_party()
    (listener,) = [wire for wire in network.listeners() if not wire.silent]
    listener.silent = True
    while network.listeners()[-1] is listener:
        # The site notices by itself, and tells nobody.
        time.sleep(0.1)
    with Stream(site.url, code, after=0) as page:
        phone.tap(code, "hp:0:-1")
        assert page.hears(1)


def test_who_serves_people_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "SECONDS", 0.2)

    def serve() -> None:
        limit_this_thread()
        with connected() as opened:
            with pytest.raises(psycopg.OperationalError):
                opened.execute("SELECT pg_sleep(60)")
            assert opened.closed

    with ThreadPoolExecutor(1) as threads:
        threads.submit(serve).result()


def test_a_command_takes_its_time() -> None:
    with connected() as opened:
        opened.execute("SELECT pg_sleep(0.5)")
        assert not opened.closed


def connected() -> Connection:
    found = settings.DATABASES["default"]
    where = {"host": found["HOST"], "user": found["USER"], "dbname": "postgres"}
    return Connection.connect(**where)
