"""Plays a day of evenings at one process: hour by hour its time a tap, its memory and its files.

Each party begins at its moment of the day, plays an evening with four phones and goes. One phone
taps, undoes and looks at the log; the three others listen, and fetch the table after each event,
which is more than a browser does. The hours pass faster than those of a clock: 500 parties at 20
times the speed send as many requests a second as 10,000 parties at its own. Taps that begin late
say that the machine is too slow for both. SQLite, loopback and Linux only.

    python -m bench.day [--parties 500] [--hours 24] [--speed 20]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import resource
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from ipaddress import IPv4Address
from pathlib import Path

from bench.live import FIRST_ADDRESS, Connection, connected, memory
from bench.size import EVENING
from bench.stage import FORM, JSON, TAPS, TOKEN, batch, site_of_its_own
from bench.tap import cpu_seconds
from tests.servers import Site
from tools.smoke import arguments

HOUR, LENGTH = 3600, 3  # seconds; hours of an evening
PHONES = 4
UNDO, LOOK = 10, 25  # every so many taps
LATE = 1.0  # seconds after its moment
SEED = 8


@dataclass
class Hour:
    """Seconds that each tap of an hour took, answers by their status, and taps that began late.

    `deaf` are phones that the site left before their evening was over: they made the rest cheaper.
    """

    waits: list[float] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)
    late: int = 0
    deaf: int = 0

    def p99(self) -> float:
        """In ms."""
        return 1000 * sorted(self.waits)[len(self.waits) * 99 // 100] if self.waits else 0


@dataclass
class Day:
    site: Site
    speed: float
    now: Hour = field(default_factory=Hour)
    begun: int = 0

    async def evening(self, number: int, moment: float) -> None:
        """Plays one party's, from this moment of the day on, in seconds."""
        await asyncio.sleep(moment / self.speed)
        self.begun += 1
        host, *others = [Phone(self.site, PHONES * number + seat) for seat in range(PHONES)]
        await host.connect()
        body = f"players={PHONES}&csrfmiddlewaretoken={TOKEN}"
        _, table, _ = await host.ask("POST", "/new", body, FORM)
        code = table.split("/")[2]
        listeners = [asyncio.create_task(phone.listen(code)) for phone in others]
        chance, due = random.Random(SEED + number), time.perf_counter()
        pause = LENGTH * HOUR / EVENING / self.speed
        for tap in range(EVENING):
            due += chance.uniform(0, 2 * pause)
            await asyncio.sleep(max(0, due - time.perf_counter()))
            self.now.late += time.perf_counter() - due > LATE
            text = f"undo:{tap}" if tap % UNDO == UNDO - 1 else TAPS[tap % len(TAPS)]
            began = time.perf_counter()
            status, *_ = await host.ask("POST", f"/p/{code}/entries", batch([text]), JSON)
            self.now.waits.append(time.perf_counter() - began)
            self.now.answers[status] += 1
            if tap % LOOK == LOOK - 1:
                await host.ask("GET", f"/p/{code}/history")
        self.now.deaf += sum(listener.done() for listener in listeners)
        for listener in listeners:
            listener.cancel()
        await asyncio.gather(*listeners, return_exceptions=True)
        host.leave()

    async def report(self, hours: int) -> None:
        """Prints a line at the end of each hour."""
        used = cpu_seconds(self.site.process.pid)
        for hour in range(1, hours + 1):
            await asyncio.sleep(HOUR / self.speed)
            done, self.now = self.now, Hour()
            before, used = used, cpu_seconds(self.site.process.pid)
            taps = len(done.waits)
            refused = {status: n for status, n in done.answers.items() if status != HTTPStatus.OK}
            print(
                f"hour {hour}: {self.begun:,} parties, {taps:,} taps, {refused or 'none'} refused,"
                f" {done.late} late, {done.deaf} phones deaf, p99 {done.p99():.0f} ms,"
                f" {1000 * (used - before) / max(1, taps):.1f} ms of CPU a tap, {self.kept()}",
                flush=True,
            )

    def kept(self) -> str:
        """Returns what the process holds at this moment."""
        files = len([*Path(f"/proc/{self.site.process.pid}/fd").iterdir()])
        database = self.site.var_dir / "scoundrel.sqlite3"
        size, log = (
            path.stat().st_size / 2**20 if path.exists() else 0
            for path in (database, database.with_name(f"{database.name}-wal"))
        )
        held = memory(self.site) / 1024
        return f"memory {held:.0f} MB, {files} files open, {size:.1f} MB and {log:.1f} MB of WAL"


@dataclass
class Phone:
    """One connection for what it asks, one for what it hears."""

    site: Site
    number: int
    opened: list[Connection] = field(default_factory=list)

    async def connect(self) -> Connection:
        self.opened.append(await connected(self.site))
        return self.opened[-1]

    async def ask(
        self, method: str, path: str, body: str = "", headers: Mapping[str, str] = FORM
    ) -> tuple[int, str, bytes]:
        """Returns status, the address it leads to, and the body."""
        reader, writer = self.opened[0]
        writer.write(self._request(method, path, headers, body))
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        fields = dict(line.lower().split(": ", 1) for line in head.splitlines()[1:-1])
        answer = await reader.readexactly(int(fields["content-length"]))
        return int(head.split()[1]), fields.get("location", ""), answer

    async def listen(self, code: str) -> None:
        """Fetches the table after each event, until it is cancelled or the site ends the stream."""
        await self.connect()
        reader, writer = await self.connect()
        writer.write(self._request("GET", f"/live/p/{code}?numbers", {}))
        try:
            while line := await reader.readline():
                if line.startswith(b"data: ") and line[6:].strip().isdigit():
                    await self.ask("GET", f"/p/{code}/table")
        finally:
            self.leave()

    def leave(self) -> None:
        for _reader, writer in self.opened:
            writer.close()

    def _request(self, method: str, path: str, headers: Mapping[str, str], body: str = "") -> bytes:
        address = str(IPv4Address(FIRST_ADDRESS + self.number))
        sent = {"Host": "localhost", "X-Forwarded-For": address, **headers}
        if body:
            sent["Content-Length"] = str(len(body))
        lines = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
        return f"{method} {path} HTTP/1.1\r\n{lines}\r\n{body}".encode()


async def play(site: Site, parties: int, hours: int, speed: float) -> None:
    """A party's evening ends within the day."""
    day, chance = Day(site, speed), random.Random(SEED)
    latest = max(0, hours - 2 * LENGTH) * HOUR
    moments = sorted(chance.uniform(0, latest) for _ in range(parties))
    print(f"before: {day.kept()}", flush=True)
    evenings = [asyncio.create_task(day.evening(*each)) for each in enumerate(moments)]
    await day.report(hours)
    done, cut_off = await asyncio.wait(evenings, timeout=0)
    for evening in done:
        evening.result()
    for evening in cut_off:
        evening.cancel()
        with suppress(asyncio.CancelledError):
            await evening
    print(f"after: {len(cut_off)} evenings still played, {day.kept()}")


def main() -> None:
    parser = argparse.ArgumentParser(description="What a day of evenings leaves behind.")
    parser.add_argument("--parties", type=int, default=500)
    parser.add_argument("--hours", type=int, default=24)
    parser.add_argument("--speed", type=float, default=20, help="times as fast as a clock")
    args = arguments(parser, parties=2, hours=3, speed=1800)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with site_of_its_own() as site:
        asyncio.run(play(site, args.parties, args.hours, args.speed))


if __name__ == "__main__":
    main()
