"""What one committed tap costs the server, as ratios of one run.

The real site's tap (as a form, and as htmx sends it, with the whole table in the answer), the same
tap done the documented way (bench/documented), and a view that does nothing, each with CSRF and
security middleware, on one SQLite file. Rounds take turns, and what is compared is CPU time of the
server's process, so that a busy machine weighs little. With `--history` it is the real site's form
tap at logs of several lengths instead. Linux only, for its clocks.

    python -m bench.tap [--rounds 10] [--taps 200] [--history 10,100000]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle, islice

from bench.stage import STORY, Phone, site_of_its_own
from tests.servers import ROOT, Site, free_listener, production, wait_until_it_answers

BUDGET = 3  # times as many taps a second as the documented way
# Down first, so that no step is lost at 20 hit points.
TAPS = tuple(f"hp:{number}:{step}" for step in ("-1", "+1") for number in range(4))


@dataclass
class Way:
    """One way to answer a tap; `cpu` and `wall` are seconds a request, a value a round."""

    name: str
    site: Site
    path: str
    headers: dict[str, str] = field(default_factory=dict)
    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    def play(self, taps: int) -> None:
        phone, pid = Phone(self.site.url), self.site.process.pid
        cpu, wall = cpu_seconds(pid), time.perf_counter()
        for command in islice(cycle(TAPS), taps):
            fields = [("command", command), ("key", uuid.uuid4().hex)]
            phone.post(self.path, fields, **self.headers)
        self.cpu.append((cpu_seconds(pid) - cpu) / taps)
        self.wall.append((time.perf_counter() - wall) / taps)
        phone.connection.close()


def cpu_seconds(pid: int) -> float:
    """All that a process has used so far, to the nanosecond, threads that have ended included."""
    return time.clock_gettime((~pid << 3) | 2)  # clock_getcpuclockid(3)


@contextmanager
def documented(name: str, beside: Site) -> Iterator[Site]:
    """An application of bench/documented on the files of another site."""
    with free_listener() as found:
        port = found.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "uvicorn", f"bench.documented.site:{name}", "--port", str(port)]
        + ["--no-access-log", "--log-level", "error"],
        cwd=ROOT,
        env=production(VAR_DIR=str(beside.var_dir), DATABASE_URL="", HTTPS=""),
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


def against_the_documented_way(rounds: int, taps: int) -> None:
    with (
        site_of_its_own() as ours,
        documented("application", ours) as stock,
        documented("lean", ours) as lean,
    ):
        tables = [Phone(ours.url).new_party(STORY.split()) for _ in range(3)]
        form, htmx, reference, *empty = (
            Way("tap, form", ours, f"{tables[0]}entries"),
            Way("tap, htmx, whole table", ours, f"{tables[1]}entries", {"HX_Request": "true"}),
            Way("tap, documented way", stock, f"{tables[2]}entries"),
            Way("empty view, documented way", stock, "/"),
            Way("empty view, as we serve", lean, "/"),
        )
        compared([form, htmx, reference, *empty], rounds, taps)
    for way in (form, htmx, reference, *empty):
        print(f"{line(way)}   {paired(reference, way):5.2f} x the documented taps a second")
    for way in (form, htmx):
        ratio = paired(reference, way)
        verdict = "met" if ratio >= BUDGET else "NOT met"
        print(f"budget, {way.name}: at least {BUDGET} x, {verdict}: {ratio:.2f} x")


def at_logs_of(lengths: list[int], rounds: int, taps: int) -> None:
    with site_of_its_own() as ours:
        ways = []
        for length in lengths:
            table = Phone(ours.url).new_party(islice(cycle(TAPS), length))
            ways.append(Way(f"tap, log of {length:,} entries", ours, f"{table}entries"))
        compared(ways, rounds, taps)
    print(f"Each log grows by {taps} entries a round.")
    for way in ways:
        print(f"{line(way)}   {paired(way, ways[0]):5.2f} x the cost at {lengths[0]:,}")


def main() -> None:
    parser = argparse.ArgumentParser(description="What one committed tap costs the server.")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--taps", type=int, default=200)
    parser.add_argument("--history", help="lengths of logs with commas between, as 10,100000")
    given = parser.parse_args()
    if given.history:
        at_logs_of([int(length) for length in given.history.split(",")], given.rounds, given.taps)
    else:
        against_the_documented_way(given.rounds, given.taps)


if __name__ == "__main__":
    main()
