"""A shared match as whoever previews its link sees it: a picture and a few words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tracker.boards.match.frame import brief_name, seat_name
from tracker.boards.match.screens import screen_of
from tracker.boards.match.story import ending_of, health_of
from tracker.boards.picture import Line, drawn
from tracker.boards.words.names import listed, record_text
from tracker.services.match.match import Match, Move


@dataclass(frozen=True)
class Preview:
    """The game with what came of it, and who played."""

    title: str
    summary: str


def preview_of(match: Match) -> Preview:
    names = listed([brief_name(match, chair.number) for chair in match.chairs])
    ending = ending_of(match, None)
    text = ". ".join(line.replace("*", "") for line in (ending.heading, *ending.lines) if line)
    return Preview(_heading(match), f"{names}. {text}.")


def picture_of(match: Match, moves: Sequence[Move]) -> bytes:
    """A PNG, with the same chart as its page; without the names in its heading where they have
    letters that cannot be drawn."""
    found = health_of(match, moves)
    health = [[*enumerate(each)] for each in zip(*found, strict=True)] or [[]] * len(match.chairs)
    lines = tuple(
        Line(chair.number, seat_name(match, chair.number), tuple(points))
        for chair, points in zip(match.chairs, health, strict=True)
    )
    return drawn((_heading(match), str(screen_of(match.game).title)), lines, len(moves))


def _heading(match: Match) -> str:
    screen = screen_of(match.game)
    way = screen.distance(match.score)
    came = record_text(*way) if way else ending_of(match, None).heading
    return _("{game}: {ending}").format(game=screen.title, ending=came)
