"""The hall of runs: the finished runs of a party, or of a browser's parties, the best first."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import StringIO
from typing import Any

from django.utils.translation import pgettext

from tracker.boards.words.clock import clock_text, day_text
from tracker.boards.words.names import distance_text, players_text
from tracker.services.party.runs import EXPORTED, FALLEN, PAGE, WON, RunNote

SUMS = tuple("=+-@\t\r")  # with which a spreadsheet begins to reckon


@dataclass(frozen=True)
class RunRow:
    """One run on the list; `number` leads to its story."""

    code: str
    number: int
    record: str
    people: str
    day: str
    moment: str
    time: str
    ending: str
    best: bool


@dataclass(frozen=True)
class HallBoard:
    """`more` is how many runs stand before the next page, None on the last."""

    rows: tuple[RunRow, ...]
    more: int | None


def hall_board(runs: Sequence[RunNote], skip: int) -> HallBoard:
    """A page of the runs, which begins after `skip` others, and perhaps one more."""
    rows = tuple(_row(run, best=place == 0) for place, run in enumerate(runs[:PAGE], skip))
    return HallBoard(rows, skip + PAGE if len(runs) > PAGE else None)


def as_csv(runs: Sequence[Mapping[str, Any]]) -> str:
    """A line each for a spreadsheet, which would take a name that begins with = for a sum.

    Excel reads UTF-8 only after a byte order mark.
    """
    file = StringIO()
    file.write("\N{ZERO WIDTH NO-BREAK SPACE}")
    lines = csv.DictWriter(file, EXPORTED)
    lines.writeheader()
    lines.writerows({name: _cell(value) for name, value in run.items()} for run in runs)
    return file.getvalue()


def as_json(runs: Sequence[Mapping[str, Any]]) -> str:
    """A list of the same."""
    return json.dumps(runs, default=_moment, ensure_ascii=False)


def _cell(value: object) -> object:
    if isinstance(value, datetime):
        return _moment(value)
    return f"'{value}" if isinstance(value, str) and value[:1] in SUMS else value


def _moment(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")


def best_rows(runs: Sequence[RunNote]) -> tuple[RunRow, ...]:
    """The best runs of all, for the start page: none of them stands out by a mark."""
    return tuple(_row(run, best=False) for run in runs)


def groups(runs: Sequence[RunNote]) -> dict[str, list[RunRow]]:
    """The runs by who played, in whichever of the parties; the group with the best run first."""
    by_people: dict[str, list[RunRow]] = {}
    for run in runs:
        rows = by_people.setdefault(_people(run), [])
        rows.append(_row(run, best=not rows))
    return by_people


def _row(run: RunNote, *, best: bool) -> RunRow:
    return RunRow(
        code=run.code,
        number=run.first,
        record=distance_text(run.game, run.floors, run.rooms),
        people=_people(run),
        day=day_text(run.ended),
        moment=run.ended.isoformat(timespec="seconds"),
        time=clock_text(run.seconds),
        ending=_ending(run),
        best=best,
    )


def _ending(run: RunNote) -> str:
    if run.ending == WON:
        return pgettext("how a run ended", "won")
    if run.ending != FALLEN:
        # Translators: it was broken off, for another run.
        return pgettext("how a run ended", "left")
    if run.game == "coop":
        return pgettext("how a run ended", "everyone fell")
    return pgettext("how a run ended", "fell")


def _people(run: RunNote) -> str:
    return run.people or players_text(run.players)
