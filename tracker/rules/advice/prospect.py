"""The cards to come in a lone game, as numbers, and how good it is to leave a room with them.

A monster is its value, a weapon 20 and its value, a potion 40 and its value; the suits of two
monsters make no difference. 0 is no card.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from copy import copy
from functools import lru_cache
from typing import NamedTuple, TypeVar

from tracker.rules.cards import ENEMIES, POTIONS, WEAPONS, enemy_value, red_value
from tracker.rules.games.dungeon import LONE_PACK, ROOM_SIZE
from tracker.rules.protocol import Cards

WEAPON, POTION = 20, 40

NUMBER = {card: enemy_value(card) for card in ENEMIES}
NUMBER |= {card: WEAPON + red_value(card) for card in WEAPONS}
NUMBER |= {card: POTION + red_value(card) for card in POTIONS}

Numbers = tuple[int, ...]

LONE_CARDS = sorted({NUMBER[card] for card in LONE_PACK})
"""Every card of the lone games once."""


def numbers(cards: Cards) -> Numbers:
    return tuple(NUMBER[card] for card in cards)


def name_of(number: int) -> str:
    """The name of a card in a file of weights: `7`, `7d`, `7h`; `none` for no card."""
    if number >= WEAPON:
        return f"{number - POTION}h" if number >= POTION else f"{number - WEAPON}d"
    return str(number or "none")


REMEMBERED = 1 << 14
"""So many rooms are remembered: an answer meets about so many, and there are far more of them."""


@lru_cache(maxsize=REMEMBERED)
def takes(room: Numbers) -> tuple[tuple[int, Numbers], ...]:
    """Every card that may be taken from a room, with what is left; of twins only one."""
    left = {card: (*room[:place], *room[place + 1 :]) for place, card in enumerate(room)}
    return tuple(left.items())


Arms = tuple[int, ...]
"""The arms in hand, as the planner of the game writes them."""

Ends = dict[tuple[Arms, int], int]
"""How a room can be left alive: arms and the card carried on, 0 for none; the most hp with them."""

Way = tuple[Numbers, Arms, bool]
"""A way through a room: the cards still in it, the arms, whether a potion has been drunk."""
Ways = dict[Way, int]
"""The most hp with each."""

Reshuffle = Callable[[Sequence[int]], Sequence[int]]

ProspectT = TypeVar("ProspectT", bound="Prospect")


class End(NamedTuple):
    """How a room is left. Until the next one is dealt nothing happens that was not planned."""

    hp: int
    arms: Arms
    carried: int = 0
    """The card that opens the next room; 0 for none."""
    under: Numbers = ()
    """The room itself, if it was not played and went under the pile."""


class Prospect(ABC):
    """First the cards that lie face down in some order, then those put under the pile openly.

    With `reshuffle` a room that is left is shuffled into the pile, and nobody sees where it goes.
    """

    def __init__(self, face_down: Numbers, under: Numbers, reshuffle: Reshuffle | None) -> None:
        self.cards, self.place = (*face_down, *under), 0
        self.face_down = len(face_down)
        self.reshuffle = reshuffle
        self.monsters = with_monsters((0,) * WEAPON, self.cards)
        """How many monsters of each value are to come."""

    def __len__(self) -> int:
        return len(self.cards) - self.place

    def deal(self: ProspectT, order: Sequence[int]) -> ProspectT:
        """A copy in which the topmost cards lie in this order."""
        # Shallow is enough: draw() and put_back() replace what they change.
        other = copy(self)
        other.cards = (*order, *self.cards[len(order) :])
        return other

    def next_room(self, end: End) -> Numbers:
        """The room that is dealt after this end; () when there is none left."""
        if end.under:
            self.put_back(end.under)
        carried = (end.carried,) if end.carried else ()
        return (*carried, *self.draw(ROOM_SIZE - len(carried)))

    def draw(self, count: int) -> Numbers:
        drawn = self.cards[self.place : self.place + count]
        self.place += len(drawn)
        self.monsters = with_monsters(self.monsters, drawn, -1)
        return drawn

    def put_back(self, room: Numbers) -> None:
        self.cards += room
        self.monsters = with_monsters(self.monsters, room)
        if self.reshuffle:
            self.cards = tuple(self.reshuffle(self.cards[self.place :]))
            self.place, self.face_down = 0, len(self.cards)

    def rated(self, ends: Sequence[End]) -> list[tuple[End, float]]:
        """The ends with their rates, the best first."""
        inside, left = [e for e in ends if not e.under], [e for e in ends if e.under]
        rates = self.rates({(end.arms, end.carried): end.hp for end in inside})
        rates += [self.rate_of_leaving(end.hp, end.arms, end.under) for end in left]
        return sorted(zip(inside + left, rates, strict=True), key=lambda each: -each[1])

    def all_known(self, end: End) -> bool:
        """Whether no card lies face down any more when the room after this end is dealt."""
        dealt = ROOM_SIZE - bool(end.carried)
        return not self.reshuffle and self.place + dealt >= self.face_down

    @abstractmethod
    def rates(self, ends: Ends) -> list[float]:
        """How good it is to leave the room so, in the order of the ends; only the order counts."""

    @abstractmethod
    def rate_of_leaving(self, hp: int, arms: Arms, room: Numbers) -> float:
        """How good it is to put the whole room back, in the same measure."""


def with_monsters(counts: Sequence[int], cards: Numbers, count: int = 1) -> list[int]:
    """So many monsters of each value, with those of these cards added, or taken away by -1."""
    counts = [*counts]
    for card in cards:
        if card < WEAPON:
            counts[card] += count
    return counts
