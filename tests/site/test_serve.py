"""`manage.py serve`: an address for phones, a clear word when it cannot, a quick end."""

import io
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from scoundrel_web.management.commands import serve
from scoundrel_web.management.commands.serve import keep_private
from scoundrel_web.storage import collect
from tests.servers import (
    ROOT,
    Site,
    free_listener,
    free_port,
    manage,
    other_user,
    production,
    production_site,
)
from tests.wire import Phone


def test_a_taken_port_is_told_in_one_line() -> None:
    with free_listener() as taken:
        port = str(taken.getsockname()[1])
        done = manage("serve", "--host", "127.0.0.1", "--port", port)
    assert done.returncode == 1
    assert f"Cannot listen on 127.0.0.1, port {port}: " in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("port", ["0", "65536", "http", "-1"])
def test_a_port_is_a_number_of_a_port(port: str) -> None:
    with pytest.raises(CommandError, match="a number from 1 to 65535"):
        call_command("serve", f"--port={port}")


def test_the_address_is_printed_at_the_start(production_server: Site) -> None:
    assert production_server.log.splitlines()[0] == f"Scoundrel Tracker: {production_server.url}"


def test_a_phone_gets_the_address_in_the_network(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.PHONE_SITE = ""  # what the welcome makes of it ends with this test
    monkeypatch.setattr(serve, "phone_host", lambda host: "192.168.1.20")
    printed = io.StringIO()
    serve.Command(stdout=printed).welcome("0.0.0.0", 8000)
    line, *drawing = printed.getvalue().splitlines()
    assert line.endswith("http://localhost:8000, for phones http://192.168.1.20:8000")
    assert len(drawing) > 10
    assert set("".join(drawing)) == set(" █▀▄")


@pytest.mark.thorough
def test_the_address_that_is_set_is_the_one_for_phones(tmp_path: Path) -> None:
    address = "http://192.168.1.20:8080"
    with production_site(tmp_path, SITE_ADDRESS=address, DATABASE_URL="") as site:
        assert f"for phones {address}" in site.log
        assert address in Phone(site.url).get(f"/p/{Phone(site.url).new_party()}/invite").body


def test_a_server_for_this_machine_alone_offers_nothing_to_phones() -> None:
    assert serve.phone_host("127.0.0.1") == ""
    assert serve.phone_host("192.168.1.20") == "192.168.1.20"


def test_an_ipv6_address_stands_in_brackets() -> None:
    assert serve.url("fe80::1", 8000) == "http://[fe80::1]:8000"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_it_ends_at_once_when_told_to(tmp_path: Path) -> None:
    with production_site(tmp_path) as site:
        site.process.send_signal(signal.SIGTERM)
        site.process.wait(30)
    assert "Traceback" not in site.log
    assert "ERROR" not in site.log  # nothing had to be cut off once patience was at its end


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("scoundrel.sqlite3", "Cannot use the database: file is not a database"),
        ("static", "Cannot collect the static files: "),
        ("secret_key", "Cannot save the secret key in "),
    ],
)
def test_a_file_in_the_way_is_told_in_one_line(tmp_path: Path, name: str, told: str) -> None:
    text = "a shopping list" if name == "secret_key" else "a shopping list, and no more " * 100
    (tmp_path / name).write_text(text)
    arguments = ("--host", "127.0.0.1", "--port", str(free_port()))
    done = manage("serve", *arguments, VAR_DIR=str(tmp_path), DATABASE_URL="")
    assert done.returncode == 1
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_database_that_does_not_answer_is_told_in_one_line(tmp_path: Path) -> None:
    nowhere = "postgresql://mara@127.0.0.1:1/party"
    with pytest.raises(RuntimeError) as stopped, production_site(tmp_path, DATABASE_URL=nowhere):
        pass
    assert "Cannot use the database: " in str(stopped.value)
    assert "Traceback" not in str(stopped.value)


PLAIN = "django.contrib.staticfiles.storage.StaticFilesStorage"


def test_static_files_are_collected_once_and_anew_when_they_change(
    tmp_path: Path, settings: Settings
) -> None:
    source = tmp_path / "source" / "rules.txt"
    source.parent.mkdir()
    source.write_text("one")
    settings.STORAGES = {"staticfiles": {"BACKEND": PLAIN}}
    settings.STATICFILES_DIRS, settings.STATIC_ROOT = [tmp_path / "source"], tmp_path / "static"
    found = settings.STATIC_ROOT / source.name
    collect()
    found.write_text("left alone")
    collect()
    assert found.read_text() == "left alone"
    source.write_text("two")
    later = found.stat().st_mtime + 2
    os.utime(source, (later, later))
    collect()
    assert found.read_text() == "two"


linux = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")


def started_by_nobody(folder: Path) -> subprocess.CompletedProcess[str]:
    """As somebody who may do nothing, if these tests are root's; root may do everything."""
    command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1"]
    return subprocess.run(
        [*command, "--port", str(free_port())],
        cwd=ROOT,
        env=production(VAR_DIR=str(folder), DATABASE_URL=""),
        user=other_user(),
        capture_output=True,
        text=True,
        timeout=60,
    )


@linux
@pytest.mark.parametrize("kept", [False, True])
def test_a_folder_that_only_reads_is_told_in_one_line(kept: bool, tmp_path: Path) -> None:
    if os.geteuid() == 0 and other_user() is None:
        pytest.skip("nobody else can reach this Python")
    folder = Path(tempfile.mkdtemp(prefix="scoundrel-", dir="/tmp"))
    if kept:
        (folder / "secret_key").write_text("lantern" * 10)
    folder.chmod(0o555)
    done = started_by_nobody(folder)
    folder.chmod(0o755)
    shutil.rmtree(folder)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "cannot be" in done.stderr


def modes(folder: Path) -> dict[str, int]:
    """Rights of all that may hold a code or a key; files for everybody lie in `static`."""
    found = [file for file in folder.rglob("*") if "static" not in file.parts]
    return {file.name: stat.S_IMODE(file.stat().st_mode) & 0o077 for file in (folder, *found)}


@pytest.mark.thorough
@linux
def test_whatever_is_kept_is_for_this_user_alone(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    with production_site(folder, DATABASE_URL="") as site:
        Phone(site.url).new_party()
        found = modes(folder)
        found.pop("serve.log")  # made by the test
    assert {"var", "scoundrel.sqlite3", "scoundrel.sqlite3-wal", "secret_key"} <= set(found)
    assert not any(found.values())


@pytest.mark.thorough
@linux
def test_what_an_earlier_version_left_open_is_closed(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    with production_site(folder, DATABASE_URL=""):
        pass
    folder.chmod(0o755)
    for name in ("scoundrel.sqlite3", "secret_key"):
        (folder / name).chmod(0o644)
    with production_site(folder, DATABASE_URL=""):
        found = modes(folder)
    assert not any(found[name] for name in ("var", "scoundrel.sqlite3", "secret_key"))


@linux
def test_a_folder_in_which_everybody_makes_files_stays_so(
    tmp_path: Path, settings: Settings
) -> None:
    settings.VAR_DIR = tmp_path
    tmp_path.chmod(0o1777)
    usual = os.umask(0o022)
    keep_private()
    os.umask(usual)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o1777
