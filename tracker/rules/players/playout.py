"""Games of Shiphead and Castle played on to the end in quick steps, by ranks instead of cards.

Whoever plays on lays all cards of the least useful rank that fits. The steps are those of the
rules without house rules; a test holds them to it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from tracker.rules.cards import LOW_TO_HIGH
from tracker.rules.games.shiphead import VALID

RANKS = len(LOW_TO_HIGH)
NONE = -1
"""No rank. As a place in a table it is the last one."""
TWO, SEVEN, EIGHT, NINE, TEN = map(LOW_TO_HIGH.index, ("2", "7", "8", "9", "10"))
MOST = 400
"""A game that has not ended after so many decisions is given up."""


class PlayoutSide:
    """The cards of one player: how many of each rank in the hand, the other cards by rank."""

    __slots__ = ("counts", "mask", "size", "shown", "hidden")

    def __init__(self, hand: Sequence[int], shown: Sequence[int], hidden: Sequence[int]) -> None:
        self.counts, self.mask, self.size = [0] * RANKS, 0, 0
        self.shown, self.hidden = [*shown], [*hidden]
        self.put(hand)

    def empty(self) -> bool:
        return not (self.size or self.shown or self.hidden)

    def put(self, ranks: Sequence[int]) -> None:
        for rank in ranks:
            self.counts[rank] += 1
            self.mask |= 1 << rank
        self.size += len(ranks)

    def lay_all(self, rank: int) -> int:
        """From the hand; how many there were."""
        count, self.counts[rank] = self.counts[rank], 0
        self.mask ^= 1 << rank
        self.size -= count
        return count


class Playout(ABC):
    """A game on its way to the end."""

    hand_size: ClassVar[int]
    choice: ClassVar[Sequence[int]]
    """The least useful rank of those in a mask; NONE for 0."""

    def __init__(
        self, sides: Sequence[PlayoutSide], deck: list[int], centre: list[int], player: int
    ) -> None:
        """The next card of the deck is its last one; the centre lies bottom to top."""
        self.sides, self.deck, self.centre, self.player = sides, deck, centre, player

    def winner(self) -> int | None:
        """The first player to have no card left; None if nobody has for a long time."""
        for _ in range(MOST):
            side = self.sides[self.player]
            self.move(side)
            if side.empty():
                return self.player
        return None

    def next(self) -> None:
        self.player = (self.player + 1) % len(self.sides)

    def move(self, side: PlayoutSide) -> None:
        """One decision of the player to move."""
        fits = self.fitting()
        if side.size:
            rank = self.choice[side.mask & fits]
            if rank == NONE:
                return self.stuck(side)
            return self.laid(side, rank, side.lay_all(rank))
        if side.shown:
            return self.from_table(side, fits)
        rank = side.hidden.pop()
        if fits >> rank & 1:
            return self.laid(side, rank, 1)
        side.put((rank,))
        self.take(side)

    def from_table(self, side: PlayoutSide, fits: int) -> None:
        rank = self.choice[mask_of(side.shown) & fits]
        if rank == NONE:
            return self.stuck(side)
        self.laid(side, rank, self.lay_shown(side, rank))

    def laid(self, side: PlayoutSide, rank: int, count: int) -> None:
        """So many cards of a rank go on the centre; then burn, refill, next."""
        self.centre += [rank] * count
        burns = self.burns(rank)
        while self.deck and side.size < self.hand_size:
            side.put((self.deck.pop(),))
        if burns:
            self.centre = []
        elif not side.empty():
            self.next()

    def take(self, side: PlayoutSide) -> None:
        side.put(self.centre)
        self.centre = []
        self.next()

    @abstractmethod
    def fitting(self) -> int:
        """A bit for each rank that may be laid now."""

    @abstractmethod
    def burns(self, rank: int) -> bool:
        """Whether the centre burns, whose last cards have just been laid."""

    @abstractmethod
    def lay_shown(self, side: PlayoutSide, rank: int) -> int:
        """Lays cards of this rank from the table; how many."""

    @abstractmethod
    def stuck(self, side: PlayoutSide) -> None:
        """Does what is left to a player who has nothing to lay."""


def least_useful(order: Sequence[str]) -> list[int]:
    """For every mask of ranks the one that comes first in an order; NONE for no rank at all."""
    places = [LOW_TO_HIGH.index(rank) for rank in order]
    return [next((rank for rank in places if mask >> rank & 1), NONE) for mask in range(1 << RANKS)]


def mask_of(ranks: Sequence[int]) -> int:
    return sum(1 << rank for rank in {*ranks})


class CastlePlayout(Playout):
    """rules.md 7."""

    hand_size = 3
    choice = least_useful(("3", "4", "5", "6", "7", "9", "10", "J", "Q", "K", "2", "A", "8"))
    fits = [mask_of([TWO, EIGHT, *range(top, RANKS)]) for top in range(RANKS)]
    fits.append(mask_of(range(RANKS)))  # on an empty centre

    def fitting(self) -> int:
        return self.fits[self.centre[-1] if self.centre else NONE]

    def burns(self, rank: int) -> bool:
        centre = self.centre
        return rank == EIGHT or centre[-4:] == [rank] * 4

    def lay_shown(self, side: PlayoutSide, rank: int) -> int:
        side.shown.remove(rank)
        return 1

    def stuck(self, side: PlayoutSide) -> None:
        self.take(side)


class ShipheadPlayout(Playout):
    """rules.md 6."""

    hand_size = 5
    choice = least_useful(("3", "4", "5", "6", "8", "9", "J", "Q", "K", "A", "7", "2", "10"))
    fits = {
        (LOW_TO_HIGH.index(anchor) if anchor else NONE, standard): mask_of(
            [LOW_TO_HIGH.index(rank) for rank in ranks]
        )
        for (anchor, standard), ranks in VALID.items()
    }

    def __init__(
        self,
        sides: Sequence[PlayoutSide],
        deck: list[int],
        centre: list[int],
        player: int,
        standard: bool,
    ) -> None:
        """`standard` is false while an 8 or 9 is not to be minded (rules.md 6.2)."""
        super().__init__(sides, deck, centre, player)
        self.standard = standard

    def anchor(self) -> int:
        """The newest rank that is no 7."""
        for rank in reversed(self.centre):
            if rank != SEVEN:
                return rank
        return NONE

    def fitting(self) -> int:
        return self.fits[self.anchor(), self.standard]

    def burns(self, rank: int) -> bool:
        centre = self.centre
        if rank == TEN or centre[-4:] == [rank] * 4:
            return True
        return len(centre) > 3 and [each for each in centre if each != SEVEN][-4:] == [rank] * 4

    def lay_shown(self, side: PlayoutSide, rank: int) -> int:
        before = len(side.shown)
        side.shown = [each for each in side.shown if each != rank]
        return before - len(side.shown)

    def stuck(self, side: PlayoutSide) -> None:
        if self.standard and self.anchor() == EIGHT:
            self.standard = False  # waits
            self.next()
        else:
            self.take(side)

    def take(self, side: PlayoutSide) -> None:
        super().take(side)
        self.standard = True

    def laid(self, side: PlayoutSide, rank: int, count: int) -> None:
        super().laid(side, rank, count)
        top = self.centre[-1] if self.centre else NONE
        self.standard = not (top == SEVEN and self.anchor() in (EIGHT, NINE))
