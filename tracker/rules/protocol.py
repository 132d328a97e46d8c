"""The interface of every dealt game, whatever its cards do (rules.md 1.3).

A game is one subclass of Game, without any state of its own. Its states are frozen dataclasses of
tuples, numbers and strings: a decision answers with a new one and leaves the old one as it was.
Chance enters only through the shuffle handed in, so a recorded game can be replayed exactly.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import (
    Any,
    ClassVar,
    Generic,
    NamedTuple,
    Protocol,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

BACK = "BACK"
"""A card that lies face down for whoever is looking."""

Cards = tuple[str, ...]

Shuffle = Callable[[Cards], Sequence[str]]
"""Takes the cards to be shuffled, answers with their new draw order."""

Decision = str
"""A step that a seat may take next: verb, cards and manner, as far as it has them.

`pass`, `drink:7h`, `fight:Kc:weapon`, `play:9c,9d`: the text that is offered, posted and logged.
"""

T = TypeVar("T")


class Dice(Protocol):
    """How a player throws a die; a `random.Random` will do."""

    def choice(self, things: Sequence[T], /) -> T: ...

    def sample(self, things: Sequence[T], count: int, /) -> list[T]: ...


Computer = Callable[[Any, int, Dice], Decision]
"""Takes what a seat sees, the seat and chance; answers with one of the seat's decisions."""


class Illegal(ValueError):
    """A decision that is not open to this seat now. The state stays as it was."""


class BadSetup(ValueError):
    """Options, seats or a deck that the game cannot be played with; it says what is allowed."""


class Outcome(NamedTuple):
    """How a game ended: `won`, `lost`, `quit` or `over`, and who won it, if somebody did."""

    word: str
    winner: int | None = None


class Option(NamedTuple):
    """A house rule: its default and the values it may take; with `many`, any number of them."""

    default: Any
    allowed: tuple[Any, ...]
    many: bool = False

    def read(self, name: str, value: Any) -> Any:
        """The value if it is allowed, a list made a tuple. BadSetup for any other."""
        if not self.many:
            self._check(name, value)
            return value
        if not isinstance(value, list | tuple):
            raise BadSetup(f"option {name} is a list, not {value!r}")
        for part in value:
            self._check(name, part)
        if len(set(value)) < len(value):
            raise BadSetup(f"option {name} names something twice")
        return tuple(value)

    def _check(self, name: str, value: Any) -> None:
        if not any(type(one) is type(value) and one == value for one in self.allowed):
            raise BadSetup(f"option {name} cannot be {value!r}; allowed: {listed(self.allowed)}")


def option(default: T, *others: T) -> T:
    """A field of Options: its default and the other values it may take."""
    allowed = Option(default, (default, *others))
    return field(default=default, metadata={"option": allowed})


def any_of(*allowed: str) -> Cards:
    """A field of Options that takes any number of these, by default none."""
    return field(default=(), metadata={"option": Option((), allowed, many=True)})


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules of a game, named as in rules.md; every field is an option() or any_of()."""


def options_of(kind: type[Options]) -> dict[str, Option]:
    """The house rules of a game by their names."""
    return {each.name: each.metadata["option"] for each in fields(kind)}


OptionsT = TypeVar("OptionsT", bound=Options)
StateT = TypeVar("StateT")


class Game(ABC, Generic[OptionsT, StateT]):
    """The rules of one game."""

    key: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[tuple[int, ...]]
    """How many may play."""
    hands: ClassVar[bool] = False
    """Whether each seat sees cards that the others must not see."""
    version: ClassVar[int] = 1
    """The version of the rules: one more with each change that makes an old log lead elsewhere."""
    options_type: type[OptionsT]
    state_type: type[StateT]

    @property
    def options(self) -> dict[str, Option]:
        return options_of(self.options_type)

    def setup(
        self, options: Mapping[str, Any], seats: int, deck: Sequence[str], shuffle: Shuffle
    ) -> StateT:
        """The state in which the first decision is due; `deck` is the draw order of the pack.

        BadSetup for options, a number of seats or a deck that do not fit; options may be left out.
        """
        chosen = self.chosen(options)
        if seats not in self.seats:
            raise BadSetup(f"{self.title} is for {listed(self.seats)} players, not {seats!r}")
        self.check_pack(chosen, deck)
        return self.deal(chosen, seats, tuple(deck), shuffle)

    def chosen(self, options: Mapping[str, Any]) -> OptionsT:
        """The options with the defaults for those left out. BadSetup names what is not allowed."""
        ours = self.options
        if strange := [name for name in options if name not in ours]:
            raise BadSetup(f"{self.title} has no option {strange[0]!r}; it has: {listed(ours)}")
        return self.options_type(**{n: ours[n].read(n, value) for n, value in options.items()})

    def check_pack(self, options: OptionsT, cards: Sequence[str]) -> None:
        """BadSetup unless these are exactly the cards the game is played with."""
        pack, given = Counter(self.pack(options)), Counter(cards)
        if pack != given:
            faults = f"lacks {listed(pack - given)}, has too many of {listed(given - pack)}"
            raise BadSetup(f"these are not the cards of {self.title}: the deck {faults}")

    @abstractmethod
    def pack(self, options: OptionsT) -> Cards:
        """The cards the game is played with, in a fixed order."""

    @abstractmethod
    def deal(self, options: OptionsT, seats: int, deck: Cards, shuffle: Shuffle) -> StateT:
        """`setup` for options, seats and a deck that fit."""

    def to_act(self, state: StateT) -> tuple[int, ...]:
        """The seats that owe a decision; none when the game is over. Here: one player's game."""
        return () if self.outcome(state) else (0,)

    @abstractmethod
    def decisions(self, state: StateT, seat: int) -> tuple[Decision, ...]:
        """Everything this seat may do now; a decision is legal if and only if it stands here."""

    def distinct(self, state: StateT, seat: int) -> tuple[Decision, ...]:
        """The decisions, but only one of those that come to the same."""
        return self.decisions(state, seat)

    def offered(self, state: StateT, seat: int) -> tuple[Decision, ...]:
        """The distinct decisions but for giving up: who wants no more simply leaves."""
        return tuple(each for each in self.distinct(state, seat) if each != "quit")

    def apply(self, state: StateT, seat: int, decision: Decision, shuffle: Shuffle) -> StateT:
        """The state after a decision and all that follows from it by itself. Illegal if not."""
        legal = self.decisions(state, seat)
        if decision not in legal:
            allowed = listed(legal) if legal else "nothing"
            raise Illegal(f"seat {seat} cannot decide {decision[:40]!r}; open to it: {allowed}")
        return self.play(state, seat, decision, shuffle)

    def objection(self, state: StateT, seat: int, decision: Decision) -> str:
        """The rules' objection to a decision that is not open, in a sentence; "" if untold."""
        return ""

    @abstractmethod
    def play(self, state: StateT, seat: int, decision: Decision, shuffle: Shuffle) -> StateT:
        """`apply` for a decision taken from `decisions`: it is not checked again."""

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """How the game ended, or None while somebody has a decision to make."""

    def score(self, state: StateT) -> dict[str, Any]:
        """The numbers that stand behind an outcome, in the words of the trace format."""
        return {}

    def result(self, state: StateT) -> dict[str, Any]:
        """Outcome and score in the words of the trace format; a game that goes on is `stopped`."""
        outcome = self.outcome(state)
        return {"outcome": outcome.word if outcome else "stopped"} | self.score(state)

    @abstractmethod
    def view(self, state: StateT, seat: int) -> StateT:
        """The state as this seat sees it: a card it may not see is BACK.

        A seat that nobody sits on sees what everybody sees.
        """

    def unseen(self, view: Any) -> Cards:
        """The cards that may still come: those of the pack that a seat's view does not name."""
        named = self.to_json(view)
        return tuple(card for card in self.pack(view.options) if f'"{card}"' not in named)

    @abstractmethod
    def summary(self, state: StateT) -> dict[str, Any]:
        """The state in the words of the trace format."""

    def report(self, state: StateT, seat: int, decision: Decision) -> str:
        """A legal decision as it is told afterwards: a card turned over blind has its name then."""
        return decision

    def tale(self, state: StateT, seat: int, decision: Decision) -> str:
        """The report of a legal decision with every card it moved, and why it led to more.

        Like a decision it has up to three parts; no card is in it that not everybody has seen.
        """
        return self.report(state, seat, decision)

    def to_json(self, state: StateT) -> str:
        return json.dumps(state, default=fields_of)

    def from_json(self, text: str) -> StateT:
        """The state that `to_json` wrote."""
        return cast(StateT, revived(self.state_type, json.loads(text)))


def parts(decision: Decision) -> tuple[str, str, str]:
    """Verb, cards and manner of a decision; "" for what it does not have."""
    do, cards, how, *_ = f"{decision}::".split(":")
    return do, cards, how


def listed(things: Iterable[object]) -> str:
    """Things named one after the other in a message: `short, through`."""
    return ", ".join(map(str, things)) or "none"


def fields_of(part: Any) -> dict[str, Any]:
    """The parts of a dataclass by name, for `json.dumps` to write it."""
    return {each.name: getattr(part, each.name) for each in fields(part)}


def revived(kind: Any, value: Any) -> Any:
    """Dicts made dataclasses and lists made tuples again, as the types of the fields say.

    A class may say in `FORMER_NAMES` what a field was called when older states were written. Raises
    TypeError or LookupError for values of another form.
    """
    made = value
    if isinstance(value, dict):
        of_class = next(iter(get_args(kind)), kind)  # of `Blow | None` the class
        kinds = _field_types(of_class)
        renames: Mapping[str, str] = getattr(of_class, "FORMER_NAMES", {})
        named = {renames.get(name, name): part for name, part in value.items()}
        made = of_class(**{name: revived(kinds[name], part) for name, part in named.items()})
    elif isinstance(value, list):
        made = tuple(revived(get_args(kind)[0], part) for part in value)
    if not isinstance(made, tuple if get_origin(kind) is tuple else kind):
        raise TypeError(f"{value!r} is no {kind}")
    return made


@cache
def _field_types(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
