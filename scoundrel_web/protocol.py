"""HTTP as uvicorn speaks it, which would keep whatever comes as a header, however long it takes."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST = 64 * 1024  # bytes of a request's line and headers
SECONDS = 30.0  # until they have come
REFUSAL = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class Protocol(HttpToolsProtocol):
    """A connection that is closed when the headers of a request are too large or too slow.

    `unread` counts the bytes since the last header or body that was whole.
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
