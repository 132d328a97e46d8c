"""Common parts of the players of Shiphead and Castle: a decision is made from a view alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from tracker.rules.cards import LOW_TO_HIGH
from tracker.rules.games.shedding import RANK, SheddingGame, SheddingState
from tracker.rules.protocol import Cards, Decision, parts

T = TypeVar("T")


class Dice(Protocol):
    """How a player throws a die; a `random.Random` will do."""

    def choice(self, things: Sequence[T], /) -> T: ...

    def sample(self, things: Sequence[T], count: int, /) -> list[T]: ...


Computer = Callable[[Any, int, Dice], Decision]
"""Takes what a seat sees, the seat and chance; answers with one of the seat's decisions."""

Shedding = SheddingGame[Any, Any]


def laying(game: Shedding, view: SheddingState, seat: int) -> tuple[Decision, ...]:
    """The decisions that lay cards or turn one over; what is left to do if there is none.

    A game offers these first.
    """
    choices = game.distinct(view, seat)
    verb, _, _ = parts(choices[0])
    return tuple(each for each in choices if parts(each)[0] == verb)


def named(decision: Decision) -> Cards:
    """The cards of a `play:`; none of any other decision."""
    do, cards, _ = parts(decision)
    return tuple(cards.split(",")) if do == "play" else ()


def at_random(game: Shedding) -> Computer:
    """Lays whatever fits."""

    def player(view: SheddingState, seat: int, chance: Dice) -> Decision:
        return chance.choice(laying(game, view, seat))

    return player


def least_first(game: Shedding, order: Sequence[str] = LOW_TO_HIGH) -> Computer:
    """Lays the rank that comes first in this order, and all cards of it."""

    def place(decision: Decision) -> tuple[int, int]:
        cards = named(decision)
        return order.index(RANK[cards[0]]), -len(cards)

    def player(view: SheddingState, seat: int, chance: Dice) -> Decision:
        choices = laying(game, view, seat)
        return min(choices, key=place) if named(choices[0]) else chance.choice(choices)

    return player
