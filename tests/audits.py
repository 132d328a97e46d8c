"""Judges from outside: the HTML checker of the W3C and the axe accessibility rules."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.servers import ROOT

CHECKER = ROOT / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"
# Compiles for seconds, not for hours: less than half of the CPU.
JAVA_OPTIONS = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss4m"]
CHECKER_OPTIONS = [
    "--skip-info-messages",
    "--Werror",  # warnings fail as errors do
    "--no-langdetect",  # a screen of numbers is in no language
    "--asciiquotes",
    "--filterpattern",
    ".*hx-[^ ]* not allowed.*",  # htmx’s attributes, which HTML does not know
]
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
AXE_OPTIONS = {
    "runOnly": AXE_TAGS,
    "rules": {
        "color-contrast": {"enabled": False},  # contrast.py judges it by what is drawn
        "label-content-name-mismatch": {"enabled": True},  # 2.5.3, which axe tries out still
    },
    "resultTypes": ["violations"],
}


def assert_valid_html(pages: Mapping[str, str]) -> None:
    """Whole pages, each with a name for the report. Skips without Java and npm, never in CI."""
    if not (shutil.which("java") and CHECKER.exists()):
        if "CI" in os.environ:
            pytest.fail("CI checks HTML: install Java and npm")
        pytest.skip("needs Java and npm")
    with TemporaryDirectory() as folder:
        for number, page in enumerate(pages.values()):
            Path(folder, f"{number}.html").write_text(page, encoding="utf-8")
        command = ["java", *JAVA_OPTIONS, "-jar", str(CHECKER), *CHECKER_OPTIONS, folder]
        done = subprocess.run(command, capture_output=True, text=True)
        report = done.stderr
        for number, name in enumerate(pages):
            report = report.replace(f'"file:{folder}/{number}.html"', name)
    assert done.returncode == 0, report


def assert_no_axe_violations(page: Page) -> None:
    """WCAG 2.2 AA and good practice, as far as a program can judge the page as it stands."""
    results = Axe().run(page, options=AXE_OPTIONS)
    assert results.violations_count == 0, results.generate_report()
