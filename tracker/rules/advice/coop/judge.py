"""The judge of how good it is to stand somewhere in a room, or to leave it."""

from __future__ import annotations

from abc import ABC, abstractmethod

from tracker.rules.advice.coop.spot import Spot
from tracker.rules.advice.lanes import Row
from tracker.rules.protocol import Cards


class CoopJudge(ABC):
    """Judges the spots of one room."""

    def cards(self) -> Row:
        """The row added up for all cards where they lie at first."""
        return 0

    def moved(self, card: str, discard: Cards, aside: Cards) -> Row:
        """The row added when a card leaves the room, and these go to the discard and aside."""
        return 0

    @abstractmethod
    def rate(self, spot: Spot, may_run: bool) -> float:
        """How good it is to go on from here, or to have left the room like this."""

    @abstractmethod
    def rate_of_running(self, spot: Spot) -> float:
        """Rates the spot if all run from here."""
