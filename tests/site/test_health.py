"""/healthz: whoever watches over the site learns whether it can work."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from django.db import DEFAULT_DB_ALIAS, OperationalError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries, Settings

from tests.servers import Site, production_site
from tests.wire import JSON, Answer, Phone
from tracker import __version__
from tracker.services import health
from tracker.services.health import Unwell
from tracker.services.writing import files_are_there, writing

pytestmark = pytest.mark.thorough

linux = pytest.mark.skipif(sys.platform != "linux", reason="limits of another process are Linux's")


@pytest.fixture(autouse=True)
def _nothing_is_known() -> None:
    health.health.forget()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_site_that_can_write_is_well(client: Client) -> None:
    for _ in range(2):
        r = client.get("/healthz")
        assert (r.status_code, r.content) == (200, f"ok {__version__}\n".encode())
        assert not r.cookies


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_who_asks_often_does_not_write_often(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.get("/healthz")
    with django_assert_num_queries(0):
        client.get("/healthz")


@pytest.mark.django_db(transaction=True)
def test_a_program_that_writes_is_no_fault_unless_it_never_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(health, "WAIT", 0.01)
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        health.health.check()
        monkeypatch.setattr(health, "PATIENCE", -1)
        with pytest.raises(Unwell, match="locked for a long time"):
            health.health.check()
        other.execute("ROLLBACK")
        health.health.check()


@pytest.mark.django_db
def test_a_proxy_may_ask_over_http(settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get("/").status_code == 301
    assert Client().get("/healthz").status_code != 301


# A server whose disk or file is taken away


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Serves one test alone, which may spoil it."""
    with production_site(tmp_path / "var", DATABASE_URL="") as site:
        yield site


@pytest.fixture
def phone(site: Site) -> Phone:
    return Phone(site.url)


@pytest.fixture
def code(phone: Phone) -> str:
    return phone.new_party()


def tap(phone: Phone, code: str, key: str) -> Answer:
    body = f'{{"commands": [{{"text": "hp:0:-1", "key": "{key}"}}]}}'
    return phone.send("POST", f"/p/{code}/entries", body, Content_Type=JSON)


def assert_put_off(phone: Phone, code: str) -> None:
    r = tap(phone, code, "a")
    assert (r.status, r.headers["Retry-After"]) == (503, "2")
    assert phone.get("/healthz").status == 503


def assert_nothing_is_lost(phone: Phone, code: str) -> None:
    assert [tap(phone, code, key).status for key in "aab"] == [200] * 3
    assert phone.get("/healthz").status == 200
    assert '"hp":18' in phone.get(f"/p/{code}/export.json").body


def seconds(number: int) -> Iterator[None]:
    """Rounds for so long: a good answer holds for one."""
    end = time.monotonic() + number
    while time.monotonic() < end:
        # Monitors ask for this time and again.
        time.sleep(0.1)
        yield


@contextmanager
def full_disk(site: Site) -> Iterator[None]:
    import resource

    pid, no_limit = site.process.pid, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (4000, resource.RLIM_INFINITY))
    yield
    resource.prlimit(pid, resource.RLIMIT_FSIZE, no_limit)


@linux
def test_a_full_disk_puts_taps_off(site: Site, phone: Phone, code: str) -> None:
    with full_disk(site):
        assert_put_off(phone, code)
    assert_nothing_is_lost(phone, code)


@pytest.mark.django_db(transaction=True)
def test_a_disk_with_hardly_any_room_is_told_at_once(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/healthz").status_code == 200
    free = shutil.disk_usage(Path(connection.settings_dict["NAME"]).parent).free
    monkeypatch.setattr(health, "ROOM", 2 * free)
    r = client.get("/healthz")
    assert (r.status_code, r.content) == (503, b"the disk is full\n")


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m", "none", folder])
    if made.returncode:
        pytest.skip("no disk can be made here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


@linux
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
def test_no_tap_is_put_off_while_all_is_called_well(tmp_path: Path) -> None:
    """The disk is filled page by page, until not one is left."""
    with small_disk(tmp_path) as disk, production_site(disk, DATABASE_URL="") as site:
        phone = Phone(site.url)
        code, answers = phone.new_party(), list[tuple[int, int]]()
        ballast = (disk / "ballast").open("wb", buffering=0)
        with ballast, suppress(OSError):
            while ballast.write(bytes(shutil.disk_usage(disk).free // 2 + 1024)):
                well = phone.get("/healthz").status
                answers.append((well, tap(phone, code, str(len(answers))).status))
        answers.append((phone.get("/healthz").status, 503))
        assert (200, 503) not in answers
        assert {answers[0], answers[-1]} == {(200, 200), (503, 503)}
        (disk / "ballast").unlink()
        assert tap(phone, code, "last").status == 200


@contextmanager
def replaced(file: Path, by: Path | None) -> Iterator[None]:
    """The file as an operator leaves it who brings back a copy while the site runs."""
    aside = file.rename(file.with_suffix(".aside"))
    if by:
        shutil.copy(by, file)
    yield
    aside.replace(file)


@linux
@pytest.mark.parametrize("copy", [True, False])
def test_a_file_that_was_replaced_takes_no_taps(
    site: Site, phone: Phone, code: str, copy: bool
) -> None:
    file = site.var_dir / "scoundrel.sqlite3"
    with replaced(file, by=file.with_suffix(".aside") if copy else None):
        assert_put_off(phone, code)
        assert "restart the site" in phone.get("/healthz").body
    assert_nothing_is_lost(phone, code)


@linux
@pytest.mark.django_db
@pytest.mark.parametrize("copy", [True, False])
def test_a_thread_that_began_meanwhile_goes_on_in_the_file_that_is_back(
    tmp_path: Path, copy: bool
) -> None:
    """Whatever it could have opened meanwhile is gone, with all that is written there."""
    file = tmp_path / "served.sqlite3"
    first, later = connection_to(file), connection_to(file)
    with closing(first), closing(later):
        with first.cursor() as cursor:
            cursor.execute("CREATE TABLE taps (number)")
        swapped = replaced(file, by=file.with_suffix(".aside") if copy else None)
        with swapped, pytest.raises(OperationalError, match="replaced"):
            later.ensure_connection()
        with later.cursor() as cursor:
            cursor.execute("INSERT INTO taps VALUES (1)")
        with first.cursor() as cursor:
            assert cursor.execute("SELECT * FROM taps").fetchall() == [(1,)]


@linux
@pytest.mark.django_db
def test_a_thread_that_connects_after_that_takes_no_taps_either(tmp_path: Path) -> None:
    file = tmp_path / "served.sqlite3"

    def write() -> None:
        connections[DEFAULT_DB_ALIAS] = connection_to(file)
        with closing(connection), writing():
            pass

    first, later = connection_to(file), ThreadPoolExecutor(1)
    first.ensure_connection()
    with closing(first), later:
        later.submit(write).result()
        swapped = replaced(file, by=file.with_suffix(".aside"))
        with swapped, pytest.raises(OperationalError, match="replaced"):
            later.submit(write).result()
        later.submit(write).result()


@pytest.fixture
def quick_turns() -> Iterator[None]:
    """Threads take turns so often that each meets the others in the middle of a deed."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.django_db
@pytest.mark.usefixtures("quick_turns")
def test_threads_that_connect_at_once_are_not_in_each_others_way(tmp_path: Path) -> None:
    file = tmp_path / "served.sqlite3"

    def come_and_go(_: int) -> None:
        for _ in range(30):
            with closing(connection_to(file)) as own:
                own.ensure_connection()
                assert files_are_there()

    with closing(connection_to(file)) as first, ThreadPoolExecutor(8) as threads:
        first.ensure_connection()
        list(threads.map(come_and_go, range(8)))


def connection_to(file: Path) -> BaseDatabaseWrapper:
    found = connections.create_connection(DEFAULT_DB_ALIAS)
    found.settings_dict = {**found.settings_dict, "NAME": str(file)}
    return found


@linux
@pytest.mark.usefixtures("code")
def test_a_log_that_was_removed_is_noticed(site: Site, phone: Phone) -> None:
    """SQLite's newest pages stand in a file of their own, which is replaced with it or not."""
    log = site.var_dir / "scoundrel.sqlite3-wal"
    aside = log.rename(log.with_suffix(".aside"))
    found = {phone.get("/healthz").status for _ in seconds(2)}
    os.replace(aside, log)
    assert 503 in found


def test_a_second_process_on_the_same_file_is_told(site: Site, tmp_path: Path) -> None:
    database = f"sqlite:///{site.var_dir / 'scoundrel.sqlite3'}"
    with production_site(tmp_path / "second", DATABASE_URL=database) as second:
        assert "Another process serves this database" in second.log
    assert "Another process" not in site.log
