"""The cost of one committed tap to the server, as ratios of one run.

The real site's tap (of an outbox, one alone and 20 at once; as a form; and as htmx sends it, with
the whole table in the answer), the same tap done the documented way (bench/documented), and a view
that does nothing, each with CSRF and security middleware, on one SQLite file, or on a PostgreSQL of
its own. Rounds take turns, and what is compared is CPU time of the server's process, so that a busy
machine weighs little. With `--language` a tap on a phone in that language against one in English.
Linux only, for its clocks.

    python -m bench.tap [--rounds 10] [--taps 200] [--postgresql] [--language de]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from itertools import cycle, islice

from bench.stage import STORY, TAPS, Phone, parties_on, postgresql, site_of_its_own
from tests.servers import ROOT, Site, free_listener, production, wait_until_it_answers
from tools.smoke import arguments

BUDGET = 3  # times as many taps a second as the documented way
BATCH, SHARE = 20, 1 / 5  # so many at once take that share of a single one's time, each
PARTIES = 40  # of one alone so many taps would be too many (tracker/web/limits.py)


@dataclass
class Way:
    """One way to answer a tap; `cpu` and `wall` are seconds a tap, a value a round."""

    name: str
    site: Site
    codes: list[str]
    headers: dict[str, str] = field(default_factory=dict)
    batch: int = 0  # taps a request of the outbox; 0 is a form
    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    def play(self, taps: int) -> None:
        phone, pid = Phone(self.site.url), self.site.process.pid
        commands, codes = cycle(TAPS), cycle(self.codes)
        cpu, wall = cpu_seconds(pid), time.perf_counter()
        for _ in range(taps // max(1, self.batch)):
            self.send(phone, next(codes), list(islice(commands, max(1, self.batch))))
        self.cpu.append((cpu_seconds(pid) - cpu) / taps)
        self.wall.append((time.perf_counter() - wall) / taps)
        phone.connection.close()

    def send(self, phone: Phone, code: str, commands: list[str]) -> None:
        if self.batch:
            return phone.send(code, commands, **self.headers)
        fields = [("command", commands[0]), ("key", uuid.uuid4().hex)]
        phone.post(f"/p/{code}/entries", fields, **self.headers)
        return None


def cpu_seconds(pid: int) -> float:
    """All that a process has used so far, to the nanosecond, threads that have ended included."""
    return time.clock_gettime((~pid << 3) | 2)  # clock_getcpuclockid(3)


@contextmanager
def documented(name: str, beside: Site, database: str) -> Iterator[Site]:
    """An application of bench/documented on the files, or the database, of another site."""
    with free_listener() as found:
        port = found.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "uvicorn", f"bench.documented.site:{name}", "--port", str(port)]
        + ["--no-access-log", "--log-level", "error"],
        cwd=ROOT,
        env=production(VAR_DIR=str(beside.var_dir), DATABASE_URL=database, HTTPS=""),
    )
    site = Site(f"http://127.0.0.1:{port}", process, beside.var_dir)
    try:
        wait_until_it_answers(site)
        yield site
    finally:
        process.terminate()
        process.wait(10)


def compared(ways: list[Way], rounds: int, taps: int) -> None:
    """Rounds in turns, every other one backwards; a first one to warm up does not count."""
    for way in ways:
        way.play(taps)
        way.cpu.clear()
        way.wall.clear()
    for turn in range(rounds):
        for way in ways[:: -1 if turn % 2 else 1]:
            way.play(taps)


def paired(own: Way, other: Way) -> float:
    """How many times the CPU time of the other one this one takes, round by round."""
    return statistics.median(a / b for a, b in zip(own.cpu, other.cpu, strict=True))


def line(way: Way) -> str:
    cpu, wall = statistics.median(way.cpu), statistics.median(way.wall)
    return f"{way.name:30} {cpu * 1e3:6.2f} ms CPU {wall * 1e3:7.2f} ms in all"


def against_the_documented_way(rounds: int, taps: int, database: str) -> None:
    with (
        site_of_its_own(database) as ours,
        documented("application", ours, database) as stock,
        documented("lean", ours, database) as lean,
    ):
        codes = parties_on(ours, PARTIES, STORY.split(), database)
        ways = single, twenty, form, htmx, reference, *_empty = (
            Way("tap, outbox", ours, codes, batch=1),
            Way(f"tap, outbox, {BATCH} at once", ours, codes, batch=BATCH),
            Way("tap, form", ours, codes),
            Way("tap, htmx, whole table", ours, codes, {"HX_Request": "true"}),
            Way("tap, documented way", stock, codes),
            Way("empty view, documented way", stock, ["empty"]),
            Way("empty view, as we serve", lean, ["empty"]),
        )
        compared(list(ways), rounds, taps)
    for way in ways:
        print(f"{line(way)}   {paired(reference, way):5.2f} x the documented taps a second")
    for way in (single, form, htmx):
        ratio = paired(reference, way)
        print(f"budget, {way.name}: at least {BUDGET} x, {met(ratio >= BUDGET)}: {ratio:.2f} x")
    share = paired(twenty, single)
    print(f"budget, {twenty.name}: {SHARE} of one alone, {met(share <= SHARE)}: {share:.2f}")


def met(well: bool) -> str:
    return "met" if well else "NOT met"


def in_two_languages(language: str, rounds: int, taps: int) -> None:
    with site_of_its_own() as ours:
        codes = parties_on(ours, PARTIES, STORY.split())
        pairs = [
            [
                Way(f"{name}, {spoken}", ours, codes, {"Accept_Language": spoken, **asks}, batch)
                for spoken in (language, "en")
            ]
            for name, asks, batch in (
                ("tap, outbox", {}, 1),
                ("tap, form", {}, 0),
                ("tap, htmx, whole table", {"HX_Request": "true"}, 0),
            )
        ]
        compared([way for pair in pairs for way in pair], rounds, taps)
    for translated, english in pairs:
        print(line(english))
        print(f"{line(translated)}   {paired(translated, english):5.2f} x the cost in English")


def main() -> None:
    parser = argparse.ArgumentParser(description="What one committed tap costs the server.")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--taps", type=int, default=200)
    parser.add_argument("--postgresql", action="store_true", help="in place of SQLite")
    parser.add_argument("--language", help="of a phone whose taps are compared, as de")
    args = arguments(parser, rounds=1, taps=20)
    if args.language:
        in_two_languages(args.language, args.rounds, args.taps)
    else:
        with postgresql() if args.postgresql else nullcontext("") as database:
            against_the_documented_way(args.rounds, args.taps, database)


if __name__ == "__main__":
    main()
