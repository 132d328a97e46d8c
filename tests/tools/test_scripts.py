"""Every script of bench/ and tools/ runs, is told of in the documents, and none is told of besides.

Scripts are found by themselves: a new one has `--help`, and `--smoke`, with which it prints its
figure after some seconds and changes no file of the product.
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys

import pytest

from tests import browsers
from tests.servers import ROOT, production
from tests.site.test_docs import DOCUMENTS

MAIN = 'if __name__ == "__main__":'
FILES = [
    file
    for folder in ("bench", "tools")
    for file in sorted((ROOT / folder).rglob("*.py"))
    if MAIN in file.read_text("utf-8")
]
SCRIPTS = [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in FILES]
IN_A_BROWSER = {"bench.paint", "bench.screenshots", "bench.soak"}
FROM_NPM = {"bench.lighthouse", "tools.number_font", "tools.picture_font"}
NEEDS = {"tools.gym.learn": "gymnasium"}  # tools/gym/requirements.txt, which CI installs

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="their clocks are Linux's")
every_script = pytest.mark.parametrize("script", SCRIPTS)


def run(script: str, argument: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """As README says, with nothing that the tests have set."""
    command = [sys.executable, "-m", script.removesuffix(".__main__"), argument]
    environment = production(DATABASE_URL="", CHROMIUM=browsers.program() or "", **variables)
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=400
    )


def need_for(script: str) -> str:
    """A tool that CI has and this machine lacks; empty where nothing is missing."""
    if script in NEEDS and not importlib.util.find_spec(NEEDS[script]):
        return NEEDS[script]
    return "g++" if script == "tools.train.__main__" and not shutil.which("g++") else ""


@every_script
def test_every_script_says_what_it_takes(script: str) -> None:
    if "CI" not in os.environ and need_for(script):
        pytest.skip(f"needs {need_for(script)}")
    done = run(script, "--help")
    assert done.returncode == 0, done.stderr
    assert "--smoke" in done.stdout


@pytest.mark.thorough
@every_script
def test_every_script_runs_and_prints_its_figure(script: str) -> None:
    if "CI" not in os.environ:
        if need_for(script) or (script in FROM_NPM and not shutil.which("npm")):
            pytest.skip(f"needs {need_for(script) or 'npm'}")
        if script in IN_A_BROWSER and not browsers.is_here():
            pytest.skip(browsers.MISSING)
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


@every_script
def test_every_script_is_told_of(script: str) -> None:
    name = script.removesuffix(".__main__")
    file = f"{script.replace('.', '/')}.py"
    told = [
        name in text or file in text for text in (path.read_text("utf-8") for path in DOCUMENTS)
    ]
    assert any(told)


def test_scripts_are_found() -> None:
    assert {"bench.tap", "tools.languages", "tools.gym.learn", "tools.train.__main__"} <= {*SCRIPTS}
