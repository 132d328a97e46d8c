"""The chart of a run: everybody's health from the first entry to the last.

One entry is one unit to the right and one hit point one unit down; the drawing is stretched to
fit. What must not be stretched (numbers, crests) is placed in percent.
"""

from __future__ import annotations

from collections.abc import Sequence, Sized
from dataclasses import dataclass
from itertools import pairwise

from tracker.boards.words.names import signed
from tracker.rules.games.dungeon import MAX_HP
from tracker.services.party.story import Floor, Part, Point, Story

DEEPEST = -20  # the chart ends here; the numbers below it go on
LANDMARKS = (20, 10, 0, -10, -20)
GATE_GAP = 0.11  # of the width, between two floors that are named
LINE = 2.5  # pixels
CREST_GAP = 10.0  # percent of the height, between two crests


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


def chart_of(story: Story) -> Chart | None:
    """None where nothing has happened yet."""
    if not story.count:
        return None
    parts, width = story.parts, story.count
    lowest = lowest_of(story)
    height = MAX_HP - lowest
    crests = _apart([100 * (MAX_HP - max(lowest, part.hp)) / height for part in parts])
    return Chart(
        box=f"0 0 {width} {height}",
        floors="".join(f"M{floor.began} 0v{height}" for floor in story.floors),
        heights=tuple(
            (_percent(MAX_HP - hp, height), signed(hp)) for hp in LANDMARKS if hp >= lowest
        ),
        zero=_percent(MAX_HP, height),
        below=_percent(-lowest, height),
        gates=_gates(story.floors, width),
        curves=tuple(
            Curve(
                part.number + 1,
                _path(part.points, width, lowest),
                f"{crest:.1f}%",
                shift,
                _fell(part, width, height),
            )
            for part, crest, shift in zip(parts, crests, _shifts(parts), strict=True)
        ),
    )


def lowest_of(story: Story) -> int:
    """The lowest health that is drawn: 0 or, where somebody lies deeper, down to DEEPEST."""
    return max(DEEPEST, min(0, *(part.lowest for part in story.parts)))


def _shifts(parts: Sized) -> list[str]:
    """Round the height itself, a line's width apart."""
    return [f"{LINE * (place - (len(parts) - 1) / 2):g}" for place in range(len(parts))]


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%"


def _path(points: Sequence[Point], width: int, lowest: int) -> str:
    """Steps to the right and down, relative, as short as they can be."""
    steps, at = [f"M0 {MAX_HP - max(lowest, points[0][1])}"], 0
    for (_entry, before), (entry, after) in pairwise(points):
        down = max(lowest, before) - max(lowest, after)
        if down:
            steps.append(f"h{entry - at}v{down}")
            at = entry
    return "".join([*steps, f"h{width - at}"])


def _fell(part: Part, width: int, height: int) -> tuple[str, str] | None:
    """Where a player who lies there now fell for the last time."""
    if part.fell is None:
        return None
    return _percent(part.fell, width), _percent(MAX_HP, height)


def _gates(floors: Sequence[Floor], width: int) -> tuple[tuple[str, int], ...]:
    """The floors, as many as can be named side by side; the last one always."""
    named: list[Floor] = []
    for floor in reversed(floors):
        if not named or named[-1].began - floor.began >= GATE_GAP * width:
            named.append(floor)
    return tuple((_percent(floor.began, width), floor.floor) for floor in named)


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
