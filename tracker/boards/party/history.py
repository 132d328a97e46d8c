"""A party's log for reading: days, lines, and the taps of one burst told as one line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import groupby

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tracker.boards.party.lines import line_label, line_text
from tracker.boards.party.panel import BURST
from tracker.boards.words.names import player_name, signed
from tracker.rules.table.changes import Changes, rewound
from tracker.rules.table.commands import PLAYER_VERBS
from tracker.rules.table.party import Party
from tracker.services.party.ledger import Ledger, Line

PAGE = 50
TAP = re.compile(r"hp:([0-3]):[+-]\d+", re.ASCII)
HP = re.compile(r"players\.([0-3])\.hp")


@dataclass(frozen=True)
class Row:
    """One line as it is shown; a burst carries its single taps, newest first."""

    number: int
    text: str
    created: datetime
    seat: int
    """The number on the crest of the player it is about, from 1; 0 for the whole party."""
    hp: str
    """The player's hit points after it; "" where it left them alone."""
    undone: bool
    undo: str
    """The command that takes it back; "" where there is nothing to take back."""
    phone: str
    """The player by whose phone it came; "" for a phone of the whole table."""
    taps: tuple[Row, ...] = ()

    @property
    def undoable(self) -> tuple[Row, ...]:
        return tuple(tap for tap in self.taps if tap.undo)


@dataclass(frozen=True)
class Day:
    heading: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class HistoryBoard:
    """A page of the log. `older` and `newer` are the `before` of the pages beside it."""

    days: tuple[Day, ...]
    older: int | None
    newer: int | None
    newest: bool


@dataclass(frozen=True)
class LastChange:
    """What the undo button of a screen takes back."""

    number: int
    label: str


def last_change(opened: Ledger, *verbs: str) -> LastChange | None:
    """The newest change that stands, if it was one of these commands."""
    line = opened.undo
    if line is None or line.text.partition(":")[0] not in verbs:
        return None
    return LastChange(line.number, line_label(line, opened.state))


def history_board(lines: Sequence[Line], state: Party, revision: int) -> HistoryBoard:
    """`lines` newest first; `state` is the party as it stood after the first of them."""
    rows = _rows(lines, state)
    first, last = (lines[0].number, lines[-1].number) if lines else (revision, 1)
    return HistoryBoard(
        days=tuple(Day(_heading(day), tuple(some)) for day, some in groupby(rows, _day)),
        older=last if last > 1 else None,
        newer=first + PAGE + 1 if first + PAGE < revision else None,
        newest=first >= revision,
    )


def _rows(lines: Sequence[Line], state: Party) -> list[Row]:
    states: dict[int, Party] = {}
    for line in lines:
        states[line.number] = state
        state = rewound(state, line.changes)
    return [_burst_row(burst, states) for burst in _bursts(lines)]


def _bursts(lines: Iterable[Line]) -> list[list[Line]]:
    """Taps on one player's hp that follow each other closely, together; other lines alone.

    Two people tapping at once make two bursts; any other line ends them all.
    """
    bursts: list[list[Line]] = []
    running: dict[str, list[Line]] = {}
    for line in lines:
        player = _tapped(line)
        if player in running and _belongs(line, running[player][-1]):
            running[player].append(line)
            continue
        bursts.append([line])
        if player:
            running[player] = bursts[-1]
        else:
            running.clear()
    return bursts


def _tapped(line: Line) -> str:
    """The number of the player whose hp a tap moved, or a tap taken back; "" for other lines."""
    if tap := TAP.fullmatch(line.text):
        return tap[1]
    path = HP.fullmatch(next(iter(line.changes), ""))
    return path[1] if path and line.undoes and len(line.changes) == 1 else ""


def _belongs(line: Line, later: Line) -> bool:
    kind, other = ((some.undone, bool(some.undoes), some.device) for some in (line, later))
    return kind == other and later.created - line.created <= BURST


def _burst_row(burst: Sequence[Line], states: dict[int, Party]) -> Row:
    newest = burst[0]
    if len(burst) == 1:
        return _row(newest, states[newest.number])
    path = f"players.{_player(newest)}.hp"
    steps = [line.changes[path] for line in burst if path in line.changes]
    whole: Changes = {path: (steps[-1][0], steps[0][1])} if steps else {}
    row = _row(replace(newest, changes=whole), states[newest.number])
    return replace(row, undo="", taps=tuple(_row(line, states[line.number]) for line in burst))


def _row(line: Line, state: Party) -> Row:
    number = _player(line)
    something = bool(line.changes) or line.undoes is not None
    return Row(
        number=line.number,
        text=line_text(line, state),
        created=line.created.replace(microsecond=0),
        seat=0 if number is None else number + 1,
        hp="" if number is None else _hp_after(line, state, number),
        undone=line.undone,
        undo=f"undo:{line.number}" if something and not line.undone else "",
        phone=player_name(state, int(line.device)) if line.device else "",
    )


def _hp_after(line: Line, state: Party, number: int) -> str:
    told = line.text.startswith("hp:") or f"players.{number}.hp" in line.changes
    return signed(state.players[number].hp) if told else ""


def _player(line: Line) -> int | None:
    """The number of the one player a line is about."""
    verb, _colon, rest = line.text.partition(":")
    if verb in PLAYER_VERBS:
        return int(rest[0])
    touched = {path.split(".")[1] for path in line.changes if path.startswith("players.")}
    return int(touched.pop()) if len(touched) == 1 else None


def _day(row: Row) -> date:
    return timezone.localtime(row.created).date()


def _heading(day: date) -> str:
    today = timezone.localdate()
    if day == today:
        return _("Today")
    if day == today - timedelta(days=1):
        return _("Yesterday")
    return date_format(day, "l, j F" if day.year == today.year else "l, j F Y")
