"""Live events: an open page is told which revision its party or match has reached.

Or that the page's code leads nowhere any more (`event: gone`). A page that asks for `numbers` is
told what has changed as well, where that is the health of players (`event: numbers`): it paints it.

A small ASGI application in front of Django: /live/ with the beginning of the page's own address,
`p/<code>`, `w/<code>` or `play/<code>`. Behind it the hub has the listeners of each topic, who are
told by this process, by PostgreSQL, by looking. A phone that only listens costs a few kilobytes
here, and a thread or five times the memory elsewhere. An event is the newest revision, so one that
is missed does not matter: the next, or the first after reconnecting, implies it.
"""

from __future__ import annotations

import asyncio
import logging
import re
import sqlite3
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar
from urllib.parse import parse_qs

import psycopg
from django.db import DEFAULT_DB_ALIAS, close_old_connections, connection, connections
from psycopg.abc import PQGen

from scoundrel_web.postgresql import NoRoom, limit_this_thread, make_sure_of_room
from scoundrel_web.refusals import RETRY, Application, Header, Message, Receive, Send, refusal
from scoundrel_web.threads import READERS, WRITERS
from tracker.rules.input import whole_number
from tracker.services.codes import CODE
from tracker.services.news import (
    CHANNEL,
    DELETED,
    KEYS,
    MOVED,
    NUMBERS,
    heard,
    revisions_now,
    subscribe,
    topic_of,
    unsubscribe,
)
from tracker.services.writing import PASSING, served_alone
from tracker.web.limits import WRONG_CODES, TooMany, network_of
from tracker.web.middleware import NOTHING

T = TypeVar("T")

HEARTBEAT = 15.0  # seconds; what is silent for longer is closed on the way
SLOW = 10.0  # seconds a page may take to accept an event before it has to connect anew
SWEEP = 20.0  # seconds between looks for commits that nobody told
CHECK = 5.0  # seconds between questions whether PostgreSQL is there, and for its answer
PAUSE = 1.0  # seconds before it is asked to be listened to again
# Streams at once, far more than people at a table need: about 10 KB each, and an event to send.
MOST, MOST_OF_TOPIC, MOST_OF_ADDRESS = 12_000, 500, 300
ASKERS = 2  # threads that ask the database for streams
GONE = {DELETED: b"deleted", MOVED: b"moved"}
SEVERAL = (
    "Another process serves this database: its phones and these hear of each other up to "
    f"{SWEEP:.0f} seconds late. PostgreSQL takes several processes."
)
PATH = re.compile(f"/live/({'|'.join(KEYS)})/({CODE.pattern})")
HEADERS: list[Header] = [
    (b"content-type", b"text/event-stream"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-robots-tag", NOTHING.encode()),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx would hold events back
]
END: Message = {"type": "http.response.body"}

log = logging.getLogger(__name__)


class Stream:
    """A listening page, made in the task that serves it: the newest revision, and the last sent."""

    __slots__ = ("address", "last", "newest", "numbers", "page", "paints", "send", "telling")

    def __init__(self, last: int, send: Send, address: str = "", paints: bool = False) -> None:
        self.newest = self.last = last
        self.paints = paints
        self.numbers = ""  # all that is new in it, in JSON, where a page can paint that
        self.send = send
        self.address = address
        self.telling: asyncio.Task[None] | None = None
        # Cancelling the task is the only way to end a stream that is waiting.
        self.page = asyncio.current_task()

    def hear(self, revision: int, numbers: str = "") -> None:
        """An event, of which one may overtake another."""
        if revision > self.newest or revision in GONE:
            self.correct(revision, numbers)

    def correct(self, revision: int, numbers: str = "") -> None:
        """Takes the database's revision, which is lower than before where a backup was restored."""
        if revision != self.newest and self.newest not in GONE:
            self.newest, self.numbers = revision, numbers
            self.tell()

    def tell(self) -> None:
        """Sends the newest revision, or a heartbeat where the page has it already."""
        # One sender at a time; it looks at `newest` again before it stops.
        if self.telling is None:
            self.telling = asyncio.create_task(self._tell())

    def end(self) -> None:
        if self.page:
            self.page.cancel()

    async def _tell(self) -> None:
        try:
            async with asyncio.timeout(SLOW):
                await self.send(self._event())
                while self.last != self.newest:
                    await self.send(self._event())
        except TimeoutError:
            self.end()  # still telling: nothing more can be sent
        else:
            self.telling = None
            if self.newest in GONE:
                self.end()

    def _event(self) -> Message:
        body = b":\n\n"
        if self.newest in GONE:
            body = b"event: gone\ndata: %s\n\n" % GONE[self.newest]
        elif self.last != self.newest:
            body = b"data: %d\n\n" % self.newest
            if self.paints and self.numbers:
                body = b"event: numbers\ndata: %s\n\n" % self.numbers.encode() + body
        self.last = self.newest
        return {"type": "http.response.body", "body": body, "more_body": True}


class Listener(psycopg.AsyncConnection[Any]):
    """A connection for listening; one that has no answer for CHECK seconds fails."""

    async def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        return await super().wait(gen, interval, CHECK if timeout is None else timeout)


class Hub:
    """Listeners of each topic, in one event loop. `publish` may be called from any thread."""

    def __init__(self) -> None:
        self.streams: dict[str, set[Stream]] = {}
        self.number = 0  # of streams
        self.addresses: Counter[str] = Counter()
        self.readers = ThreadPoolExecutor(ASKERS, "live", limit_this_thread)
        self.tasks: list[asyncio.Task[None]] = []
        self.alone: sqlite3.Connection | None = None

    async def start(self) -> None:
        """Raises NoRoom."""
        self.loop = asyncio.get_running_loop()
        if connection.vendor == "postgresql" and not behind_a_pooler():
            with suppress(*PASSING):  # away for now: it is asked for again with each request
                await self.ask(make_sure_of_room, READERS + WRITERS + ASKERS + 1)
        subscribe(self.publish)
        self.tasks = [asyncio.create_task(work) for work in (self._beat(), self._sweep())]
        if connection.vendor == "postgresql":
            self.tasks.append(asyncio.create_task(self._listen()))
        else:
            self.alone = served_alone()
            if self.alone is None:
                log.warning(SEVERAL)

    async def stop(self) -> None:
        unsubscribe(self.publish)
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        if self.alone:
            self.alone.close()

    def everybody(self) -> list[Stream]:
        return [stream for streams in self.streams.values() for stream in streams]

    def end_streams(self) -> None:
        """Before the server stops: it would wait for them."""
        for stream in self.everybody():
            stream.end()

    async def ask(self, question: Callable[..., T], *about: object) -> T:
        """Asks the database, in a thread that keeps its connection."""

        def answer() -> T:
            close_old_connections()  # dead ones: the database was restarted
            return question(*about)

        return await asyncio.get_running_loop().run_in_executor(self.readers, answer)

    def crowded(self, topic: str, address: str) -> bool:
        """Whether one more stream of that address would be one too many."""
        return (
            self.number >= MOST
            or self.addresses[address] >= MOST_OF_ADDRESS
            or len(self.streams.get(topic, ())) >= MOST_OF_TOPIC
        )

    def publish(self, topic: str, revision: int, numbers: str) -> None:
        # Commits happen in Django's threads, streams live in the loop.
        self.loop.call_soon_threadsafe(self.hear, topic, revision, numbers)

    def hear(self, topic: str, revision: int, numbers: str = "") -> None:
        for stream in self.streams.get(topic, ()):
            stream.hear(revision, numbers)

    async def look(self, *topics: str) -> None:
        """Reads how far these are. An event that comes meanwhile is newer than what was read."""
        for some in (topics[at : at + 500] for at in range(0, len(topics), 500)):
            before = {s: s.newest for topic in some for s in self.streams.get(topic, ())}
            # A topic without a row is gone: its event may have been lost.
            now = dict.fromkeys(some, MOVED) | dict(await self.ask(revisions_now, some))
            for topic, revision in now.items():
                for stream in self.streams.get(topic, ()):
                    # An event that came while the database was read is newer than the answer.
                    if before.get(stream) == stream.newest:
                        stream.correct(revision)

    async def listen(self, topic: str, stream: Stream, receive: Receive) -> None:
        """Tells the stream that topic's news until its page is gone."""
        self.streams.setdefault(topic, set()).add(stream)
        self._count(stream, 1)
        try:
            await self.look(topic)  # only now can nothing be missed
            stream.tell()
            # Nothing else tells that a page has gone while nothing is sent.
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self.streams[topic].discard(stream)
            if not self.streams[topic]:
                del self.streams[topic]
            self._count(stream, -1)

    def _count(self, stream: Stream, step: int) -> None:
        self.number += step
        self.addresses[stream.address] += step
        if not self.addresses[stream.address]:
            del self.addresses[stream.address]

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            for turn, stream in enumerate(self.everybody()):
                stream.tell()
                if turn % 100 == 99:
                    await asyncio.sleep(0)  # events go first

    async def _sweep(self) -> None:
        """Looks now and then for what nobody told: another program writes, a process crashed."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.look(*self.streams)
            except Exception as fault:  # without this task they would not be looked for again
                log.warning("Live events could not be looked for: %s", fault)

    async def _listen(self) -> None:
        """Hears the news of every process."""
        while True:
            try:
                where = await self.ask(connection_parameters)
                async with await Listener.connect(**where, autocommit=True) as listener:
                    await self._hear_all(listener)
            except Exception as fault:  # whatever it is: without this task phones hear nothing
                log.warning("Live events wait for the database: %s", fault)
                await asyncio.sleep(PAUSE)

    async def _hear_all(self, listener: Listener) -> None:
        """For as long as the database answers: one that has vanished never says so."""
        # First listen, then look: the other way round news could fall in between.
        for channel in (NUMBERS, CHANNEL):
            await listener.execute(f"LISTEN {channel}")
        await self.look(*self.streams)
        while True:
            async for news in listener.notifies(timeout=CHECK):
                self.hear(*heard(news.payload))
            # A dead connection is silent; only a question shows that nobody answers.
            await listener.execute("SELECT 1")


def behind_a_pooler() -> bool:
    """Whether the database is another program's, which lends connections to PostgreSQL."""
    return "listen" in connections.databases


def connection_parameters() -> dict[str, Any]:
    """How psycopg finds the database to listen to, without what Django adds for itself."""
    own = ("context", "cursor_factory", "prepare_threshold")
    name = "listen" if behind_a_pooler() else DEFAULT_DB_ALIAS
    found = connections[name].get_connection_params()
    return {name: value for name, value in found.items() if name not in own}


class Live:
    """The application: live events here, everything else to `django`."""

    def __init__(self, django: Application) -> None:
        self.django = django
        self.hub = Hub()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close"})
        elif scope["path"].startswith("/live/"):
            await self._serve(scope, receive, send)
        else:
            await self.django(scope, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            await self.hub.start()
        except NoRoom as refused:
            return await send({"type": "lifespan.startup.failed", "message": str(refused)})
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.hub.stop()
        await send({"type": "lifespan.shutdown.complete"})

    async def _serve(self, scope: Message, receive: Receive, send: Send) -> None:
        address = network_of((scope.get("client") or ("",))[0])
        # Asked first and taken only for wrong codes: guessing is slow, reading is not.
        if seconds := WRONG_CODES.wait(address):
            return await refuse(send, 429, (b"retry-after", b"%d" % seconds))
        asked = PATH.fullmatch(scope["path"])
        if asked is None or scope["method"] != "GET":
            return await refuse(send, 404)  # whatever the code: it says nothing of one
        try:
            topic = await self.hub.ask(topic_of, *asked.groups())
        except PASSING as fault:
            log.error("Cannot use the database: %s", fault)
            return await refuse(send, 503, RETRY)
        if topic is None:
            with suppress(TooMany):
                WRONG_CODES.take(address)
            return await refuse(send, 404)
        if self.hub.crowded(topic, address):
            return await refuse(send, 429, RETRY)
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        stream = Stream(page_revision(query), send, address, paints="numbers" in query)
        try:
            await self.hub.listen(topic, stream, receive)
        except (asyncio.CancelledError, *PASSING):
            # The server stops, the page takes nothing any more, the database is away.
            if stream.telling is None:
                await send(END)


async def refuse(send: Send, status: int, *headers: Header) -> None:
    for message in refusal(status, "", *headers):
        await send(message)


def page_revision(query: dict[str, list[str]]) -> int:
    """`?after=N`: what the page knows already."""
    revision = whole_number(query.get("after", [""])[0])
    return -1 if revision is None else revision
