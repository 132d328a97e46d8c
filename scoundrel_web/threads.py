"""Django in a fixed pool of threads, each of which keeps its database connection.

A request is one hop to a thread and back: its body is read before, its answer sent after, both
whole, for nothing here is large. Django's own ASGI handler starts a thread and opens a connection
for every request, which costs several times as much as a tap.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]
Environ = dict[str, Any]


class Threads:
    """A WSGI application as an ASGI one, for http alone.

    A body of more than `largest` bytes stays unread: the application is told its length.
    """

    def __init__(self, wsgi: Callable[..., Iterable[bytes]], *, threads: int, largest: int) -> None:
        self.wsgi = wsgi
        self.pool = ThreadPoolExecutor(threads, "django")
        self.largest = largest

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        environ = environ_of(scope)
        body: bytes | None = b""
        if int(environ.get("CONTENT_LENGTH", 0)) <= self.largest:
            body = await body_of(receive)
        if body is None:
            return
        environ["wsgi.input"] = io.BytesIO(body)
        loop = asyncio.get_running_loop()
        for message in await loop.run_in_executor(self.pool, self.answer, environ):
            await send(message)

    def answer(self, environ: Environ) -> list[Message]:
        """What the application answers, as the messages to send."""
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
        return messages


async def body_of(receive: Receive) -> bytes | None:
    """The whole body; None if the browser went away in the middle: half a form is no form."""
    parts, more = [], True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    return b"".join(parts)


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
            environ[key] = f"{environ[key]}{both}{text}" if key in environ else text
    return environ


def variable(header: bytes) -> str:
    name = header.decode("latin-1").upper().replace("-", "_")
    return name if name in ("CONTENT_LENGTH", "CONTENT_TYPE") else f"HTTP_{name}"
