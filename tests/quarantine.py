"""Tests known to fail by chance: each still runs and is printed, for a fortnight at most."""

from __future__ import annotations

import datetime
import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.servers import ROOT

FILE = Path(__file__).with_suffix(".json")
LONGEST = datetime.timedelta(days=14)


@dataclass(frozen=True)
class Case:
    test: str
    """Its node id, with or without its parameters."""
    reason: str
    owner: str
    """The file with the race, which whoever changes it next ends."""
    date: str
    """The day it came here, as 2026-11-24."""

    def covers(self, node: str) -> bool:
        return self.test in (node, node.partition("[")[0])

    def faults(self, today: datetime.date) -> list[str]:
        found = [f"there is no {name}" for name in (self.owner, file_of(self.test)) if gone(name)]
        if today - datetime.date.fromisoformat(self.date) > LONGEST:
            found.append(f"it has been here since {self.date}: find the race")
        return [*found, *(["it has no reason"] if not self.reason else [])]


def file_of(node: str) -> str:
    return node.partition("::")[0]


def gone(name: str) -> bool:
    return not (ROOT / name).is_file()


def cases(text: str, today: datetime.date) -> list[Case]:
    """The cases of the file; a UsageError, which ends the run, tells what is wrong with them."""
    found = [Case(**entry) for entry in json.loads(text)]
    wrong = [f"{case.test}: {fault}" for case in found for fault in case.faults(today)]
    if wrong:
        raise pytest.UsageError("\n".join([f"{FILE.name}:", *wrong]))
    return found


def tolerate(items: list[pytest.Item], known: list[Case]) -> None:
    for item in items:
        for case in known:
            if case.covers(item.nodeid):
                reason = f"{case.reason} ({case.owner}, since {case.date})"
                item.add_marker(pytest.mark.xfail(reason=reason, strict=False))


def told(reporter: pytest.TerminalReporter) -> list[str]:
    """A line for each tolerated test that was run, whatever came of it."""
    reports = [*reporter.getreports("xfailed"), *reporter.getreports("xpassed")]
    return [f"tolerated: {report.nodeid} - {report.wasxfail}" for report in reports]
