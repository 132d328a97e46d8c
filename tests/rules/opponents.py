"""Players that strength is measured against; nobody is offered them to play with."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.rules.games.castle import VALUE, Castle, CastleState
from tracker.rules.games.shiphead import Shiphead, ShipheadState
from tracker.rules.players import Computer, Dice
from tracker.rules.players.shedding import at_random, laying, least_first, named
from tracker.rules.protocol import Decision

SHIPHEAD, CASTLE = Shiphead(), Castle()
LEAST_USEFUL = ("3", "4", "5", "6", "8", "9", "J", "Q", "K", "A", "7", "2", "10")

shiphead_thrifty = least_first(SHIPHEAD, LEAST_USEFUL)
castle_thrifty = least_first(
    CASTLE, ("3", "4", "5", "6", "7", "9", "10", "J", "Q", "K", "2", "A", "8")
)


def shiphead_program(view: ShipheadState, seat: int, chance: Dice) -> Decision:
    """The published program's own opponent (rules.md 6.7)."""
    level = chance.choice(["random"] * 10 + ["good"] * 20 + ["better"] * 50 + ["best"] * 100)
    if level == "random":
        return at_random(SHIPHEAD)(view, seat, chance)
    all_of_it = shiphead_thrifty(view, seat, chance)
    if level != "good" or not named(all_of_it):
        return all_of_it
    cards = named(all_of_it)
    return f"play:{','.join(cards[: chance.choice(range(len(cards))) + 1])}"


def castle_ai(view: CastleState, seat: int, chance: Dice) -> Decision:
    """The published program's own opponent (rules.md 7.6)."""
    choices = laying(CASTLE, view, seat)
    if not named(choices[0]):
        return chance.choice(choices)
    return next(_by_distance(view, choices))


def _by_distance(view: CastleState, choices: tuple[Decision, ...]) -> Iterator[Decision]:
    """As high as the top, one higher, two, three; then whatever comes first in the hand."""
    base = VALUE[view.centre[-1]] if view.centre else -2  # an empty stack counts 0, a 2 counts 2
    for distance in range(4):
        yield from (one for one in choices if VALUE[named(one)[0]] == base + distance)
    yield choices[0]


OPPONENTS: dict[str, dict[str, Computer]] = {
    "shiphead": {"thrifty": shiphead_thrifty, "shiphead-program": shiphead_program},
    "castle": {"thrifty": castle_thrifty, "castle-ai": castle_ai},
}
