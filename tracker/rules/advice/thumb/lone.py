"""Lone games judged by rule of thumb."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from tracker.rules.advice.numbers import Numbers
from tracker.rules.advice.planner import Judge
from tracker.rules.advice.prospect import Arms, End, Ends, Prospect, Reshuffle

AheadT = TypeVar("AheadT")

Worth = Callable[[End, AheadT], float]
"""How good an end is with these cards ahead; only the order counts."""


class ThumbProspect(Prospect, Generic[AheadT]):
    def __init__(
        self,
        face_down: Numbers,
        under: Numbers,
        reshuffle: Reshuffle | None,
        ahead: Callable[[Numbers], AheadT],
        worth: Worth[AheadT],
    ) -> None:
        super().__init__(face_down, under, reshuffle)
        self.ahead, self.worth = ahead, worth

    def rates(self, ends: Ends) -> list[float]:
        ahead = self.ahead(self.cards[self.place :])
        return [self.worth(End(hp, arms, card), ahead) for (arms, card), hp in ends.items()]

    def rate_of_leaving(self, hp: int, arms: Arms, room: Numbers) -> float:
        ahead = self.ahead(self.cards[self.place :])
        return self.worth(End(hp, arms, under=room), ahead)


class ThumbJudge(Judge):
    """Plays every trial to the end: a rule of thumb cannot say how likely a win is."""

    rooms = 0

    def __init__(
        self, reshuffle: Reshuffle | None, ahead: Callable[[Numbers], Any], worth: Worth[Any]
    ) -> None:
        self.reshuffle, self.ahead, self.worth = reshuffle, ahead, worth

    def prospect(self, face_down: Numbers, under: Numbers) -> Prospect:
        return ThumbProspect(face_down, under, self.reshuffle, self.ahead, self.worth)

    def chance(self, rate: float) -> float:
        return 0.0

    def advised_chance(self, mean: float) -> float | None:
        return mean if mean in (0, 1) else None
