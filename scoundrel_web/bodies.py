"""Bodies of requests, each read whole before anything is done with it: half a form is no form."""

from __future__ import annotations

import asyncio

from scoundrel_web.refusals import Receive

SECONDS = 60.0  # for the largest body over a slow mobile network
SMALL = 64 * 1024  # bytes; what every connection may hold back anyway, and more than any tap
TOGETHER = 64 * 1024 * 1024  # bytes of all that are on their way; beyond that only small ones
REFUSED = 16 * 1024 * 1024  # bytes that are thrown away: no browser reads an answer before its end


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
        async with asyncio.timeout(SECONDS):
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
