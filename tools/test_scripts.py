"""Every script of bench/ and tools/ runs, is told of in the documents, and none is told of besides.

Scripts are found by themselves: a new one has `--help`, and `--smoke`, with which it prints its
figure after some seconds and changes no file of the product.
"""

from __future__ import annotations

import os
import shutil
import sys

import pytest

from tests import browsers
from tests.scripts import assert_prints_its_figure, assert_says_what_it_takes
from tests.servers import ROOT
from tests.site.test_docs import DOCUMENTS

MAIN = 'if __name__ == "__main__":'
FILES = [
    file
    for folder in ("bench", "tools")
    for file in sorted((ROOT / folder).rglob("*.py"))
    if MAIN in file.read_text("utf-8") and not file.name.startswith("test_")
]
SCRIPTS = [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in FILES]
IN_A_BROWSER = {"bench.paint", "bench.screenshots", "bench.soak"}
FROM_NPM = {"bench.lighthouse", "tools.number_font", "tools.picture_font"}
# These have tests of their own, which run them too.
MAKERS = ("tools.gym.", "tools.solver.", "tools.train.", "tools.programs")
RUN_HERE = [script for script in SCRIPTS if not script.startswith(MAKERS)]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="their clocks are Linux's")


@pytest.mark.parametrize("script", RUN_HERE)
def test_every_script_says_what_it_takes(script: str) -> None:
    assert_says_what_it_takes(script)


@pytest.mark.thorough
@pytest.mark.parametrize("script", RUN_HERE)
def test_every_script_runs_and_prints_its_figure(script: str) -> None:
    if "CI" not in os.environ:
        if script in FROM_NPM and not shutil.which("npm"):
            pytest.skip("needs npm")
        if script in IN_A_BROWSER and not browsers.is_here():
            pytest.skip(browsers.MISSING)
    assert_prints_its_figure(script)


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_script_is_told_of(script: str) -> None:
    name = script.removesuffix(".__main__")
    file = f"{script.replace('.', '/')}.py"
    told = [
        name in text or file in text for text in (path.read_text("utf-8") for path in DOCUMENTS)
    ]
    assert any(told)


def test_scripts_are_found() -> None:
    assert {"bench.tap", "tools.languages", "tools.gym.learn", "tools.train.__main__"} <= {*SCRIPTS}
