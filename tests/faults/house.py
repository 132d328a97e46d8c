"""A house where a table stands: the servers of one database, which may be killed, and its log."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tests import databases
from tests.servers import Site, free_port, started, wait_until_it_answers
from tests.wire import Phone
from tracker.rules.table.room.changes import from_data
from tracker.rules.table.state.party import Party

POSTGRESQL = os.environ.get("TEST_DATABASE") == "postgresql"
LOG = """
    SELECT entry.key, entry.text FROM tracker_entry AS entry
    JOIN tracker_party AS party ON party.id = entry.party_id
    WHERE party.code = '{}' ORDER BY entry.number
"""


@dataclass
class Server:
    """Comes back at the same port with the same database."""

    folder: Path
    database: str
    port: int

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.site: Site = started(self.folder, self.port, DATABASE_URL=self.database)

    def kill(self) -> None:
        """kill -9; a new one starts, and nobody waits for it."""
        self.site.process.kill()
        self.site.process.wait()
        self.start()

    def stop(self) -> None:
        self.site.process.terminate()
        self.site.process.wait(10)


@dataclass
class House:
    servers: list[Server]

    def wait(self) -> None:
        for server in self.servers:
            wait_until_it_answers(server.site)

    def new_party(self) -> str:
        return Phone(self.servers[0].site.url).new_party(4)

    def log(self, code: str) -> list[tuple[str, str]]:
        """Key and text of every entry, from the database itself."""
        server = self.servers[0]
        if server.database:
            with psycopg.connect(server.database) as beside:
                return [(key, text) for key, text in beside.execute(LOG.format(code).encode())]
        with closing(sqlite3.connect(server.folder / "scoundrel.sqlite3")) as file:
            return file.execute(LOG.format(code)).fetchall()

    def state(self, code: str) -> Party:
        """As the site itself shows it."""
        r = Phone(self.servers[0].site.url).get(f"/p/{code}/export.json")
        return from_data(json.loads(r.body)["party"])


@contextmanager
def opened(folder: Path, name: str) -> Iterator[House]:
    """Two processes on PostgreSQL, SQLite's one; `name` is that of their database."""
    database = databases.fresh(name)
    places = [folder / str(number) for number in range(2 if POSTGRESQL else 1)]
    house = House([])
    try:
        for place in places:
            house.servers.append(Server(place, database, free_port()))
            house.servers[-1].start()
            house.wait()  # the first one makes the tables
        yield house
    finally:
        for server in house.servers:
            server.stop()
