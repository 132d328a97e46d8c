"""People in the dungeon: whoever plays with care, without, or by rules of thumb.

They are no strong players. At a table each looks one step ahead and judges it in a way of their
own. Alone each leaves a room as somebody of that kind would: the ends are the planner's, and what
counts is theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tracker.rules.advice import rascal as rascal_thumb
from tracker.rules.advice import solo as solo_thumb
from tracker.rules.advice.coop.judges import RUN, worth_of
from tracker.rules.advice.coop.spot import Spot, Steps
from tracker.rules.advice.lone import pile, ways_out
from tracker.rules.advice.planner import Planner
from tracker.rules.advice.prospect import End
from tracker.rules.advice.rascal import RascalPlanner
from tracker.rules.advice.solo import SoloPlanner
from tracker.rules.games.coop.state import CoopState
from tracker.rules.protocol import Computer, Decision, Dice

NEVER = -1000.0

LikesSpot = Callable[[Spot, int], float]
"""How much the one in this seat likes to leave the table so."""


def at_table(likes: LikesSpot, run: float) -> Computer:
    """Does what is liked best at once; running away has this worth beside the room put back. From a
    Red Room, which is left to people, it runs when somebody else wants to."""

    def decide(view: CoopState, seat: int, chance: Dice) -> Decision:
        if view.red_room and view.offers and seat not in view.offers:
            return "offer"
        steps = Steps(view, lambda *_: 0)
        found = dict(_judged(steps, view, seat, likes, run))
        return max(found, key=lambda decision: found[decision])

    return decide


def _judged(
    steps: Steps, view: CoopState, seat: int, likes: LikesSpot, run: float
) -> Iterator[tuple[Decision, float]]:
    start = steps.start(0)
    for _, decision, after in steps.following(start, seat):
        yield decision, likes(after, seat)
    if steps.may_run(start) and seat not in view.offers:
        yield "offer", likes(start._replace(room=()), seat) + run


def for_all(spot: Spot, seat: int) -> float:
    """The worth of the table as a whole."""
    return worth_of(spot)


def for_nobody_hurt(spot: Spot, seat: int) -> float:
    """The worth for all, but one's own hp count twice and low ones thrice."""
    hp = spot.people[seat].player.hp
    return for_all(spot, seat) + hp - 2 * max(0, 8 - hp)


def for_the_kill(spot: Spot, seat: int) -> float:
    """The worth for all, but one's own wounds do not matter, short of death."""
    hp = spot.people[seat].player.hp
    return for_all(spot, seat) - 0.7 * hp if hp > 0 else NEVER


COOP: dict[str, Computer] = {
    "careful": at_table(for_nobody_hurt, -RUN / 2),
    "medium": at_table(for_all, -RUN),
    "reckless": at_table(for_the_kill, NEVER),
}

LikesEnd = Callable[[End, Any], float]
"""How much somebody alone likes an end, with these cards to come."""

CARE = 1.0
"""So much more than others a careful player minds every hp lost, and a reckless one less."""


def alone(kind: type[Planner[Any]], ahead: Callable[[Any], Any], likes: LikesEnd) -> Computer:
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


def careful(worth: LikesEnd) -> LikesEnd:
    """Minds every hp that is lost now more than the weapon that is worn by saving it."""
    return lambda end, coming: worth(end, coming) + CARE * end.hp


def reckless(worth: LikesEnd) -> LikesEnd:
    """Never puts a room back, and does not mind wounds."""

    def likes(end: End, coming: Any) -> float:
        return NEVER if end.under else worth(end, coming) - CARE / 2 * end.hp

    return likes


def levels(
    kind: type[Planner[Any]], ahead: Callable[[Any], Any], worth: LikesEnd
) -> dict[str, Computer]:
    likes = {"careful": careful(worth), "medium": worth, "reckless": reckless(worth)}
    return {level: alone(kind, ahead, each) for level, each in likes.items()}


SOLO = levels(SoloPlanner, solo_thumb.SoloThumbAhead, solo_thumb.worth)
RASCAL = levels(RascalPlanner, rascal_thumb.RascalThumbAhead, rascal_thumb.worth)
