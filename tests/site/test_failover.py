"""The database dies, or the pooler before it, under phones that tap: no tap is lost, none twice."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.clusters import Server, fail_over, lost_and_twice, pooler, primary_and_standby, server
from tests.programs import needs
from tests.servers import production_site
from tests.tapping import Tables, tapping, until
from tests.wire import FORM, Phone, Stream

PHONES = 10
SOON = 5.0  # seconds
ONLY_READS = "default_transaction_read_only"

pytestmark = [
    pytest.mark.postgresql(in_ci=True),
    pytest.mark.thorough,
    pytest.mark.usefixtures("real_time"),
    pytest.mark.skipif(
        os.environ.get("TEST_DATABASE") != "postgresql", reason="SQLite is a file of one machine"
    ),
]


def assert_all_was_put_off(tables: Tables) -> None:
    """With a moment to try again, and without an error of the site."""
    refused = {refusal[:6] for tapper in tables.tappers for refusal in tapper.refused}
    assert refused == {"503 2 "}


def assert_all_is_there(server: Server, tables: Tables) -> None:
    tables.end()
    assert lost_and_twice(server, tables) == (0, 0)
    tables.assert_each_tap_counts_once()


def test_a_standby_takes_over_from_a_primary_that_dies_under_tapping_phones(tmp_path: Path) -> None:
    with primary_and_standby() as (primary, standby):
        url = primary.url(standby)
        with (
            production_site(tmp_path, DATABASE_URL=url) as site,
            tapping(site.url, PHONES) as tables,
            Stream(site.url, quiet := Phone(site.url).new_party(), after=0) as page,
        ):
            next(iter(page))  # it listens
            found = fail_over(primary, standby, tables)
            assert found.first_tap < SOON
            assert_all_was_put_off(tables)
            assert_a_second_primary_is_refused(primary, standby, tables)
            assert_all_is_there(standby, tables)
            Phone(site.url).tap(quiet, "note:a lantern")
            assert page.hears(1)
        assert "Cannot use the database: " in site.log
        assert "Traceback" not in site.log


def assert_a_second_primary_is_refused(old: Server, new: Server, tables: Tables) -> None:
    """One that came back by mistake is asked first, and writes nothing, as docs/scale.md has it."""
    old.start(**{ONLY_READS: "on"})
    for _ in range(2):
        new.ask(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name LIKE 'scoundrel %'"
        )
        tables.play_on()
    taken = "SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'scoundrel %'"
    assert old.ask(taken) == []
    new.wait_for(taken)


def test_everything_is_put_off_while_no_server_takes_taps(tmp_path: Path) -> None:
    with server() as primary, production_site(tmp_path, DATABASE_URL=primary.url()) as site:
        phone = Phone(site.url)
        code, command = phone.new_party(), "command=hp:0:-1"
        primary.kill()
        pages = (f"/p/{code}/", f"/p/{code}/table?after=0", f"/live/p/{code}", "/p/abcdefghjkmnp/")
        answers = [phone.get(path) for path in pages]
        answers.append(phone.send("POST", f"/p/{code}/entries", command, Content_Type=FORM))
        answers.append(phone.send("POST", "/new", "players=2", Content_Type=FORM))
        assert {(r.status, r.headers["Retry-After"]) for r in answers} == {(503, "2")}
        primary.start()
        assert phone.tap(code, "hp:0:-1")["revision"] == 1
        assert "Traceback" not in site.log


def test_a_process_too_many_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """Each keeps up to 15 connections, and three are for the superuser."""
    with server(max_connections="30") as primary:
        url = primary.url()
        with production_site(tmp_path / "one", DATABASE_URL=url) as site:
            with (
                pytest.raises(RuntimeError) as stopped,
                production_site(tmp_path / "two", DATABASE_URL=url),
            ):
                pass
            assert "PostgreSQL has room for 27 connections of this site" in str(stopped.value)
            assert "Traceback" not in str(stopped.value)
            assert Phone(site.url).get("/healthz").status == 200


@needs("pgbouncer")
def test_a_pooler_is_restarted_under_tapping_phones(tmp_path: Path) -> None:
    with (
        server() as primary,
        pooler(primary) as pool,
        production_site(tmp_path, DATABASE_URL=pool.url, LISTEN_URL=primary.url()) as site,
        tapping(site.url, PHONES) as tables,
        Stream(site.url, quiet := Phone(site.url).new_party(), after=0) as page,
    ):
        next(iter(page))  # it listens
        pool.stop()
        until(tables.are_put_off)
        pool.start()
        tables.play_on()
        assert_all_was_put_off(tables)
        assert_all_is_there(primary, tables)
        Phone(site.url).tap(quiet, "note:a lantern")
        assert page.hears(1)
        # The pooler carries the time zone along: the server's own is another.
        elsewhere = "SELECT 1 FROM tracker_entry WHERE created < now() - interval '1 hour'"
        assert primary.ask(elsewhere) == []
    assert "Traceback" not in site.log
