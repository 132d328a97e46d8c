"""Judges of how a lone room may end: by what was learned (docs/design.md 5), or by thumb."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, ClassVar

from tracker.rules.advice.planner import Judge
from tracker.rules.advice.prospect import (
    LONE_CARDS,
    Arms,
    End,
    Ends,
    Numbers,
    Prospect,
    Reshuffle,
    name_of,
    with_monsters,
)
from tracker.rules.advice.weights import Row, Weights, chance_of, learned
from tracker.rules.protocol import Options

HP = range(1, 21)


class LoneValue(ABC):
    """The rows of a lone game's value, those that always come together added up beforehand."""

    rooms: ClassVar[int]
    """So many rooms a trial plays on by this value."""

    def __init__(self, weights: Weights) -> None:
        """Raises KeyError if a row is missing."""
        rows = weights.rows
        self.weights, self.bias, self.odds = weights, weights.bias, weights.units.odds
        self.hidden = by_card(rows["hidden"], LONE_CARDS)
        self.under = by_card(rows["under"], LONE_CARDS)
        self.left = rows["left"]["left"]
        self.house = rows.get("house", {})
        """By `name=value` of a house rule; one that changes the pack alone has none."""
        carried = by_card(rows["carried"], [0, *LONE_CARDS])
        self.condition = {
            (hp, card): rows["hp"][str(hp)] + row for hp in HP for card, row in carried.items()
        }
        """By the hp and the card carried on."""

    @abstractmethod
    def armed(self, ways: Collection[Arms], monsters: Sequence[int]) -> dict[Arms, Row]:
        """The rows of each way to be armed, with so many monsters of each value to come."""


def by_card(rows: Mapping[str, Row], cards: Iterable[int]) -> dict[int, Row]:
    return {card: rows[name_of(card)] for card in cards}


class LearnedProspect(Prospect):
    """Keeps the sum of the rows of all cards to come, so that a draw only takes some away."""

    def __init__(
        self,
        value: LoneValue,
        house_rules: Iterable[str],
        face_down: Numbers,
        under: Numbers,
        reshuffle: Reshuffle | None,
    ) -> None:
        super().__init__(face_down, under, reshuffle)
        self.value = value
        # A room that is shuffled in is hidden again; one put under is not.
        self.back = value.hidden if reshuffle else value.under
        self.base: Row = value.bias
        self.base += sum(value.house.get(rule, 0) for rule in house_rules)
        self.base += sum(value.hidden[card] for card in face_down)
        self.base += sum(value.under[card] for card in under)

    def draw(self, count: int) -> Numbers:
        first = self.place
        drawn = super().draw(count)
        for place, card in enumerate(drawn, start=first):
            rows = self.value.hidden if place < self.face_down else self.value.under
            self.base -= rows[card]
        return drawn

    def put_back(self, room: Numbers) -> None:
        super().put_back(room)
        self.base += sum(self.back[card] for card in room)

    def rates(self, ends: Ends) -> list[float]:
        armed = self.value.armed({arms for arms, _ in ends}, self.monsters)
        armed = {arms: self.base + row for arms, row in armed.items()}
        condition, odds = self.value.condition, self.value.odds
        return [odds(armed[arms] + condition[hp, card]) for (arms, card), hp in ends.items()]

    def rate_of_leaving(self, hp: int, arms: Arms, room: Numbers) -> float:
        armed = self.value.armed((arms,), with_monsters(self.monsters, room))[arms]
        back = sum(self.back[card] for card in room) + self.value.left
        return self.value.odds(self.base + back + armed + self.value.condition[hp, 0])


class LearnedJudge(Judge):
    counts = 20

    def __init__(
        self, value: LoneValue, reshuffle: Reshuffle | None, house_rules: Sequence[str] = ()
    ) -> None:
        self.value, self.rooms, self.reshuffle = value, value.rooms, reshuffle
        self.house_rules = house_rules

    def prospect(self, face_down: Numbers, under: Numbers) -> Prospect:
        return LearnedProspect(self.value, self.house_rules, face_down, under, self.reshuffle)

    def chance(self, rate: float) -> float:
        return chance_of((rate + self.value.weights.out) / self.value.weights.scale)

    def advised_chance(self, mean: float, mixed: bool) -> float | None:
        weights = self.value.weights
        return weights.mixed_chances(mean) if mixed else weights.chances(mean)


def learned_judge(
    key: str, value: type[LoneValue], options: Options, reshuffle: Reshuffle | None = None
) -> LearnedJudge | None:
    """By the weights for these house rules of a game; None where there are none of use."""
    house_rules = changed(options)
    found = learned(f"{key}-house" if house_rules else key, value)
    return LearnedJudge(found, reshuffle, house_rules) if found else None


def changed(options: Options) -> list[str]:
    """The house rules that are not the usual ones, as `name=value`."""
    usual = type(options)()
    names = [field.name for field in fields(options)]
    return [
        f"{name}={getattr(options, name)}"
        for name in names
        if getattr(options, name) != getattr(usual, name)
    ]


class ThumbProspect(Prospect):
    def __init__(self, judge: ThumbJudge, face_down: Numbers, under: Numbers) -> None:
        super().__init__(face_down, under, judge.reshuffle)
        self.ahead, self.worth = judge.ahead, judge.worth

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
        self,
        reshuffle: Reshuffle | None,
        ahead: Callable[[Numbers], Any],
        worth: Callable[[End, Any], float],
    ) -> None:
        """`worth` is how good an end is with these cards `ahead`; only the order counts."""
        self.reshuffle, self.ahead, self.worth = reshuffle, ahead, worth

    def prospect(self, face_down: Numbers, under: Numbers) -> Prospect:
        return ThumbProspect(self, face_down, under)

    def chance(self, rate: float) -> float:
        return 0.0

    def advised_chance(self, mean: float, mixed: bool) -> float | None:
        return mean if mean in (0, 1) and not mixed else None
