"""Measures a tap’s cost to the server until all phones at the table show it, as ratios of one run.

One phone taps; the others hear of it by their streams of events. They paint what is only a number
and fetch the table once after a burst of taps (static/js/page/numbers.js), or else at once. They
show the whole table, or each its own player first, or each speaks another language, with the room
laid out or without. Beside them, in the same rounds, the documented way (bench/documented), whose
phones fetch the table as soon as they are told. What is compared is processor time of the server's
process. Linux only, for its clocks.

    python -m bench.table [--rounds 10] [--taps 100] [--postgresql]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import cycle, islice, takewhile, zip_longest

from bench.stage import STORY, TAPS, TOKEN, Phone, parties_on, postgresql, site_of_its_own
from bench.tap import Way, compared, cpu_seconds, documented, line, met, paired
from tests.wire import Stream
from tools.smoke import arguments

PARTIES = 20  # of one alone so many taps would be too many (tracker/web/limits.py)
EACH = 5  # taps at one party, one after the other: a burst
ROOM = "referee:room deal:10.1:9c4c3c2c5cKd4h10s7d6h"
WHOLE = ("", "", "")
OWN = ("device=1", "device=2", "device=3")
SPOKEN = ("", "language=de", "language=fr")
PAINTED, OTHERWISE, TIMES = 5, 8, 6  # ms a tap of four phones; times the documented way


@dataclass
class Table(Way):
    """`others` are the cookies of the phones that show what one phone taps."""

    others: Sequence[str] = ()
    told: bool = True  # by a stream of events
    in_room: bool = False
    burst: int = EACH  # taps until what was painted is fetched too

    def play(self, taps: int) -> None:
        spent = [self.at_one_table(code) for code in islice(cycle(self.codes), -(-taps // EACH))]
        cpu, wall = map(sum, zip(*spent, strict=True))
        self.cpu.append(cpu / len(spent) / EACH)
        self.wall.append(wall / len(spent) / EACH)

    def at_one_table(self, code: str) -> tuple[float, float]:
        """Seconds of the processor, and in all, until the last phone has what was tapped last."""
        phone, others = Phone(self.site.url), [Phone(self.site.url) for _ in self.others]
        with self.listening(code) as streams:
            cpu, wall = cpu_seconds(self.site.process.pid), time.perf_counter()
            for tap, command in enumerate(islice(cycle(TAPS), EACH), 1):
                if self.told:
                    phone.send(code, [command])
                else:
                    phone.post(f"/p/{code}/entries", [("command", command)])
                painted = [self.paints(*each) for each in zip(streams, self.others, strict=False)]
                for other, cookie, paints in zip_longest(others, self.others, painted):
                    if not paints or tap % self.burst == 0:
                        other.get(f"/p/{code}/table", Cookie=f"csrftoken={TOKEN}; {cookie}")
            return (
                cpu_seconds(self.site.process.pid) - cpu,
                time.perf_counter() - wall,
            )

    def paints(self, stream: Iterator[str], cookie: str) -> bool:
        """Whether the news is painted; what its own player’s cards leave is drawn by the site."""
        news = list(takewhile(lambda said: not said[-1].isdigit(), stream))
        numbers = news[-1] if news and "event: numbers" in news else ""
        own = f"players.{cookie.removeprefix('device=')}.hp"
        return bool(numbers) and not self.in_room and own not in numbers

    @contextmanager
    def listening(self, code: str) -> Iterator[list[Iterator[str]]]:
        with ExitStack() as opened:
            heard = self.others if self.told else ()
            streams = [Stream(self.site.url, code, query="&numbers") for _ in heard]
            lines = [iter(opened.enter_context(stream)) for stream in streams]
            for each in lines:
                next(each)
            yield lines


def main() -> None:
    parser = argparse.ArgumentParser(description="What a tap costs until all phones show it.")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--taps", type=int, default=100)
    parser.add_argument("--postgresql", action="store_true", help="in place of SQLite")
    args = arguments(parser, rounds=1, taps=5)
    with (
        postgresql() if args.postgresql else nullcontext("") as database,
        site_of_its_own(database) as ours,
        documented("application", ours, database) as stock,
    ):
        plain, laid_out = (
            parties_on(ours, PARTIES, commands.split(), database)
            for commands in (STORY, f"{STORY} {ROOM}")
        )
        reference = Table("four phones, documented way", stock, plain, others=WHOLE, told=False)
        ways = [
            Table("one phone", ours, plain),
            Table("two phones of the whole table", ours, plain, others=WHOLE[:1]),
            Table("four phones of the whole table", ours, plain, others=WHOLE),
            Table("four phones, a tap at a time", ours, plain, others=WHOLE, burst=1),
            Table("four phones, room laid out", ours, laid_out, others=WHOLE, in_room=True),
            Table("four phones of their own", ours, plain, others=OWN),
            Table("four of their own, room", ours, laid_out, others=OWN, in_room=True),
            Table("four in three languages", ours, plain, others=SPOKEN),
        ]
        compared([reference, *ways], args.rounds, args.taps)
    print(line(reference))
    for way in ways:
        times = paired(reference, way)
        print(f"{line(way)}   {times:5.2f} x the documented taps a second")
    for way, budget in ((ways[2], PAINTED), (ways[4], OTHERWISE)):
        cost, times = 1e3 * statistics.median(way.cpu), paired(reference, way)
        well = met(cost <= budget and times >= TIMES)
        print(f"budget, {way.name}: {budget} ms, {TIMES} x, {well}: {cost:.2f} ms, {times:.2f} x")


if __name__ == "__main__":
    main()
