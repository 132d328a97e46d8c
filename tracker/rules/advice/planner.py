"""A lone game as the adviser must know it: the ends of a room, and who judges them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from tracker.rules.advice.prospect import Arms, Ends, Numbers, Prospect, numbers
from tracker.rules.games.dungeon import LoneGame, LoneState
from tracker.rules.protocol import Shuffle
from tracker.rules.words import number_noop

UNARMED = number_noop("Go on with bare hands: a weapon wins {points} fewer in 100 games.", "points")

StateT = TypeVar("StateT", bound=LoneState)


class PlannerRoom(NamedTuple):
    """A room with something still to do in it."""

    cards: Numbers
    taken: int = 0
    drunk: bool = False
    last: bool = False
    """Whether the pile is empty."""


class Judge(ABC):
    """Says how good the ends of a room are."""

    rooms: int
    """So many rooms a trial plays on before it takes the judge's word for the rest; 0 for all."""
    counts = 0
    """Its opinion of an end counts as so many trials of that end."""

    @abstractmethod
    def prospect(self, face_down: Numbers, under: Numbers) -> Prospect:
        """The cards to come."""

    @abstractmethod
    def chance(self, rate: float) -> float:
        """The probability of a win that a rate stands for, if one goes on by rate."""

    @abstractmethod
    def advised_chance(self, mean: float, mixed: bool) -> float | None:
        """The chance to win with advice, by the mean of the trials; None if it cannot be said.

        With `mixed` skipped rooms lie under the pile in an order that nobody knows.
        """


class Planner(ABC, Generic[StateT]):
    """Knows the ends of a room under the options of a game."""

    game: ClassVar[LoneGame[Any, Any]]
    trials: ClassVar[int]
    """So many belong to one piece of advice."""
    positions: ClassVar[int]
    """So many of them at most are searched for one, where every card is known."""

    def __init__(self, options: Any, shuffle: Shuffle) -> None:
        self.options = options
        # A shuffle does not look at what it shuffles.
        self.shuffle = cast(Callable[[Sequence[int]], Sequence[int]], shuffle)

    def judge(self) -> Judge:
        """The best there is for these options."""
        return self.learned() or self.thumb()

    @abstractmethod
    def learned(self) -> Judge | None:
        """Returns the judge that goes by what was learned for these options, if anything was."""

    @abstractmethod
    def thumb(self) -> Judge:
        """Returns the judge that goes by rules of thumb."""

    @abstractmethod
    def arms(self, state: StateT) -> Arms:
        """The arms in hand, for an end."""

    @abstractmethod
    def ends(self, hp: int, arms: Arms, room: PlannerRoom) -> Ends:
        """All ways to leave a room alive, but for putting it back as it is."""

    @abstractmethod
    def gear(self, arms: Arms) -> dict[str, int]:
        """The traits that tell arms apart, by name."""

    @abstractmethod
    def reason(
        self, view: StateT, arms: Arms, others: Arms, trait: str, monsters: Sequence[int]
    ) -> tuple[str, dict[str, str | int]]:
        """Why these arms are better than others that differ in a trait, with so many to come."""

    def room(self, state: StateT) -> PlannerRoom:
        cards = numbers(state.room)
        return PlannerRoom(cards, state.taken, state.potion_used, not state.deck)
