"""Starts the driver of simulated evenings and serves it."""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import secrets
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.management import call_command
from django.db import connection

from scoundrel_web.static_packs import PACKS, joined
from tests.databases import fresh
from tests.simulation.house import House
from tests.simulation.planted import BY_NAME, STATIC

DRIVER = Path(__file__).parent / "driver" / "main.mjs"
# They read aloud, share and look: they neither keep nor send anything of the table.
LEFT_OUT = re.compile(r"js/page/(voice|reading|share|clock)\.js")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default=secrets.token_hex(4), help="decides everything")
    parser.add_argument("--only", default="", help="the seed of one evening")
    parser.add_argument("--story", default="", help="what happens on that evening, as JSON")
    parser.add_argument("--taps", type=int, default=3_000)
    parser.add_argument("--fault", choices=BY_NAME, help="one of planted.py, which should be found")
    parser.add_argument("--tries", type=int, default=150, help="to tell what is wrong more shortly")
    parser.add_argument("--trace", type=Path, help="a file for all that happens")
    arguments = parser.parse_args()
    sys.exit(play({**vars(arguments), "trace": str(arguments.trace or "")}))


def play(wanted: dict[str, Any]) -> int:
    """The driver's exit code: 1 where something went wrong, which it prints."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        use_own_database()
        call_command("migrate", verbosity=0)
        spoiled = BY_NAME[wanted["fault"]].plant() if wanted["fault"] else {}
        packs = folder / "packs.json"
        packs.write_text(json.dumps(packs_of(spoiled)))
        house = House(folder)
        opened.enter_context(house.opened())
        questions, answers = os.pipe(), os.pipe()
        told = json.dumps({**wanted, "packs": str(packs)})
        driver = subprocess.Popen(
            ["node", "--max-semi-space-size=64", str(DRIVER), told],  # pages are soon garbage
            pass_fds=(questions[1], answers[0]),
            env={**os.environ, "ASK": str(questions[1]), "HEAR": str(answers[0])},
        )
        os.close(questions[1])
        os.close(answers[0])
        with os.fdopen(questions[0]) as asked, os.fdopen(answers[1], "w") as answered:
            house.serve(asked, answered)
        code = driver.wait()
        print(f"{processor_seconds():.0f} s of one core", flush=True)
        return code


def packs_of(spoiled: dict[str, str]) -> dict[str, str]:
    """The packs of scripts by their names; `spoiled` are modules with a fault in them."""

    def read(name: str) -> str:
        return "" if LEFT_OUT.match(name) else spoiled.get(name) or (STATIC / name).read_text()

    return {pack: joined(pack, read) for pack in PACKS if pack.endswith(".js")}


def use_own_database() -> None:
    """On PostgreSQL; that of SQLite is this process's own anyway."""
    if address := fresh(f"simulated{os.getpid()}"):
        connection.settings_dict["NAME"] = urlsplit(address).path[1:]


def processor_seconds() -> float:
    of = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(u.ru_utime + u.ru_stime for u in map(resource.getrusage, of))
