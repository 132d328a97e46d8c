"""Django in a fixed pool of threads, each of which keeps its database connection.

A request is one hop to a thread and back: its body is read before, its answer sent after, both
whole, for nothing here is large and half a form is no form. Django's own ASGI handler starts a
thread and opens a connection for every request, which costs several times as much as a tap.
"""

from __future__ import annotations

import asyncio
import io
import logging
import re
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any

from scoundrel_web.postgresql import limit_this_thread
from scoundrel_web.refusals import CLOSE, RETRY, Message, Receive, Send, refusal

Environ = dict[str, Any]

READERS, WRITERS = 4, 8  # threads: while all who write wait for the database, pages are read
PATIENCE = 5.0  # seconds a request may wait for a thread
BODY_SECONDS = 60.0  # for the largest body over a slow mobile network
SMALL = 64 * 1024  # bytes; what every connection may hold back anyway, and more than any tap
TOGETHER = 64 * 1024 * 1024  # bytes of all that are on their way; beyond that only small ones
REFUSED = 16 * 1024 * 1024  # bytes that are thrown away: no browser reads an answer before its end
OF_A_BODY = (b"content-length", b"content-encoding", b"transfer-encoding")
BOUNDARY = re.compile(r"""; *boundary="?([\w'()+,./:=?-]{1,70})"?""", re.ASCII | re.IGNORECASE)

log = logging.getLogger(__name__)


class Threads:
    """A WSGI application as an ASGI one, for http alone.

    Of a body of more than `largest` bytes it is told the length alone. Who cannot be answered
    now is shown the page that `busy` has for such a request.
    """

    def __init__(
        self,
        wsgi: Callable[..., Iterable[bytes]],
        *,
        largest: int,
        busy: Callable[[Environ], str] = lambda environ: "",
    ) -> None:
        self.wsgi = wsgi
        self.readers = ThreadPoolExecutor(READERS, "read", limit_this_thread)
        self.writers = ThreadPoolExecutor(WRITERS, "write", limit_this_thread)
        self.bodies = Bodies(largest)
        self.busy = busy

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["method"] in ("GET", "HEAD"):
            messages = await self._worked(self.readers, environ_of(scope), b"")
        else:
            messages = await self._taken(environ_of(scope), receive)
        for message in messages:
            await send(message)

    async def _taken(self, environ: Environ, receive: Receive) -> list[Message]:
        """The answer to a request with a body; none where nobody waits for it any more."""
        body, over = b"", True
        try:
            body = await self.bodies.read(receive)
            size = len(body)
        except Gone:
            return []
        except TimeoutError:
            return refusal(408, self.busy(environ), CLOSE)
        except Crowded:
            return refusal(503, self.busy(environ), RETRY, CLOSE)
        except TooLarge as large:
            size, over = large.size, large.over
        environ["CONTENT_LENGTH"] = str(size)  # also of one that came in chunks
        messages = await self._worked(self.writers, environ, body)
        if not over:
            messages[0]["headers"].append(CLOSE)
        return messages

    async def _worked(
        self, threads: ThreadPoolExecutor, environ: Environ, body: bytes
    ) -> list[Message]:
        environ["wsgi.input"] = io.BytesIO(body)
        # A request that waited longer gets a 503, and a phone sends it again.
        latest = monotonic() + PATIENCE
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(threads, self.answer, environ, latest)

    def answer(self, environ: Environ, latest: float) -> list[Message]:
        """Returns the application's answer as the messages to send; not begun after `latest`."""
        if monotonic() > latest:
            return refusal(503, self.busy(environ), RETRY)
        try:
            return self._asked(environ)
        except Exception:  # Django answers for its own: this is in how it reads the request
            log.exception("A request could not be begun")
            return refusal(500, self.busy(environ))

    def _asked(self, environ: Environ) -> list[Message]:
        messages: list[Message] = []

        def start_response(status: str, headers: list[tuple[str, str]], *_: object) -> None:
            pairs = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers]
            messages.append(
                {"type": "http.response.start", "status": int(status[:3]), "headers": pairs}
            )

        answer = self.wsgi(environ, start_response)
        try:
            messages.append({"type": "http.response.body", "body": b"".join(answer)})
        finally:
            getattr(answer, "close", lambda: None)()
        if environ["REQUEST_METHOD"] == "HEAD":  # its headers are those of GET
            messages[1]["body"] = b""
        elif (status := messages[0]["status"]) < 200 or status in (204, 304):
            # These end with their headers: the next answer would begin with the body.
            headers = messages[0]["headers"]
            messages[0]["headers"] = [pair for pair in headers if pair[0] not in OF_A_BODY]
            messages[1]["body"] = b""
        return messages


def environ_of(scope: Message) -> Environ:
    """The request without its body, in the words of WSGI."""
    server, port = scope.get("server") or ("localhost", 80)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server,
        "SERVER_PORT": str(port or 0),
        "REMOTE_ADDR": (scope.get("client") or ("",))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        if b"_" not in name:  # would pass for the name with a dash that a proxy sets
            key = variable(name)
            both = "; " if key == "HTTP_COOKIE" else ","
            text = value.decode("latin-1")
            if key == "CONTENT_TYPE" and ";" in text:
                text = plain_type(text)
            environ[key] = f"{environ[key]}{both}{text}" if key in environ else text
    return environ


def variable(header: bytes) -> str:
    name = header.decode("latin-1").upper().replace("-", "_")
    return name if name in ("CONTENT_LENGTH", "CONTENT_TYPE") else f"HTTP_{name}"


def plain_type(text: str) -> str:
    """A content type with its boundary alone.

    Django would believe any charset, rot13 too, and fail at others; what is sent here is UTF-8.
    """
    kind, boundary = text.partition(";")[0], BOUNDARY.search(text)
    return f'{kind}; boundary="{boundary[1]}"' if boundary else kind


class Gone(Exception):
    """The browser went away in the middle."""


class Crowded(Exception):
    """There is no room for a large body now."""


class TooLarge(Exception):
    """More than may be sent; `size` bytes have come, and `over` tells whether that was all."""

    def __init__(self, size: int, over: bool) -> None:
        super().__init__(size, over)
        self.size, self.over = size, over


class Bodies:
    """Reads bodies of at most `largest` bytes and keeps count of those on their way."""

    def __init__(self, largest: int) -> None:
        self.largest = largest
        self.waiting = 0  # bytes

    async def read(self, receive: Receive) -> bytes:
        """Raises Gone, Crowded and TooLarge, and TimeoutError for one that comes too slowly."""
        async with asyncio.timeout(BODY_SECONDS):
            return await self._whole(receive)

    async def _whole(self, receive: Receive) -> bytes:
        body, size, more = bytearray(), 0, True
        try:
            while more and size < REFUSED:
                part, more = await _part(receive)
                size += len(part)
                self._keep(body, part, size)
        finally:
            # Even if the browser went away, or its room would never be free again.
            self.waiting -= len(body)
        if size > self.largest:
            raise TooLarge(size, over=not more)
        return bytes(body)

    def _keep(self, body: bytearray, part: bytes, size: int) -> None:
        if size > self.largest:
            self.waiting -= len(body)
            body.clear()
            return
        body += part
        self.waiting += len(part)
        # Taps still fit when many uploads are on their way.
        if size > SMALL and self.waiting > TOGETHER:
            raise Crowded


async def _part(receive: Receive) -> tuple[bytes, bool]:
    """Some more of a body, and whether that is not the end of it."""
    message = await receive()
    if message["type"] == "http.disconnect":
        raise Gone
    return message.get("body", b""), message.get("more_body", False)
