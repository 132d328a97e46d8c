"""A line for each of several, over the moves of a match.

One move is one unit to the right; the drawing is stretched to fit. What must not be stretched,
numbers and crests, is placed in percent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

LINE = 2.5  # pixels
CREST_GAP = 10.0  # percent of the height, between two crests


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
    """`lines` hold a value for the start and each move; None where there is no move. `marks` are
    the values that may be read off; the first of them is the highest."""
    marks = list(marks)
    width = max(map(len, lines), default=0) - 1
    if width < 1:
        return None
    top, low = marks[0][0], min(0, *(min(line) for line in lines))
    low = max(low, marks[-1][0])
    height = top - low
    ends = _apart([100 * (top - max(low, line[-1])) / height for line in lines])
    return Chart(
        box=f"0 0 {width} {height}",
        heights=tuple(
            (_percent(top - value, height), text) for value, text in marks if value >= low
        ),
        zero=_percent(top, height),
        curves=tuple(
            Curve(
                seat=place + 1,
                path=_path([max(low, min(top, value)) for value in line], top, width),
                crest=f"{ends[place]:.1f}%",
                shift=f"{LINE * (place - (len(lines) - 1) / 2):g}",
            )
            for place, line in enumerate(lines)
        ),
    )


def _apart(places: Sequence[float]) -> list[float]:
    """The places in percent, the later ones moved so far that crests do not lie on each other;
    from the foot upwards where there is no room below."""
    moved = list(places)
    order = sorted(range(len(places)), key=places.__getitem__)
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + CREST_GAP)
    lowest = max(100.0, max(places))
    for place, index in enumerate(reversed(order)):
        moved[index] = min(moved[index], lowest - place * CREST_GAP)
    return moved


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%"


def _path(values: Sequence[int], top: int, width: int) -> str:
    """Steps to the right and down, relative, as short as they can be."""
    steps, at = [f"M0 {top - values[0]}"], 0
    for place, (before, after) in enumerate(pairwise(values), 1):
        if before != after:
            steps.append(f"h{place - at}v{before - after}")
            at = place
    return "".join([*steps, f"h{width - at}"])
