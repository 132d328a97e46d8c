"""Keeps what this release stores, for every later one to open: once a release,

    python -m tests.releases.record 1.1.0

makes the folder of that name beside this file, with a database and a backup.
"""

from __future__ import annotations

import gzip
import os
import sys
from pathlib import Path

import django

HERE = Path(__file__).parent


def main(name: str) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    # Both need the settings.
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client

    from tests.releases.story import Teller, tell

    folder = HERE / name
    folder.mkdir()
    call_command("migrate", verbosity=0)
    tell(Teller(Client()))
    call_command("backup", folder / "backup.gz")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(folder / "database.sqlite3")])
    whole = (folder / "database.sqlite3").read_bytes()
    (folder / "database.sqlite3.gz").write_bytes(gzip.compress(whole, mtime=0))
    (folder / "database.sqlite3").unlink()


if __name__ == "__main__":
    main(*sys.argv[1:])
