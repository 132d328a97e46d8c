"""Live events: an open page is told which revision its party has reached, and nothing else.

A small ASGI application in front of Django for /live/<code>: a phone that only listens costs a few
kilobytes here, and a thread or five times the memory elsewhere. An event is the newest revision,
so one that is missed does not matter: the next, or the first after reconnecting, implies it.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar
from urllib.parse import parse_qs

import psycopg
from django.db import close_old_connections, connection

from scoundrel_web.refusals import RETRY, Application, Header, Message, Receive, Send, refusal
from tracker.services.codes import CODE
from tracker.services.news import CHANNEL, party_heard, revisions_now, subscribe, unsubscribe
from tracker.services.writing import PASSING
from tracker.web.limits import WRONG_CODES, TooMany, network_of

T = TypeVar("T")

PATH = re.compile(f"/live/({CODE.pattern})")
HEARTBEAT = 15.0  # seconds; what is silent for longer is closed on the way
SLOW = 10.0  # seconds a page may take to accept an event before it has to connect anew
SWEEP = 20.0  # seconds between looks for a commit whose NOTIFY a crash swallowed
PAUSE = 1.0  # seconds before the database is asked to be listened to again
HEADERS: list[Header] = [
    (b"content-type", b"text/event-stream"),
    (b"x-content-type-options", b"nosniff"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx would hold events back
]
END: Message = {"type": "http.response.body"}

log = logging.getLogger(__name__)


class Stream:
    """A listening page, made in the task that serves it: the newest revision, and the one told."""

    __slots__ = ("page", "revision", "send", "telling", "told")

    def __init__(self, known: int, send: Send) -> None:
        self.revision = self.told = known
        self.send = send
        self.telling: asyncio.Task[None] | None = None
        self.page = asyncio.current_task()

    def hear(self, revision: int) -> None:
        if revision > self.revision:
            self.revision = revision
            self.tell()

    def tell(self) -> None:
        """Sends the newest revision, or a heartbeat where the page knows it already."""
        if self.telling is None:
            self.telling = asyncio.create_task(self._tell())

    def end(self) -> None:
        if self.page:
            self.page.cancel()

    async def _tell(self) -> None:
        try:
            async with asyncio.timeout(SLOW):
                await self.send(self._news())
                while self.told < self.revision:
                    await self.send(self._news())
        except TimeoutError:
            self.end()  # still telling: nothing more can be sent
        else:
            self.telling = None

    def _news(self) -> Message:
        body = b"data: %d\n\n" % self.revision if self.told < self.revision else b":\n\n"
        self.told = self.revision
        return {"type": "http.response.body", "body": body, "more_body": True}


class Hub:
    """Who listens to which party, in one event loop. `publish` may come from any thread."""

    def __init__(self) -> None:
        self.streams: dict[int, set[Stream]] = {}
        self.readers = ThreadPoolExecutor(2, "live")
        self.tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        self.loop = asyncio.get_running_loop()
        subscribe(self.publish)
        self.tasks = [asyncio.create_task(self._beat())]
        if connection.vendor == "postgresql":
            self.tasks.append(asyncio.create_task(self._listen()))

    async def stop(self) -> None:
        unsubscribe(self.publish)
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def everybody(self) -> list[Stream]:
        return [stream for streams in self.streams.values() for stream in streams]

    def end_streams(self) -> None:
        """Before the server stops: it would wait for them."""
        for stream in self.everybody():
            stream.end()

    async def ask(self, question: Callable[..., T], *about: object) -> T:
        """Asks the database, in one of two threads that keep their connections."""

        def asked() -> T:
            close_old_connections()  # dead ones: the database was restarted
            return question(*about)

        return await self.loop.run_in_executor(self.readers, asked)

    def publish(self, party: int, revision: int) -> None:
        self.loop.call_soon_threadsafe(self.hear, party, revision)

    def hear(self, party: int, revision: int) -> None:
        for stream in self.streams.get(party, ()):
            stream.hear(revision)

    async def look(self, *parties: int) -> None:
        """Reads how far these parties are."""
        if parties:
            for party, revision in await self.ask(revisions_now, parties):
                self.hear(party, revision)

    async def listen(self, party: int, stream: Stream, receive: Receive) -> None:
        """Tells the stream that party's news until its page is gone."""
        self.streams.setdefault(party, set()).add(stream)
        try:
            await self.look(party)  # only now can nothing be missed
            stream.tell()
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self.streams[party].discard(stream)
            if not self.streams[party]:
                del self.streams[party]

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            for turn, stream in enumerate(self.everybody()):
                stream.tell()
                if turn % 100 == 99:
                    await asyncio.sleep(0)  # events go first

    async def _listen(self) -> None:
        """Hears every process's news, and looks now and then for what nobody told."""
        while True:
            try:
                where = await self.ask(connection_parameters)
                async with await psycopg.AsyncConnection.connect(**where, autocommit=True) as heard:
                    await heard.execute(f"LISTEN {CHANNEL}")
                    while True:
                        await self.look(*self.streams)
                        async for news in heard.notifies(timeout=SWEEP):
                            party, revision = news.payload.split()
                            self.hear(int(party), int(revision))
            except Exception as error:  # whatever it is: without this task phones hear nothing
                log.warning("Live events wait for the database: %s", error)
                await asyncio.sleep(PAUSE)


class Live:
    """The application: live events here, everything else to `django`."""

    def __init__(self, django: Application) -> None:
        self.django = django
        self.hub = Hub()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live_and_die(receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close"})
        elif scope["path"].startswith("/live/"):
            await self._serve(scope, receive, send)
        else:
            await self.django(scope, receive, send)

    async def _live_and_die(self, receive: Receive, send: Send) -> None:
        await receive()
        await self.hub.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.hub.stop()
        await send({"type": "lifespan.shutdown.complete"})

    async def _serve(self, scope: Message, receive: Receive, send: Send) -> None:
        network = network_of((scope.get("client") or ("",))[0])
        if seconds := WRONG_CODES.wait(network):
            return await refuse(send, 429, (b"retry-after", b"%d" % seconds))
        code = PATH.fullmatch(scope["path"])
        try:
            party = await self.hub.ask(party_heard, code[1]) if code else None
        except PASSING as fault:
            log.error("The database cannot be used: %s", fault)
            return await refuse(send, 503, RETRY)
        if party is None or scope["method"] != "GET":
            with suppress(TooMany):
                WRONG_CODES.take(network)
            return await refuse(send, 404)
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        stream = Stream(known_revision(scope), send)
        try:
            await self.hub.listen(party, stream, receive)
        except (asyncio.CancelledError, *PASSING):
            # The server stops, the page takes nothing any more, the database is away.
            if stream.telling is None:
                await send(END)


async def refuse(send: Send, status: int, *headers: Header) -> None:
    for message in refusal(status, "", *headers):
        await send(message)


def known_revision(scope: Message) -> int:
    """`?after=N`: what the page knows already."""
    after = parse_qs(scope["query_string"].decode("latin-1")).get("after", [""])[0]
    return int(after) if after.isascii() and after.isdigit() and len(after) < 10 else -1


def connection_parameters() -> dict[str, Any]:
    """How psycopg finds the database, without what Django adds for itself."""
    own = ("context", "cursor_factory", "prepare_threshold")
    found = connection.get_connection_params()
    return {name: value for name, value in found.items() if name not in own}
