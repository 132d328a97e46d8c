"""Live events: an open page is told which revision its party or match has reached.

Or that the page's code leads nowhere any more (`event: gone`). A page that asks for `numbers` is
told what has changed as well, where that is the health of players (`event: numbers`): it paints it.

A small ASGI application in front of Django: /live/ with the beginning of the page's own address,
`p/<code>`, `w/<code>` or `play/<code>`. A phone that only listens costs a few kilobytes here, and a
thread or five times the memory elsewhere. An event is the newest revision,
so one that is missed does not matter: the next, or the first after reconnecting, implies it.
"""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import suppress
from urllib.parse import parse_qs

from scoundrel_web.hub import Hub, Stream
from scoundrel_web.postgresql import NoRoom
from scoundrel_web.refusals import RETRY, Application, Header, Message, Receive, Send, refusal
from tracker.rules.input import whole_number
from tracker.services.codes import CODE
from tracker.services.news import KEYS, topic_of
from tracker.services.writing import PASSING
from tracker.web.limits import WRONG_CODES, TooMany, network_of
from tracker.web.middleware import NOTHING

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
