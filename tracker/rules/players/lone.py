"""People against the deck: whoever plays with care, without, or by rules of thumb.

They are no strong players. Each leaves a room as somebody of that kind would: the ends are the
planner's, and what counts is theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tracker.rules.advice import rascal as rascal_thumb
from tracker.rules.advice import solo as solo_thumb
from tracker.rules.advice.lone import pile, ways_out
from tracker.rules.advice.planner import Planner
from tracker.rules.advice.prospect import End
from tracker.rules.advice.rascal import RascalPlanner
from tracker.rules.advice.solo import SoloPlanner
from tracker.rules.players.levels import Computer, Dice
from tracker.rules.protocol import Decision

Likes = Callable[[End, Any], float]
"""How much somebody likes an end, with these cards to come."""

CARE = 1.0
"""So much more than others a careful player minds every hp lost, and a reckless one less."""
NEVER = -1000.0


def computer(kind: type[Planner[Any]], ahead: Callable[[Any], Any], likes: Likes) -> Computer:
    """Does what leads to the end that is liked best; what comes first if all of it kills."""

    def decide(view: Any, seat: int, chance: Dice) -> Decision:
        planner = kind(view.options, tuple)
        ways = ways_out(planner, view)
        if not ways:
            return planner.game.offered(view, 0)[0]
        face_down, under = pile(planner.game, view)
        coming = ahead((*face_down, *under))
        return ways[max(ways, key=lambda end: likes(end, coming))]

    return decide


def careful(worth: Likes) -> Likes:
    """Minds every hp that is lost now more than the weapon that is worn by saving it."""
    return lambda end, coming: worth(end, coming) + CARE * end.hp


def reckless(worth: Likes) -> Likes:
    """Never puts a room back, and does not mind wounds."""

    def likes(end: End, coming: Any) -> float:
        return NEVER if end.under else worth(end, coming) - CARE / 2 * end.hp

    return likes


def levels(
    kind: type[Planner[Any]], ahead: Callable[[Any], Any], worth: Likes
) -> dict[str, Computer]:
    likes = {"careful": careful(worth), "medium": worth, "reckless": reckless(worth)}
    return {level: computer(kind, ahead, each) for level, each in likes.items()}


SOLO = levels(SoloPlanner, solo_thumb.SoloThumbAhead, solo_thumb.worth)
RASCAL = levels(RascalPlanner, rascal_thumb.RascalThumbAhead, rascal_thumb.worth)
