"""A finished match move by move, as one of its seats saw it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tracker.boards.match.frame import Scene, Sight
from tracker.boards.match.screens import screen_of
from tracker.services.match.match import Match


@dataclass(frozen=True)
class ReplayBoard:
    """The table after `at` of `last` moves; `text` tells the move that led there.

    `earlier` and `later` are the moves beside it. `branches` says whether one may go on from here.
    """

    key: str
    title: str
    alone: bool
    undo_count: int
    seat: int
    at: int
    last: int
    text: str
    earlier: int | None
    later: int | None
    branches: bool
    scene: Scene


def replay_board(stage: Match, at: int, last: int, seat: int) -> ReplayBoard:
    """`stage` is the match as it stood after `at` of its `last` moves."""
    screen = screen_of(stage.game)
    sight = Sight(stage, stage.seen_by(seat), seat, past=True)
    return ReplayBoard(
        key=stage.game.key,
        title=screen.title,
        alone=stage.alone,
        undo_count=stage.undo_count,
        seat=seat,
        at=at,
        last=last,
        text=screen.tell(sight, stage.moves[0]) if at else _("The cards are dealt"),
        earlier=at - 1 if at else None,
        later=at + 1 if at < last else None,
        branches=at < last,
        scene=screen.scene(sight),
    )


def seat_to_see(match: Match, seats: Sequence[int], wish: int | None) -> int:
    """The seat that was asked for; else the first of `seats`, which are those of this phone."""
    if wish is not None and wish < len(match.chairs):
        return wish
    people = [chair.number for chair in match.chairs if not chair.level]
    return next(iter([*seats, *people]), 0)
