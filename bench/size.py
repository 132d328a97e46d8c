"""The disk space of an entry, index and all, on SQLite and on PostgreSQL.

python -m bench.size [--entries 100000]
"""

from __future__ import annotations

import argparse
from itertools import cycle, islice

import psycopg

from bench.stage import TAPS, parties_on, postgresql, site_of_its_own
from tests.servers import Site
from tools.smoke import arguments

EVENING = 400  # entries of four players in three hours
PARTIES = 10


def fill(site: Site, entries: int, database: str = "") -> None:
    commands = islice(cycle(TAPS), entries // PARTIES)
    parties_on(site, PARTIES, commands, database=database)


def show(what: str, taken: int, entries: int) -> None:
    each = taken / entries
    evenings = 10**9 / each / EVENING
    print(f"{what}: {each:.0f} bytes an entry, {evenings:,.0f} evenings a GB")


def on_sqlite(entries: int) -> None:
    with site_of_its_own() as site:
        file = site.var_dir / "scoundrel.sqlite3"
        before = file.stat().st_size
        fill(site, entries)
        site.process.terminate()  # its log of changes goes into the file
        site.process.wait(10)
        show("SQLite", file.stat().st_size - before, entries)


def on_postgresql(entries: int) -> None:
    with postgresql() as database, site_of_its_own(database) as site:
        fill(site, entries, database)
        with psycopg.connect(database) as beside:
            found = beside.execute("SELECT pg_total_relation_size('tracker_entry')").fetchone()
        show("PostgreSQL", found[0] if found else 0, entries)


def main() -> None:
    parser = argparse.ArgumentParser(description="What an entry takes on the disk.")
    parser.add_argument("--entries", type=int, default=100_000)
    entries = arguments(parser, entries=1000).entries
    on_sqlite(entries)
    on_postgresql(entries)


if __name__ == "__main__":
    main()
