"""The chart of a run: everybody's health from the first entry to the last, and the floors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tracker.boards.chart import HEALTH_MARKS, Chart, chart_through, percent
from tracker.rules.games.dungeon import MAX_HP
from tracker.services.party.story import Floor, Story

GATE_GAP = 0.11  # of the width, between two floors that are named


@dataclass(frozen=True)
class RunChart(Chart):
    """`floors` are lines drawn in the box; `below` is how much of the height lies below zero.

    `gates` are the floors' numbers with their places, the newest first. `falls` is where each who
    lies there at the end fell for the last time: seat, and place.
    """

    floors: str
    below: str
    gates: tuple[tuple[str, int], ...]
    falls: tuple[tuple[int, str], ...]


def chart_of(story: Story) -> RunChart | None:
    """The chart of a run; None if nothing has happened yet."""
    width = story.count
    lines = {part.number + 1: part.points for part in story.parts}
    chart = chart_through(lines, HEALTH_MARKS, width)
    if chart is None:
        return None
    height = int(chart.box.rpartition(" ")[2])
    return RunChart(
        **vars(chart),
        floors="".join(f"M{floor.began} 0v{height}" for floor in story.floors),
        below=percent(height - MAX_HP, height),
        gates=_gates(story.floors, width),
        falls=tuple(
            (part.number + 1, percent(part.fell, width))
            for part in story.parts
            if part.fell is not None
        ),
    )


def _gates(floors: Sequence[Floor], width: int) -> tuple[tuple[str, int], ...]:
    """The floors, as many as can be named side by side; the last one always."""
    named: list[Floor] = []
    for floor in reversed(floors):
        if not named or named[-1].began - floor.began >= GATE_GAP * width:
            named.append(floor)
    return tuple((percent(floor.began, width), floor.floor) for floor in named)
