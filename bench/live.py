"""The cost of listening phones to a process, and how soon they hear of a commit.

Idle phones: memory of one process with so many live streams open. Events: with so many connected,
the time from a commit to its event on another phone, and to the tap's own answer. Loopback only.
Linux only.

    python -m bench.live [--phones 10000] [--connected 1000] [--taps 1000]
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import time
from ipaddress import IPv4Address
from pathlib import Path
from urllib.parse import urlsplit

from bench.stage import JSON, batch, parties_on, site_of_its_own
from tests.servers import Site
from tools.smoke import arguments

PARTIES = 50
FIRST_ADDRESS = int(IPv4Address("10.0.0.1"))
AT_ONCE = 100  # connections that are being opened
MOST_MEMORY, MOST_EACH, SLOWEST = 200, 12, 3  # MB of 10,000 phones, KB of one, ms of an event

# `manage.py` that also prints the moment of each commit of a party: time, party, revision.
TELLING_COMMITS = """
import os, time
os.environ["DJANGO_SETTINGS_MODULE"] = "scoundrel_web.settings"
import django, manage
django.setup()
from tracker.services.news import subscribe
subscribe(lambda party, revision, _: print("committed", time.time(), party, revision, flush=True))
manage.main()
"""

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def memory(site: Site) -> int:
    """KB that the process keeps in memory."""
    status = Path(f"/proc/{site.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


async def connected(site: Site) -> Connection:
    found = urlsplit(site.url)
    return await asyncio.open_connection(found.hostname, found.port)


async def listening(site: Site, code: str, number: int) -> Connection:
    """A phone with an address of its own: one has only so many streams."""
    reader, writer = await connected(site)
    lines = ("Host: localhost", f"X-Forwarded-For: {IPv4Address(FIRST_ADDRESS + number)}", "\r\n")
    writer.write("\r\n".join((f"GET /live/p/{code}?after=0 HTTP/1.1", *lines)).encode())
    await reader.readuntil(b":\n\n")
    return reader, writer


async def phones(site: Site, codes: list[str], number: int) -> list[Connection]:
    connections: list[Connection] = []
    while len(connections) < number:
        some = range(len(connections), min(number, len(connections) + AT_ONCE))
        connections += await asyncio.gather(*(listening(site, codes[n % PARTIES], n) for n in some))
    return connections


async def idle(site: Site, number: int) -> None:
    codes = parties_on(site, PARTIES)
    before = memory(site)
    connections = await phones(site, codes, number)
    await asyncio.sleep(2)
    after = memory(site)
    each = (after - before) / number
    print(f"{number:,} idle phones: {after / 1024:.0f} MB in all (budget {MOST_MEMORY} for 10,000)")
    print(f"    {each:.1f} KB each (budget {MOST_EACH}); {before / 1024:.0f} MB without them")
    for _reader, writer in connections:
        writer.close()


def tap(writer: asyncio.StreamWriter, code: str, text: str) -> None:
    """Sends it as an outbox does."""
    body = batch([text])
    head = {**JSON, "Host": "localhost", "Content-Length": str(len(body))}
    lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
    writer.write(f"POST /p/{code}/entries HTTP/1.1\r\n{lines}\r\n{body}".encode())


async def answered(reader: asyncio.StreamReader) -> tuple[bool, float]:
    """Whether the site took it, and when the answer had come."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0]
    await reader.readexactly(int(length))
    return head.split()[1] == b"200", time.time()


async def heard(reader: asyncio.StreamReader, revision: int) -> float:
    await reader.readuntil(b"data: %d\n\n" % revision)
    return time.time()


def committed(site: Site) -> list[float]:
    lines = [line.split() for line in site.log.splitlines()]
    return [float(line[1]) for line in lines if line[0] == "committed"]


def line(what: str, late: list[float]) -> str:
    late = sorted(late)
    median, p99 = late[len(late) // 2] * 1000, late[len(late) * 99 // 100] * 1000
    return f"    {what:20} median {median:.2f} ms, p99 {p99:.2f} ms"


async def events(site: Site, number: int, taps: int) -> None:
    codes = parties_on(site, PARTIES)
    connections = await phones(site, codes, number)
    reader, writer = await connected(site)
    moments = []
    for turn in range(taps):
        party, revision = turn % PARTIES, turn // PARTIES + 1
        tap(writer, codes[party], "hp:0:-1")
        listened = heard(connections[party][0], revision)
        moments.append(await asyncio.gather(answered(reader), listened))
        await asyncio.sleep(0.005)
    timed = zip(committed(site), moments, strict=True)
    answers, news = zip(*((done - at, event - at) for at, ((_, done), event) in timed), strict=True)
    print(f"{number:,} connected, {taps:,} taps, from the commit to")
    print(line("its answer", list(answers)))
    print(line("its event elsewhere", list(news)), f"(budget {SLOWEST})")
    for _reader, other in (*connections, (reader, writer)):
        other.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="What phones that listen cost.")
    parser.add_argument("--phones", type=int, default=10_000)
    parser.add_argument("--connected", type=int, default=1000)
    parser.add_argument("--taps", type=int, default=1000)
    args = arguments(parser, phones=PARTIES, connected=PARTIES, taps=PARTIES)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with site_of_its_own() as site:
        asyncio.run(idle(site, args.phones))
    with site_of_its_own(by=("-c", TELLING_COMMITS, "serve")) as site:
        asyncio.run(events(site, args.connected, args.taps))


if __name__ == "__main__":
    main()
