"""A restart while people tap: systemd keeps the port open, and phones notice nothing."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.databases import fresh
from tests.servers import ROOT, Site, free_listener, production, wait_until_it_answers
from tests.tapping import Tables, tapping

PHONES = 50
# Steps of systemd between fork and exec, see sd_listen_fds(3).
ACTIVATE = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
os.execv(sys.executable, [sys.executable, "manage.py", "serve", "--host", "127.0.0.1"])
"""

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="there is no systemd on Windows"),
    pytest.mark.thorough,
]


def activated(listener: socket.socket, var_dir: Path, **variables: str) -> Site:
    """The site as systemd starts it, with a port that is open already."""
    port = listener.fileno()
    with (var_dir / "serve.log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", ACTIVATE, str(port)],
            cwd=ROOT,
            env=production(VAR_DIR=str(var_dir), **variables),
            pass_fds=[port],
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    return Site(f"http://127.0.0.1:{listener.getsockname()[1]}", process, var_dir)


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with free_listener() as found:
        yield found


@dataclass
class Evening:
    """Fifty phones at a site that is ended and started again while they tap."""

    site: Site
    listener: socket.socket
    database: dict[str, str]
    tables: Tables

    def restart(self, how: signal.Signals) -> None:
        self.site.process.send_signal(how)
        self.site.process.wait(20)
        self.site = activated(self.listener, self.site.var_dir, **self.database)
        self.tables.play_on()


@pytest.fixture
def evening(listener: socket.socket, tmp_path: Path, db: None) -> Iterator[Evening]:
    database = {"DATABASE_URL": fresh("restart")}
    site = activated(listener, tmp_path, **database)
    wait_until_it_answers(site)
    with tapping(site.url, PHONES) as tables:
        evening = Evening(site, listener, database, tables)
        yield evening
    evening.site.process.terminate()
    evening.site.process.wait(20)


@pytest.mark.postgresql(in_ci=True)
@pytest.mark.thorough
def test_fifty_phones_tap_through_a_restart_and_a_crash(evening: Evening) -> None:
    evening.restart(signal.SIGTERM)
    evening.restart(signal.SIGKILL)
    evening.tables.end()
    assert [tapper.refused for tapper in evening.tables.tappers] == [[]] * PHONES
    evening.tables.assert_each_tap_counts_once()
