"""How long a party's phones wait, alone and beside neighbours that are much work.

Phones of eight parties tap: with nobody else there; beside three games of Shiphead, in each of
which a script plays against three strong computers; and beside a party of 20,000 entries whose last
player falls and gets up again. The three take turns, on SQLite and on PostgreSQL, and what counts
is p99 beside the neighbours over p99 alone. With `--against` the same is asked of another checkout
of the site in the same run, round by round. Phones, scripts, site and database share this
machine's cores. Linux only.

    python -m bench.neighbours [--rounds 3] [--taps 40] [--against FOLDER] [--smoke]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle
from multiprocessing import get_context
from multiprocessing.synchronize import Event, Semaphore
from pathlib import Path

from bench.live import answered, connected, tap
from bench.stage import PLAIN, TAPS, Phone, postgresql
from tests.opponent import Opponent
from tests.servers import ROOT, Site, production, production_site

BUDGET = 1.5  # p99 beside neighbours over p99 alone
PHONES = 8
FINGER = 0.25  # seconds between two taps, on the average
GAMES = 3
WARM = 3  # moves of a game before taps are timed: the site has started its process that thinks
ENTRIES = 20_000
LONG_PARTY = """
from django.utils import timezone
from tracker import models
from tracker.rules.table.room.changes import flat
from tracker.rules.table.state.party import new_party
from tracker.services.party.ledger import STRIDE
from tracker.services.party.parties import party_create
code = party_create(state=new_party(("Mara",)))
party, now, state = models.Party.objects.get(code=code), timezone.now(), flat(new_party(("Mara",)))
steps = (("hp:0:-1", [20, 19]), ("hp:0:+1", [19, 20]))
models.Entry.objects.bulk_create((
    models.Entry(party=party, number=number, key=f"k{{number}}", text=steps[number % 2 - 1][0],
        changes={{"players.0.hp": steps[number % 2 - 1][1]}}, created=now,
        state=state if number % STRIDE == 0 else None)
    for number in range(1, {entries} + 1)), batch_size=1000)
models.Party.objects.filter(pk=party.pk).update(revision={entries})
print(code)
"""


@dataclass
class Version:
    """A running site of one checkout; `waits` are seconds of each tap, by what was beside it."""

    name: str
    site: Site
    codes: list[str]
    long: str
    waits: dict[str, list[float]] = field(default_factory=dict)
    refused: int = 0

    def p99(self, beside: str) -> float:
        waits = sorted(self.waits[beside])
        return 1000 * waits[len(waits) * 99 // 100]

    def line(self, beside: str) -> str:
        waits = sorted(self.waits[beside])
        median, most = (1000 * waits[place] for place in (len(waits) // 2, -1))
        figures = f"p50 {median:.1f}, p99 {self.p99(beside):.1f}, at most {most:.1f} ms"
        if beside == ALONE:
            return f"    {beside:28} {figures}"
        ratio = self.p99(beside) / self.p99(ALONE)
        return f"    {beside:28} {figures}; p99 {ratio:.2f} times that alone (budget {BUDGET})"


def start(started: ExitStack, name: str, folder: Path, database: str) -> Version:
    plain = PLAIN | {"DATABASE_URL": database}
    var = Path(started.enter_context(tempfile.TemporaryDirectory()))
    by = (str(folder / "manage.py"), "serve")
    site = started.enter_context(production_site(var, by, **plain))
    phone = Phone(site.url)
    codes = [phone.post("/new", [("players", "4")]).split("/")[2] for _ in range(PHONES)]
    made = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v0"],
        cwd=folder,
        env=production(**plain, VAR_DIR=str(var)),
        input=LONG_PARTY.format(entries=ENTRIES),
        capture_output=True,
        text=True,
    )
    if made.returncode:
        sys.exit(made.stderr)
    return Version(name, site, codes, made.stdout.strip())


async def phone(version: Version, code: str, taps: int, beside: str) -> None:
    reader, writer = await connected(version.site)
    for turn in range(taps):
        await asyncio.sleep(FINGER * 2 * random.random())
        began = time.time()
        tap(writer, code, TAPS[turn % len(TAPS)])
        taken, ended = await answered(reader)
        version.refused += not taken
        version.waits.setdefault(beside, []).append(ended - began)
    writer.close()


async def phones(version: Version, taps: int, beside: str) -> None:
    await asyncio.gather(*(phone(version, code, taps, beside) for code in version.codes))


@contextmanager
def nobody(_version: Version) -> Iterator[None]:
    yield


@contextmanager
def games(version: Version) -> Iterator[None]:
    with apart(GAMES, play_games, version.site.url):
        yield


def play_games(plays: Semaphore, over: Event, url: str) -> None:
    opponent = Opponent(url)
    for _ in range(WARM):
        opponent.step()
    plays.release()
    opponent.play(over)


@contextmanager
def fall_and_rise(version: Version) -> Iterator[None]:
    with apart(1, play_long_party, version.site.url, version.long):
        yield


def play_long_party(plays: Semaphore, over: Event, url: str, code: str) -> None:
    other = Phone(url)
    plays.release()
    for text in cycle(("hp:0:=0", "hp:0:=20")):
        if over.wait(FINGER):
            return
        with suppress(SystemExit):  # the site had too much to do
            other.send(code, [text])


@contextmanager
def apart(count: int, play: Callable[..., None], *about: str) -> Iterator[None]:
    """Neighbours have processes of their own: in this one they would delay what it measures."""
    processes = get_context("spawn")
    plays, over = processes.Semaphore(0), processes.Event()
    playing = [processes.Process(target=play, args=(plays, over, *about)) for _ in range(count)]
    for each in playing:
        each.start()
    if not all(plays.acquire(timeout=60) for _ in playing):
        sys.exit("A neighbour has not begun to play.")
    yield
    over.set()
    for each in playing:
        each.join()
    if any(each.exitcode for each in playing):
        sys.exit("A neighbour has failed.")


ALONE = "alone"
BESIDE = {
    ALONE: nobody,
    "beside three games": games,
    "beside a party of 20,000": fall_and_rise,
}


def measure(folders: dict[str, Path], databases: Sequence[str], rounds: int, taps: int) -> None:
    with ExitStack() as started:
        versions = [
            start(started, name, folder, database)
            for (name, folder), database in zip(folders.items(), databases, strict=True)
        ]
        for _ in range(rounds):
            for beside, neighbours in BESIDE.items():
                for version in versions:
                    with neighbours(version):
                        asyncio.run(phones(version, taps, beside))
        for version in versions:
            print(f"{version.name}, {version.refused} taps refused")
            for beside in BESIDE:
                print(version.line(beside), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="A party's taps beside much work of others.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--taps", type=int, default=40, help="of each phone in a round")
    parser.add_argument("--against", type=Path, help="another checkout of the site")
    parser.add_argument("--smoke", action="store_true", help="a few seconds, on SQLite alone")
    args = parser.parse_args()
    folders = {"this checkout": ROOT}
    if args.against:
        folders = {str(args.against): args.against.resolve(), **folders}
    rounds, taps = (1, 5) if args.smoke else (args.rounds, args.taps)
    print("SQLite")
    measure(folders, [""] * len(folders), rounds, taps)
    if not args.smoke:
        print("PostgreSQL")
        with ExitStack() as started:
            databases = [started.enter_context(postgresql()) for _ in folders]
            measure(folders, databases, rounds, taps)


if __name__ == "__main__":
    main()
