"""The house of a simulated evening: the site's own code on its database, one request at a time.

The driver (driver/main.mjs) asks by lines of JSON and waits for each answer, so nothing here
depends on how fast anything is: its clock is the evening's. A request may die at any statement, as
a process does; another may be served whole between two statements of the first.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import reduce
from pathlib import Path
from threading import RLock, local
from typing import IO, Any
from unittest.mock import patch

import psycopg
from django.core.cache import caches
from django.core.handlers.base import BaseHandler
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.http import HttpResponse
from django.test import RequestFactory

from scoundrel_web.hub import connection_parameters
from tests.simulation.versions import Versions
from tracker.rules.table.room.changes import flat, replay, rewind
from tracker.rules.table.state.party import Party
from tracker.rules.table.verbs.commands import apply
from tracker.rules.words import Refused
from tracker.services import news
from tracker.services.backup import MODELS, backup_restore, backup_write
from tracker.services.party.parties import open_ledger
from tracker.services.party.table import LogEntry
from tracker.web import limits

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)  # of the evening; driver/clock.mjs has it too
LIMITS = [limit for limit in vars(limits).values() if isinstance(limit, limits.Limit)]
ENTRIES = """
    SELECT entry.number, entry.key, entry.text, entry.changes FROM tracker_entry AS entry
    JOIN tracker_party AS party ON party.id = entry.party_id
    WHERE party.code = %s AND entry.number > %s ORDER BY entry.number
"""

Answer = dict[str, Any]
Asked = dict[str, Any]


class Death(BaseException):
    """The process is killed here: nothing after it is done."""


class OneEach(local):
    """A lock of each process, of which each thread here is one (services/writing.py)."""

    def __init__(self) -> None:
        lock = RLock()
        self.acquire, self.release = lock.acquire, lock.release


class House:
    def __init__(self, folder: Path) -> None:
        self.saved = folder / "evening.backup"
        self.now = 0.0  # ms since the evening began
        self.news: list[tuple[str, int, str]] = []
        self.handler = BaseHandler()
        self.handler.load_middleware()
        self.requests = RequestFactory()
        self.beside = ThreadPoolExecutor(1)

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Its clock is the evening's, and it hears the news."""
        with (
            patch("django.utils.timezone.now", self.clock),
            patch.object(limits, "monotonic", lambda: self.now / 1000),
            patch("tracker.services.writing._turn", OneEach()),
        ):
            news.subscribe(self.hear)
            if connection.vendor == "postgresql":
                self.listener = psycopg.connect(**connection_parameters(), autocommit=True)
                for channel in (news.NUMBERS, news.CHANNEL):
                    self.listener.execute(f"LISTEN {channel}")
            yield
            self.beside.submit(connections.close_all).result()
            self.beside.shutdown()
            news.unsubscribe(self.hear)
            if connection.vendor == "postgresql":
                self.listener.close()

    def clock(self) -> datetime:
        return BEGINNING + timedelta(milliseconds=self.now)

    def hear(self, topic: str, revision: int, numbers: str) -> None:
        self.news.append((topic, revision, numbers))

    def serve(self, asked: IO[str], answers: IO[str]) -> None:
        """Until the driver asks no more."""
        for line in asked:
            question = json.loads(line)
            self.now = question.pop("at")
            answer = getattr(self, question.pop("do"))(**question)
            answers.write(json.dumps(answer) + "\n")
            answers.flush()

    # Questions of the driver.

    def begin(self) -> Answer:
        """A new evening: an empty database, as it was made."""
        self.restart(1)
        with connection.cursor() as cursor:
            for model in reversed(MODELS):
                cursor.execute(f"DELETE FROM {model._meta.db_table}")
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM sqlite_sequence")
            for sql in connection.ops.sequence_reset_sql(no_style(), MODELS):
                cursor.execute(sql)
        return {}

    def restart(self, version: int) -> Answer:
        """Another process, which has what lies in the database and nothing else."""
        Versions.newest = version
        connection.close()
        self.beside.submit(connections.close_all).result()
        for cache in caches.all():
            cache.clear()
        for limit in LIMITS:
            limit.reset()
        return {}

    def ask(
        self, code: str, known: int, request: Asked, dies: int, other: Asked | None, between: int
    ) -> Answer:
        """Its answer, null where the process dies before; `other` is served in between.

        With all that is new in the log after the entry `known`, and what was told of it.
        """
        self.news.clear()
        others: list[Answer] = []
        step = Steps(dies, between, lambda: others.append(self.served_beside(other)))
        with step.of_this_connection():
            answer = self.answer(request)
        if step.dead:
            answer = None  # whatever else was raised on the way out
        if other and not others:
            others.append(self.served_beside(other))
        if answer is None:
            self.restart(Versions.newest)
        return {
            "answer": answer,
            "other": others[0] if others else None,
            "log": self.log(code, known),
            "news": [*self.news, *self.notified()],
        }

    def revision(self, kind: str, code: str) -> Answer:
        """As the hub looks for it."""
        topic = news.topic_of(kind, code)
        return {"topic": topic, "news": news.revisions_now([topic] if topic else [])}

    def backup(self) -> Answer:
        return {"rows": backup_write(self.saved)}

    def restore(self, version: int) -> Answer:
        rows = backup_restore(self.saved, replace=True)
        self.restart(version)
        return {"rows": rows}

    def audit(self, code: str) -> Answer:
        """All values of the party, and whether its log, told from the start, leads to them."""
        ledger = open_ledger(code)
        ledger.read(numbers=range(1, ledger.revision + 1))
        entries = [ledger.entries[number] for number in sorted(ledger.entries)]
        start = reduce(
            lambda party, entry: rewind(party, entry.changes), reversed(entries), ledger.state
        )
        try:
            told = flat(reduce(done, entries, start))
        except Refused as reason:
            told = {"refused": str(reason)}
        return {"start": flat(start), "told": told, "state": flat(ledger.state)}

    # How it does that.

    def served_beside(self, request: Asked | None) -> Answer:
        answer = self.beside.submit(self.answer, request).result() if request else None
        return answer or {}

    def answer(self, request: Asked | None) -> Answer | None:
        assert request
        names = {name: f"HTTP_{name.upper().replace('-', '_')}" for name in request["headers"]}
        asked = self.requests.generic(
            request["method"],
            request["path"],
            request["body"],
            content_type=request["headers"].get("content-type", ""),
            **{names[name]: value for name, value in request["headers"].items()},
        )
        try:
            response = self.handler.get_response(asked)
        except Death:
            return None
        assert isinstance(response, HttpResponse)
        response.close()
        return {
            "status": response.status_code,
            "headers": {name.lower(): value for name, value in response.items()},
            "cookies": [morsel.OutputString() for morsel in response.cookies.values()],
            "body": response.content.decode(),
        }

    def log(self, code: str, known: int) -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute(ENTRIES, [code, known])
            return [[*row[:3], as_changes(row[3])] for row in cursor.fetchall()]

    def notified(self) -> Iterator[tuple[str, int, str]]:
        if connection.vendor == "postgresql":
            self.listener.execute("SELECT 1")  # all that was told before it comes with it
            for note in self.listener.notifies(timeout=0):
                yield news.heard(note.payload)


class Steps:
    """Counts what a request does to the database: statements and the two sides of a commit."""

    def __init__(self, dies: int, between: int, other: Callable[[], object]) -> None:
        self.dies, self.between, self.other = dies, between, other
        self.count, self.dead = 0, False

    def step(self) -> None:
        here, self.count = self.count, self.count + 1
        if here == self.dies:
            self.dead = True
            raise Death
        if here == self.between:
            self.other()

    def __call__(self, execute: Callable[..., Any], *about: Any) -> Any:
        self.step()
        return execute(*about)

    @contextmanager
    def of_this_connection(self) -> Iterator[None]:
        database: Any = connections[DEFAULT_DB_ALIAS]
        commit = database._commit

        def committed() -> None:
            self.step()
            commit()
            self.step()

        with database.execute_wrapper(self), patch.object(database, "_commit", committed):
            yield


def undone(party: Party, entry: LogEntry) -> Party:
    return rewind(party, entry.changes)


def done(party: Party, entry: LogEntry) -> Party:
    """By its text; an undo's says nothing but a number."""
    return replay(party, entry.changes) if entry.undoes else apply(party, entry.text)


def as_changes(kept: object) -> Any:
    return json.loads(kept) if isinstance(kept, str) else kept
