"""The line between a phone and its server: it hands bytes on, and fails where it is told to."""

from __future__ import annotations

import asyncio
import socket
import struct
import threading
from asyncio import StreamReader, StreamWriter
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.servers import free_listener

AT_ONCE = struct.pack("ii", 1, 0)  # for SO_LINGER: the connection is reset, not closed

# The fates of a request that changes something.
UNHEARD, CUT, LATE = "unheard", "cut", "late"


class Line:
    """To a server at `port`. Each of its `faults` befalls one POST, in their order.

    `unheard`: reset before the server hears of it. `cut`: reset once the server has answered.
    `late`: the answer comes after `delay` seconds.
    """

    def __init__(self, port: int, delay: float) -> None:
        self.port, self.delay = port, delay
        self.faults: deque[str] = deque()
        self.listener = free_listener()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    async def carry(self, phone: StreamReader, to_phone: StreamWriter) -> None:
        """One connection to its end."""
        try:
            server, to_server = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            return reset(to_phone)
        call = Call(self)
        ways = [call.ask(phone, to_server), call.answer(server, to_phone)]
        tasks = list(map(asyncio.ensure_future, ways))
        with suppress(asyncio.CancelledError):  # the end of all lines
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for writer in (to_server, to_phone):
            reset(writer) if call.broken else writer.close()


class Call:
    """One connection: what goes over it, and what has befallen the request that is on its way."""

    def __init__(self, line: Line) -> None:
        self.line, self.fault, self.broken = line, "", False

    async def ask(self, phone: StreamReader, to_server: StreamWriter) -> None:
        while asked := await phone.read(65536):
            if asked.startswith(b"POST ") and self.line.faults:
                self.fault = self.line.faults.popleft()
            if self.fault == UNHEARD:
                self.broken = True
                return
            to_server.write(asked)
            await to_server.drain()

    async def answer(self, server: StreamReader, to_phone: StreamWriter) -> None:
        while answered := await server.read(65536):
            if self.fault == CUT:
                self.broken = True
                return
            if self.fault == LATE:
                # The fault is that it comes late.
                await asyncio.sleep(self.line.delay)
            self.fault = ""
            to_phone.write(answered)
            await to_phone.drain()


def reset(writer: StreamWriter) -> None:
    with suppress(OSError):
        end: socket.socket = writer.get_extra_info("socket")
        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    writer.transport.abort()


@contextmanager
def carried(lines: list[Line]) -> Iterator[None]:
    """These lines work until it is left, in a thread of their own: this one has Playwright's."""
    over = threading.Event()
    thread = threading.Thread(target=asyncio.run, args=[carry(lines, over)], daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


async def carry(lines: list[Line], over: threading.Event) -> None:
    opened = [await asyncio.start_server(line.carry, sock=line.listener) for line in lines]
    await asyncio.to_thread(over.wait)
    for server in opened:
        server.close()
