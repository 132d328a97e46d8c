"""A restart while people tap: systemd keeps the port open, and phones notice nothing."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

import pytest

from tests.databases import fresh
from tests.servers import ROOT, Site, free_listener, production, wait_until_it_answers
from tests.wire import JSON, Phone

PHONES, SEATS = 50, 4
PAUSE = 0.05  # seconds between two taps of a phone
# What systemd does between fork and exec, see sd_listen_fds(3).
ACTIVATE = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
os.execv(sys.executable, [sys.executable, "manage.py", "serve", "--host", "127.0.0.1"])
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no systemd on Windows")


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


@dataclass
class Tapper:
    """A phone whose outbox sends tap after tap, each until it is answered."""

    phone: Phone
    code: str
    seat: int
    done: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def tap(self, stop: Event) -> None:
        while not stop.is_set():
            key = f"{self.seat}-{len(self.done)}"
            while not self.sent(key):
                # The outbox waits before it sends again.
                time.sleep(PAUSE)
            self.done.append(key)
            # A finger rests.
            time.sleep(PAUSE)

    def sent(self, *keys: str) -> bool:
        commands = [{"text": f"hp:{self.seat % SEATS}:-1", "key": key} for key in keys]
        body = json.dumps({"commands": commands})
        try:
            path = f"/p/{self.code}/entries"
            r = self.phone.send("POST", path, body, Content_Type=JSON)
        except ConnectionRefusedError as refusal:
            self.refused.append(str(refusal))
            return False
        except (OSError, http.client.HTTPException):
            return False  # it had begun when the site crashed; an outbox sends it again
        if r.status != 200:
            self.refused.append(f"{r.status} {r.body}")
            return False
        return set(keys) <= set(json.loads(r.body)["done"])


def assert_each_tap_counts_once(code: str, tappers: list[Tapper]) -> None:
    """Sent again, none counts: all are in the log, and nothing besides."""
    taps = sum(len(tapper.done) for tapper in tappers)
    for tapper in tappers:
        assert tapper.sent(*tapper.done)
    r = tappers[0].phone.get(f"/p/{code}/table?after={taps}")
    assert r.status == 204, f"{taps} taps were acknowledged"


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
    tappers: list[Tapper]
    taps: list[Future[None]] = field(default_factory=list)
    over: Event = field(default_factory=Event)

    def play_on(self) -> None:
        """Until every phone has had some more taps answered."""
        goals = [len(tapper.done) + 3 for tapper in self.tappers]
        while any(len(t.done) < goal for t, goal in zip(self.tappers, goals, strict=True)):
            for ended in (future for future in self.taps if future.done()):
                ended.result()
            # Fifty phones go on meanwhile, each in a thread.
            time.sleep(PAUSE)

    def restart(self, how: signal.Signals) -> None:
        self.site.process.send_signal(how)
        self.site.process.wait(20)
        self.site = activated(self.listener, self.site.var_dir, **self.database)
        self.play_on()

    def end(self) -> None:
        self.over.set()
        wait(self.taps)


@pytest.fixture
def evening(listener: socket.socket, tmp_path: Path, db: None) -> Iterator[Evening]:
    database = {"DATABASE_URL": fresh("restart")}
    site = activated(listener, tmp_path, **database)
    wait_until_it_answers(site)
    phone = Phone(site.url)
    codes = [phone.new_party(SEATS) for _ in range(0, PHONES, SEATS)]
    tappers = [Tapper(phone, codes[seat // SEATS], seat) for seat in range(PHONES)]
    evening = Evening(site, listener, database, tappers)
    with ThreadPoolExecutor(PHONES) as pool:
        evening.taps += [pool.submit(tapper.tap, evening.over) for tapper in tappers]
        try:
            evening.play_on()
            yield evening
        finally:
            evening.end()
    evening.site.process.terminate()
    evening.site.process.wait(20)


@pytest.mark.postgresql(in_ci=True)
@pytest.mark.thorough
def test_fifty_phones_tap_through_a_restart_and_a_crash(evening: Evening) -> None:
    evening.restart(signal.SIGTERM)
    evening.restart(signal.SIGKILL)
    evening.end()
    assert [tapper.refused for tapper in evening.tappers] == [[]] * PHONES
    for code in {tapper.code for tapper in evening.tappers}:
        assert_each_tap_counts_once(code, [t for t in evening.tappers if t.code == code])
