"""Scripts of bench/ and tools/, run as their users run them."""

from __future__ import annotations

import subprocess
import sys

from tests import browsers
from tests.servers import ROOT, production


def run(script: str, argument: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """As README says, with nothing that the tests have set."""
    command = [sys.executable, "-m", script.removesuffix(".__main__"), argument]
    environment = production(DATABASE_URL="", CHROMIUM=browsers.program() or "", **variables)
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=400
    )


def assert_says_what_it_takes(script: str) -> None:
    done = run(script, "--help")
    assert done.returncode == 0, done.stderr
    assert "--smoke" in done.stdout


def assert_prints_its_figure(script: str) -> None:
    """With small numbers, and it changes no file of the product."""
    before = product()
    done = run(script, "--smoke")
    assert done.returncode == 0, done.stdout + done.stderr
    assert any(letter.isdecimal() for letter in done.stdout) or "Nothing is missing" in done.stdout
    assert product() == before


def product() -> set[tuple[str, float]]:
    """The files that a script might make anew, and when they were."""
    folders = ("docs", "locale", "static", "tracker")
    found = (file for folder in folders for file in (ROOT / folder).rglob("*") if file.is_file())
    return {(str(file), file.stat().st_mtime) for file in found if file.suffix != ".pyc"}
