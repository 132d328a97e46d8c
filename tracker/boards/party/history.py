"""A party's log for reading: days, entries, and the taps of one burst told as one entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import groupby

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tracker.boards.party.bursts import bursts
from tracker.boards.party.lines import line_text
from tracker.boards.words.names import player_name, signed
from tracker.rules.table.changes import Changes, path_of, place_of, rewind
from tracker.rules.table.party import Party
from tracker.services.party.entry import Entry

PAGE = 50


@dataclass(frozen=True)
class Row:
    """One entry as it is shown; a burst carries its single taps, newest first."""

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


def history_board(entries: Sequence[Entry], state: Party, revision: int) -> HistoryBoard:
    """`entries` newest first; `state` is the party as it stood after the first of them."""
    rows = _rows(entries, state)
    first, last = (entries[0].number, entries[-1].number) if entries else (revision, 1)
    return HistoryBoard(
        days=tuple(Day(_heading(day), tuple(some)) for day, some in groupby(rows, _day)),
        older=last if last > 1 else None,
        newer=first + PAGE + 1 if first + PAGE < revision else None,
        newest=first >= revision,
    )


def _rows(entries: Sequence[Entry], state: Party) -> list[Row]:
    states: dict[int, Party] = {}
    for entry in entries:
        states[entry.number] = state
        state = rewind(state, entry.changes)
    return [_burst_row(burst, states) for burst in bursts(entries)]


def _burst_row(burst: Sequence[Entry], states: dict[int, Party]) -> Row:
    newest = burst[0]
    if len(burst) == 1:
        return _row(newest, states[newest.number])
    path = path_of(_player(newest) or 0, "hp")
    steps = [entry.changes[path] for entry in burst if path in entry.changes]
    whole: Changes = {path: (steps[-1][0], steps[0][1])} if steps else {}
    row = _row(replace(newest, changes=whole), states[newest.number])
    return replace(row, undo="", taps=tuple(_row(entry, states[entry.number]) for entry in burst))


def _row(entry: Entry, state: Party) -> Row:
    number = _player(entry)
    something = bool(entry.changes) or entry.undoes is not None
    return Row(
        number=entry.number,
        text=line_text(entry, state),
        created=entry.created.replace(microsecond=0),
        seat=0 if number is None else number + 1,
        hp="" if number is None else _hp_after(entry, state, number),
        undone=entry.undone,
        undo=f"undo:{entry.number}" if something and not entry.undone else "",
        phone=player_name(state, int(entry.device)) if entry.device else "",
    )


def _hp_after(entry: Entry, state: Party, number: int) -> str:
    about_hp = entry.command.verb == "hp" or path_of(number, "hp") in entry.changes
    return signed(state.players[number].hp) if about_hp else ""


def _player(entry: Entry) -> int | None:
    """The number of the one player an entry is about."""
    if entry.command.player is not None:
        return entry.command.player
    players = {player for player, _ in map(place_of, entry.changes)} - {None}
    return players.pop() if len(players) == 1 else None


def _day(row: Row) -> date:
    return timezone.localtime(row.created).date()


def _heading(day: date) -> str:
    today = timezone.localdate()
    if day == today:
        return _("Today")
    if day == today - timedelta(days=1):
        return _("Yesterday")
    return date_format(day, "l, j F" if day.year == today.year else "l, j F Y")
