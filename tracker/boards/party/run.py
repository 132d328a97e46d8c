"""A run to look back on: its record, and everybody's health from the first entry to the last.

In the chart one entry is one unit to the right and one hit point one unit down; the drawing is
stretched to fit. What must not be stretched (numbers, crests) is placed in percent.
"""

from __future__ import annotations

from collections.abc import Sequence, Sized
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tracker.boards.party.home import party_names
from tracker.boards.party.undo import Turn, undo_of
from tracker.boards.words.names import player_name, record_text, signed
from tracker.rules.games.dungeon import MAX_HP
from tracker.rules.table.changes import path_of
from tracker.rules.table.party import Party
from tracker.services.party.entry import Entry
from tracker.services.party.table import Table

DEEPEST = -20  # the chart ends here; the numbers below it go on
LANDMARKS = (20, 10, 0, -10, -20)
MOST_POINTS = 300
GATE_GAP = 0.11  # of the width, between two floors that are named
LINE = 2.5  # pixels
CREST_GAP = 10.0  # percent of the height, between two crests

Mark = tuple[int, int]  # entry, floor


@dataclass(frozen=True)
class Curve:
    """One player's line; the crest stands at its end. `fell` is where a fallen one fell."""

    seat: int
    path: str
    crest: str
    shift: str
    """Pixels down, so that lines of one height lie beside each other."""
    fell: tuple[str, str] | None


@dataclass(frozen=True)
class Chart:
    """`box` is what the floors' lines and the curves are drawn in; the rest is in percent."""

    box: str
    floors: str
    heights: tuple[tuple[str, str], ...]
    """Hit points to read off, with their place."""
    zero: str
    below: str
    """How much of the height lies below zero."""
    gates: tuple[tuple[str, int], ...]
    curves: tuple[Curve, ...]


@dataclass(frozen=True)
class Fate:
    """How it went for one player."""

    seat: int
    name: str
    hp: str
    lowest: str
    fallen: bool


@dataclass(frozen=True)
class FloorRow:
    """Everybody's hit points when a floor was left, or now."""

    floor: int
    now: bool
    hps: tuple[str, ...]


@dataclass(frozen=True)
class RunBoard:
    heading: str
    record: str
    over: bool
    span: str
    fates: tuple[Fate, ...]
    chart: Chart | None
    floors: tuple[FloorRow, ...]
    undo: Turn | None


def run_board(table: Table, entries: Sequence[Entry]) -> RunBoard:
    """`entries` are those of the run, oldest first."""
    state = table.state
    later = entries[1:] if entries and entries[0].text == "new" else entries
    marks = _marks(_series(later, "floor", state.floor))
    hps = {n: _series(later, path_of(n, "hp"), state.players[n].hp) for n in state.seated}
    return RunBoard(
        heading=state.title.strip() or party_names(state),
        record=record_text(*state.record),
        over=state.over,
        span=_span(entries),
        fates=tuple(_fate(state, number, hps[number]) for number in hps),
        chart=_chart(hps, marks) if later else None,
        floors=tuple(_floor_rows(hps, marks)),
        undo=undo_of(table),
    )


def _series(entries: Sequence[Entry], path: str, now: int) -> list[int]:
    """The value before the first line and after each; found from its end, which is known."""
    values = [now]
    for entry in reversed(entries):
        values.append(int(entry.changes[path][0]) if path in entry.changes else values[-1])
    return values[::-1]


def _marks(floors: Sequence[int]) -> list[Mark]:
    """The entries at which the floors began. One that was only touched by mistake is left out."""
    marks: list[Mark] = []
    for entry, floor in enumerate(floors):
        while marks and marks[-1][1] > floor:
            marks.pop()
        if not marks or marks[-1][1] < floor:
            marks.append((entry if marks else 0, floor))
    return marks


def _span(entries: Sequence[Entry]) -> str:
    """ "14 March 2026, 19:40 to 22:15", or the first and the last day."""
    if not entries:
        return _("Not begun yet")
    start, last = (timezone.localtime(entry.created) for entry in (entries[0], entries[-1]))
    if start.date() != last.date():
        return _("{first} to {last}").format(first=_day(start.date()), last=_day(last.date()))
    first, until = date_format(start, "H:i"), date_format(last, "H:i")
    return _("{day}, {first} to {last}").format(day=_day(start.date()), first=first, last=until)


def _day(day: date) -> str:
    return date_format(day, "j F Y")


def _fate(state: Party, number: int, hps: Sequence[int]) -> Fate:
    player = state.players[number]
    name, lowest = player_name(state, number), signed(min(hps))
    return Fate(number + 1, name, signed(player.hp), lowest, player.fallen)


def _floor_rows(hps: dict[int, list[int]], marks: Sequence[Mark]) -> list[FloorRow]:
    ends = [entry for entry, _floor in marks[1:]] + [-1]
    return [
        FloorRow(floor, end == -1, tuple(signed(values[end]) for values in hps.values()))
        for (_entry, floor), end in zip(marks, ends, strict=True)
    ]


def _chart(hps: dict[int, list[int]], marks: Sequence[Mark]) -> Chart:
    lowest = max(DEEPEST, min(0, *map(min, hps.values())))
    height = MAX_HP - lowest
    width = len(next(iter(hps.values()))) - 1
    crests = _apart([100 * (MAX_HP - max(lowest, values[-1])) / height for values in hps.values()])
    return Chart(
        box=f"0 0 {width} {height}",
        floors="".join(f"M{entry} 0v{height}" for entry, _floor in marks),
        heights=tuple(
            (_percent(MAX_HP - hp, height), signed(hp)) for hp in LANDMARKS if hp >= lowest
        ),
        zero=_percent(MAX_HP, height),
        below=_percent(-lowest, height),
        gates=_gates(marks, width),
        curves=tuple(
            Curve(n + 1, _path(values, lowest), f"{crest:.1f}%", shift, _fell(values, height))
            for (n, values), crest, shift in zip(hps.items(), crests, _shifts(hps), strict=True)
        ),
    )


def _shifts(hps: Sized) -> list[str]:
    """Round the height itself, a line's width apart."""
    return [f"{LINE * (place - (len(hps) - 1) / 2):g}" for place in range(len(hps))]


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%"


def _path(values: Sequence[int], lowest: int) -> str:
    """Steps to the right and down, relative, as short as they can be."""
    points = _thin_out(values)
    steps, at = [f"M0 {MAX_HP - max(lowest, values[0])}"], 0
    for (_entry, before), (entry, after) in pairwise(points):
        down = max(lowest, before) - max(lowest, after)
        if down:
            steps.append(f"h{entry - at}v{down}")
            at = entry
    return "".join([*steps, f"h{len(values) - 1 - at}"])


def _thin_out(values: Sequence[int]) -> list[tuple[int, int]]:
    """At most MOST_POINTS values with their places: of each stretch the lowest and the last."""
    points = list(enumerate(values))
    size = 1 if len(points) <= MOST_POINTS else -(-2 * len(points) // MOST_POINTS)
    points_left: list[tuple[int, int]] = []
    for start in range(0, len(points), size):
        stretch = points[start : start + size]
        points_left += dict.fromkeys((min(stretch, key=lambda point: point[1]), stretch[-1]))
    return points_left


def _fell(values: Sequence[int], height: int) -> tuple[str, str] | None:
    """Where a player who lies there now fell for the last time."""
    if values[-1] > 0:
        return None
    entry = max((i for i, hp in enumerate(values) if hp > 0), default=-1) + 1
    return _percent(entry, len(values) - 1), _percent(MAX_HP, height)


def _gates(marks: Sequence[Mark], width: int) -> tuple[tuple[str, int], ...]:
    """The floors, as many as can be named side by side; the last one always."""
    named: list[Mark] = []
    for entry, floor in reversed(marks):
        if not named or named[-1][0] - entry >= GATE_GAP * width:
            named.append((entry, floor))
    return tuple((_percent(entry, width), floor) for entry, floor in named)


def _apart(places: Sequence[float]) -> list[float]:
    """The places moved so far that crests do not lie on each other, in the same order."""
    order = sorted(range(len(places)), key=places.__getitem__)
    moved = list(places)
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + CREST_GAP)
    limit = 100.0
    for index in reversed(order):
        moved[index] = min(moved[index], limit)
        limit = moved[index] - CREST_GAP
    return moved
