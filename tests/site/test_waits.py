"""A test waits for what it needs: one that waits by the clock says why, and none is timed."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest

from tests.texts import files, name_of

WAITS = {"sleep", "wait_for_timeout"}
CLOCKS = {"time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "process_time"}

SLEEPS = "def test_it():\n    time.sleep(1)\n"
IS_TIMED = "def test_it():\n    begun = monotonic()\n    assert monotonic() - begun < 1\n"


def called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "attr", "") or getattr(node.func, "id", "")


def waits(text: str) -> list[int]:
    """The lines that wait by the clock and have no comment above them."""
    lines = text.splitlines()
    found = (node for node in ast.walk(ast.parse(text)) if called(node) in WAITS)
    places = (node.lineno for node in found if isinstance(node, ast.Call))
    return [place for place in places if not lines[place - 2].lstrip().startswith("#")]


def timed(text: str) -> list[int]:
    """The lines of assertions that read a clock."""
    asserted = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Assert))
    return [one.lineno for one in asserted if any(called(node) in CLOCKS for node in ast.walk(one))]


@pytest.mark.parametrize("faults", [waits, timed])
def test_a_test_that_waits_says_why_and_none_is_timed(faults: Callable[[str], list[int]]) -> None:
    texts = {name_of(path): path.read_text() for path in files("tests/**/*.py", "tools/**/*.py")}
    assert not {name: found for name, text in texts.items() if (found := faults(text))}


@pytest.mark.parametrize(("text", "line"), [(SLEEPS, 2), (f"{SLEEPS}    # so long\n", 2)])
def test_a_wait_without_a_reason_is_found(text: str, line: int) -> None:
    assert waits(text) == [line]


def test_a_test_that_is_timed_is_found() -> None:
    assert timed(IS_TIMED) == [3]
