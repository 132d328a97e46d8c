"""The server: uvicorn with limits for headers, and with a port for https where the site has
certificates of its own."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from dataclasses import dataclass
from typing import TYPE_CHECKING

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

if TYPE_CHECKING:
    from scoundrel_web.https import Certificates

log = logging.getLogger(__name__)

BEGUN = 0.2  # seconds in which what has just been connected may still ask
MOST = 64 * 1024  # bytes of a request's line and headers
SECONDS = 30.0  # until they have come
REFUSAL = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


@dataclass
class Https:
    """The second port, and what is wrong with the renewal of its certificate, if anything."""

    listener: socket.socket
    certificates: Certificates
    fault: str = ""

    @property
    def context(self) -> ssl.SSLContext:
        return self.certificates.context

    async def renew(self) -> None:
        """Asked every minute. Whatever fails costs a line in the log once, never the site."""
        from scoundrel_web.https import NOT_RENEWED

        try:
            self.certificates.renew()
            self.fault = ""
        except Exception as error:
            if str(error) != self.fault:
                self.fault = str(error)
                log.error(NOT_RENEWED, error)


class Protocol(HttpToolsProtocol):
    """A connection that is closed when the headers of a request are too large or too slow.

    uvicorn alone would keep whatever comes as a header, however long it takes. `unread` counts the
    bytes since the last header or body that was whole.
    """

    unread = 0
    patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        self.unread += len(data)
        super().data_received(data)
        if self.unread > MOST and not self.transport.is_closing():
            self.transport.write(REFUSAL)
            self.transport.close()
        elif self.unread and self.patience is None:
            self._wait()

    def on_headers_complete(self) -> None:
        self._read()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._read()
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._read()
        super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._read()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self.patience = self.loop.call_later(SECONDS, self.transport.close)

    def _read(self) -> None:
        self.unread = 0
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None


class Server(uvicorn.Server):
    """Ends the live streams before it stops: it would wait for them."""

    def __init__(self, https: Https | None = None) -> None:
        config = uvicorn.Config(
            "scoundrel_web.asgi:application",
            http=Protocol,
            log_config=None,  # Django's logging, which leaves the codes out
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=5,  # nor does a phone that takes long hold up the exit
            callback_notify=https.renew if https else None,
            timeout_notify=60,
        )
        super().__init__(config)
        self.https = https

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.https:
            create = asyncio.get_running_loop().create_server
            listener, context = self.https.listener, self.https.context
            self.servers.append(await create(self._connection, sock=listener, ssl=context))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        from scoundrel_web.asgi import live  # the server has loaded it

        live.hub.end_streams()
        for server in self.servers:
            server.close()
        await asyncio.sleep(BEGUN)
        await super().shutdown(sockets)

    def _connection(self) -> asyncio.Protocol:
        return Protocol(self.config, self.server_state, self.lifespan.state)
