"""Phones' own scripts, the site's own code, virtual time: every tap counts, once, in its order.

What is played is decided by a seed that each run prints; CONTRIBUTING.md says how to repeat it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys

import pytest

from tests.servers import ROOT

DOM = ROOT / "node_modules" / "@mixmark-io" / "domino"
ENOUGH = pytest.mark.skipif(
    "CI" not in os.environ and not (shutil.which("node") and DOM.exists()),
    reason="Node and its packages are missing: install npm, then python3 run.py check",
)
pytestmark = [pytest.mark.postgresql, ENOUGH]

DATABASE = os.environ.get("TEST_DATABASE", "sqlite")
IN_CI = {"sqlite": 95_000, "postgresql": 5_000}
TAPS = IN_CI[DATABASE] if "CI" in os.environ else 1_000


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.simulation", *arguments]
    kept = {name: text for name, text in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    return subprocess.run(
        command, cwd=ROOT, env={**kept, **environment}, capture_output=True, text=True
    )


def played(*arguments: str, **environment: str) -> str:
    """Returns what an evening, or a night of them, has printed. The same seed prints the same."""
    done = run(*arguments, **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.timeout(3600)
def test_every_tap_counts_once_and_in_its_order() -> None:
    print(played("--seed", os.environ["FUZZ_SEED"], "--taps", str(TAPS)))


@pytest.mark.nightly
@pytest.mark.timeout(7200)
def test_every_tap_of_a_long_night_counts_once_and_in_its_order() -> None:
    print(played("--taps", "1000000"))


def test_the_same_seed_gives_the_same_evening_in_every_process_and_time_zone() -> None:
    places = [
        {"PYTHONHASHSEED": "1", "TZ": "Asia/Kathmandu"},
        {"PYTHONHASHSEED": "2", "TZ": "America/Los_Angeles"},
    ]
    first, second = (
        re.search(r"trace (\w+)", played("--seed", "7", "--taps", "300", **place))
        for place in places
    )
    assert first
    assert second
    assert first[1] == second[1]


def test_a_phone_that_counts_while_a_backup_is_restored_shows_what_that_has() -> None:
    steps = [
        {"at": 100, "phone": 0, "verb": "backup"},
        {"at": 200, "phone": 1, "verb": "tap", "value": "hp:1:-1", "times": 12, "wait": 100},
        {"at": 5000, "phone": 0, "verb": "restore", "pause": 100},
        {"at": 7700, "phone": 0, "verb": "hold", "value": "hp:0:-1", "ms": 1000},
    ]
    played("--taps", "1", "--story", json.dumps({"phones": 2, "rounds": [steps]}))


@pytest.mark.parametrize("counts", [0, 1])
def test_a_restored_log_of_the_same_length_is_shown(counts: int) -> None:
    """One phone makes it as long again before the other, which counts or not, has asked."""
    steps = [
        {"at": 100, "phone": 0, "verb": "backup"},
        {"at": 200, "phone": 1, "verb": "tap", "value": "hp:1:-1", "times": 6, "wait": 100},
        {"at": 5000, "phone": 0, "verb": "restore", "pause": 100},
        {"at": 5110, "phone": 0, "verb": "tap", "value": "hp:0:-1", "times": 6, "wait": 60},
    ]
    if counts:
        steps[3]["times"] = 5
        steps.append(
            {"at": 5300, "phone": 1, "verb": "tap", "value": "hp:1:-1", "times": 1, "wait": 100}
        )
    played("--taps", "1", "--story", json.dumps({"phones": 2, "rounds": [steps]}))


def test_a_stream_that_comes_back_after_a_restore_tells_of_it() -> None:
    """Its phone has learned of its revision by its own answer alone."""
    steps = [
        {"at": 3067, "phone": 1, "verb": "restart", "pause": 3139},
        {"at": 4009, "phone": 1, "verb": "tap", "value": "hp:1:-1", "times": 6, "wait": 172},
        {"at": 5763, "phone": 1, "verb": "backup"},
        {"at": 8516, "phone": 1, "verb": "restore", "pause": 2753},
        {"at": 8754, "phone": 1, "verb": "network"},
    ]
    story = json.dumps({"phones": 2, "rounds": [[], [], steps]})
    played("--taps", "1", "--only", "24ec2828.29", "--story", story)


def test_a_page_that_comes_while_a_backup_is_restored_shows_what_that_has() -> None:
    """Its scripts come later than another tab has learned of it."""
    rounds = [
        [
            {"at": 8645, "phone": 0, "verb": "fault", "fault": "late"},
            {"at": 9076, "phone": 0, "verb": "backup"},
            {"at": 10238, "phone": 0, "verb": "tab"},
        ],
        [
            {"at": 359, "phone": 0, "verb": "tap", "value": "hp:0:+1", "times": 9, "wait": 112},
            {"at": 3831, "phone": 0, "verb": "tap", "value": "hp:0:-1", "times": 9, "wait": 137},
            {"at": 7147, "phone": 1, "verb": "restart", "pause": 829},
            {"at": 8059, "phone": 1, "verb": "hold", "value": "hp:1:-1", "ms": 3269},
        ],
        [
            {"at": 1332, "phone": 1, "verb": "kill", "statement": 1, "pause": 4197},
            {"at": 1451, "phone": 0, "verb": "reload"},
            {"at": 1931, "phone": 1, "verb": "restore", "pause": 2925},
        ],
    ]
    story = json.dumps({"phones": 2, "rounds": rounds})
    played("--taps", "1", "--only", "fa5e5e63.122", "--story", story)


def test_a_finger_that_comes_down_in_the_moment_of_another_holds_its_own_tap() -> None:
    """It becomes a scroll once the other is lifted, which takes its tap back unsent."""
    taps = {"at": 994, "phone": 0, "verb": "tap", "value": "floor:+1", "times": 12, "wait": 198}
    scroll = {"at": 1786, "phone": 0, "verb": "scroll", "value": "hp:0:-1", "ms": 314}
    story = json.dumps({"phones": 1, "rounds": [[], [], [taps, scroll]]})
    played("--taps", "1", "--only", "11.21", "--story", story)
