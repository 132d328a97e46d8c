"""`manage.py serve`: an address for phones, a clear word when it cannot, a quick end."""

import io
import os
import signal
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from scoundrel_web.management.commands import serve
from scoundrel_web.storage import collect
from tests.servers import Site, free_listener, free_port, manage, production_site


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


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("scoundrel.sqlite3", "The database cannot be used: file is not a database"),
        ("static", "The static files cannot be collected: "),
    ],
)
def test_a_file_in_the_way_is_told_in_one_line(tmp_path: Path, name: str, told: str) -> None:
    (tmp_path / name).write_text("a shopping list, and no other thing " * 100)
    arguments = ("--host", "127.0.0.1", "--port", str(free_port()))
    done = manage("serve", *arguments, VAR_DIR=str(tmp_path), DATABASE_URL="")
    assert done.returncode == 1
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_database_that_does_not_answer_is_told_in_one_line(tmp_path: Path) -> None:
    nowhere = "postgresql://mara@127.0.0.1:1/party"
    with pytest.raises(RuntimeError) as stopped, production_site(tmp_path, DATABASE_URL=nowhere):
        pass
    assert "The database cannot be used: " in str(stopped.value)
    assert "Traceback" not in str(stopped.value)


def test_static_files_are_collected_once_and_anew_when_they_change(
    tmp_path: Path, settings: Settings
) -> None:
    source = tmp_path / "source" / "rules.txt"
    source.parent.mkdir()
    source.write_text("one")
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
