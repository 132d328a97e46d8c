#!/usr/bin/env python3
"""What one committed tap costs the server, as ratios of one run.

The real site's tap (form, and htmx with the whole table in the answer), the same tap done the
documented way, and a view that does nothing: each behind uvicorn in a process of its own, on
SQLite files of their own, with CSRF and security middleware. Rounds are interleaved, and CPU time
of the server process is what is compared, so neighbours on the machine weigh little.

    python -m bench.tap [--rounds 8] [--taps 100]
"""

from __future__ import annotations

import argparse
import http.client
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOKEN = "x" * 32
SETUP = """
import django; django.setup()
from django.core.management import call_command
from tracker.rules.party import new_party
from tracker.services.party import party_create
call_command("migrate", verbosity=0)
call_command("collectstatic", verbosity=0, interactive=False)
print(party_create(state=new_party(("Mara", "Odo", "Pell", "Rook"))))
"""


@dataclass
class Contender:
    """One way to answer a tap; `cpu` and `wall` collect seconds a request, a value a round."""

    name: str
    application: str
    path: str = "/p/{code}/entries"
    headers: dict[str, str] = field(default_factory=dict)
    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)


CONTENDERS = [
    Contender("tap, form", "scoundrel_web.asgi:application"),
    Contender("tap, htmx", "scoundrel_web.asgi:application", headers={"HX-Request": "true"}),
    Contender("tap, documented way", "bench.documented.site:application"),
    Contender("empty view, documented way", "bench.documented.site:application", "/empty"),
    Contender("empty view, as we serve", "bench.documented.site:lean", "/empty"),
]


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def served(contender: Contender, port: int) -> Iterator[Callable[[int], None]]:
    """Serves it; the function made does that many taps and notes what they cost."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "VAR_DIR": folder, "DJANGO_SETTINGS_MODULE": "scoundrel_web.settings"}
        done = subprocess.run(
            [sys.executable, "-c", SETUP], cwd=ROOT, env=env, check=True, capture_output=True
        )
        path = contender.path.format(code=done.stdout.decode().strip())
        command = [sys.executable, "-m", "uvicorn", contender.application]
        options = ["--port", str(port), "--no-access-log", "--log-level", "error"]
        process = subprocess.Popen([*command, *options], cwd=ROOT, env=env)
        try:
            connection = connected(port)
            yield lambda taps: measure(contender, connection, path, process.pid, taps)
        finally:
            process.terminate()
            process.wait(10)


def connected(port: int) -> http.client.HTTPConnection:
    for _ in range(200):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            connection.connect()
        except OSError:
            time.sleep(0.1)
        else:
            return connection
    raise SystemExit("A server did not start.")


def measure(
    contender: Contender, connection: http.client.HTTPConnection, path: str, pid: int, taps: int
) -> None:
    cpu, wall = cpu_seconds(pid), time.perf_counter()
    for turn in range(taps):
        step = "-1" if turn % 2 else "+1"
        fields = {"command": f"hp:{turn % 4}:{step}", "csrfmiddlewaretoken": TOKEN}
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"csrftoken={TOKEN}",
            **contender.headers,
        }
        connection.request("POST", path, urllib.parse.urlencode(fields), headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status >= 400:
            raise SystemExit(f"{contender.name} answered {answer.status}")
    contender.cpu.append((cpu_seconds(pid) - cpu) / taps)
    contender.wall.append((time.perf_counter() - wall) / taps)


def report() -> None:
    reference = CONTENDERS[2]
    for contender in CONTENDERS:
        cpu, wall = statistics.median(contender.cpu), statistics.median(contender.wall)
        pairs = zip(reference.cpu, contender.cpu, strict=True)
        ratio = statistics.median(slow / max(own, 1e-9) for slow, own in pairs)
        print(
            f"{contender.name:28} {cpu * 1e3:6.2f} ms CPU {wall * 1e3:6.2f} ms wall"
            f"   {ratio:5.2f} x as many a second as the documented tap"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--taps", type=int, default=100)
    given = parser.parse_args()
    with ExitStack() as servers:
        taps = [
            servers.enter_context(served(contender, 21_000 + turn))
            for turn, contender in enumerate(CONTENDERS)
        ]
        for turn in range(given.rounds + 1):
            for tap in taps:
                tap(given.taps)
            if turn == 0:
                for contender in CONTENDERS:  # a warm-up round
                    contender.cpu.clear()
                    contender.wall.clear()
    report()


if __name__ == "__main__":
    main()
