"""The draw pile as far as a table knows it, and where its next cards come from.

The upper part lies in an order nobody knows; below it lie the rooms that were run from, each as it
was put there. The next cards are therefore random hands: some out of the upper part, the rest out
of the runs, from the top down.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tracker.rules.table.texts.card_rows import Sort


class Draw(NamedTuple):
    """`size` cards come out of `cards`, each as likely as any other."""

    cards: Sort
    size: int


@dataclass(frozen=True)
class Pile:
    """`top` may lie in the upper part and `depth` of them do; `runs` lie below, highest first.

    `depth` is smaller than `top` where cards have gone by that nobody named: which of them are
    missing is not known either. Raises ValueError where more should lie there than can.
    """

    top: Sort
    depth: int
    runs: tuple[Sort, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.depth <= len(self.top):
            raise ValueError("the upper part has more cards than may lie in it")

    @property
    def size(self) -> int:
        return self.depth + sum(map(len, self.runs))

    @property
    def sure(self) -> bool:
        """Whether every card of the pile is known by name."""
        return self.depth == len(self.top)

    @property
    def cards(self) -> Sort:
        """Every card that may lie in it."""
        return self.top.union(*self.runs)

    def draws(self, count: int, skip: int = 0) -> list[Draw]:
        """The parts of the pile that the next `count` cards come out of, after `skip` others.

        Cards that are skipped unseen change nothing for the later ones of the same part. Raises
        ValueError where the pile has not so many.
        """
        if skip < 0 or count < 0 or skip + count > self.size:
            raise ValueError(f"the pile has {self.size} cards, not {skip + count}")
        found = []
        for cards, depth in ((self.top, self.depth), *((run, len(run)) for run in self.runs)):
            # Skipped cards come off the top first, then out of the runs below.
            above = min(skip, depth)
            taken = min(count, depth - above)
            skip, count = skip - above, count - taken
            if taken:
                found.append(Draw(cards, taken))
        return found
