"""A line for each of several, over the moves of a match or the entries of a run.

One move or entry is one unit to the right; the drawing is stretched to fit. Crests, numbers and
other things that must not be stretched are placed in percent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tracker.boards.words.names import signed

LANDMARKS = (20, 10, 0, -10, -20)
"""Health to read off; a chart ends at the lowest, the numbers below it go on."""
HEALTH_MARKS = [(hp, signed(hp)) for hp in LANDMARKS]
LINE = 2.5  # pixels
CREST_GAP = 10.0  # percent of the height, between two crests
Point = tuple[int, int]
"""How far to the right, and the value there."""


@dataclass(frozen=True)
class Curve:
    """One line; its crest stands at its end. `shift` is pixels down, so that lines of one height
    lie beside each other."""

    seat: int
    path: str
    crest: str
    shift: str


@dataclass(frozen=True)
class Chart:
    """`box` is what the curves are drawn in; `heights` are values to read off, with their place;
    `zero` is the place of the value 0."""

    box: str
    heights: tuple[tuple[str, str], ...]
    zero: str
    curves: tuple[Curve, ...]


def chart_of(lines: Sequence[Sequence[int]], marks: Iterable[tuple[int, str]]) -> Chart | None:
    """`lines` hold a value for the start and each move; None where there is no move."""
    width = max(map(len, lines), default=0) - 1
    return chart_through({n: [*enumerate(line)] for n, line in enumerate(lines, 1)}, marks, width)


def chart_through(
    lines: Mapping[int, Sequence[Point]], marks: Iterable[tuple[int, str]], width: int
) -> Chart | None:
    """`lines` are by seat, `marks` are the values that may be read off, the highest first; None
    for no width."""
    marks = list(marks)
    if width < 1:
        return None
    top = marks[0][0]
    low = max(marks[-1][0], min(0, *(value for line in lines.values() for _, value in line)))
    height = top - low
    drawn = [[(x, max(low, min(top, value))) for x, value in line] for line in lines.values()]
    ends = _apart([100 * (top - line[-1][1]) / height for line in drawn])
    return Chart(
        box=f"0 0 {width} {height}",
        heights=tuple(
            (percent(top - value, height), text) for value, text in marks if value >= low
        ),
        zero=percent(top, height),
        curves=tuple(
            Curve(
                seat=seat,
                path=_path(line, top, width),
                crest=f"{end:.1f}%",
                shift=f"{LINE * (place - (len(lines) - 1) / 2):g}",
            )
            for place, (seat, line, end) in enumerate(zip(lines, drawn, ends, strict=True))
        ),
    )


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%"


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


def _path(points: Sequence[Point], top: int, width: int) -> str:
    """Steps to the right and down, relative, as short as they can be."""
    at = points[0][0]
    steps = [f"M{at} {top - points[0][1]}"]
    for (_, before), (x, after) in pairwise(points):
        if before != after:
            steps.append(f"h{x - at}v{before - after}")
            at = x
    return "".join([*steps, f"h{width - at}"])
