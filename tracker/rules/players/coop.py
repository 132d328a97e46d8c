"""People at a table: each looks one step ahead, and judges it in a way of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tracker.rules.advice.coop.judges import RUN, worth_of
from tracker.rules.advice.coop.spot import Spot, Steps
from tracker.rules.games.coop.state import CoopState
from tracker.rules.players.levels import Computer, Dice
from tracker.rules.protocol import Decision

NEVER = -1000.0

Likes = Callable[[Spot, int], float]
"""How much the one in this seat likes to leave the table so."""


def computer(likes: Likes, run: float) -> Computer:
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
    steps: Steps, view: CoopState, seat: int, likes: Likes, run: float
) -> Iterator[tuple[Decision, float]]:
    start = steps.start(0)
    for _, decision, after in steps.following(start, seat):
        yield decision, likes(after, seat)
    if steps.may_run(start) and seat not in view.offers:
        yield "offer", likes(start._replace(room=()), seat) + run


def for_all(spot: Spot, seat: int) -> float:
    """The worth of the table as a whole."""
    return worth_of(tuple(person.player for person in spot.people), spot.room)


def for_nobody_hurt(spot: Spot, seat: int) -> float:
    """The worth for all, but one's own hp count twice and low ones thrice."""
    hp = spot.people[seat].player.hp
    return for_all(spot, seat) + hp - 2 * max(0, 8 - hp)


def for_the_kill(spot: Spot, seat: int) -> float:
    """The worth for all, but one's own wounds do not matter, short of death."""
    hp = spot.people[seat].player.hp
    return for_all(spot, seat) - 0.7 * hp if hp > 0 else NEVER


COOP: dict[str, Computer] = {
    "careful": computer(for_nobody_hurt, -RUN / 2),
    "medium": computer(for_all, -RUN),
    "reckless": computer(for_the_kill, NEVER),
}
