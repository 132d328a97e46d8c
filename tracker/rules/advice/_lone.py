"""Advice for one player against the deck: plan the room, try the best plans on deals to come.

A card is a number here, `kind << 4 | value`, and a monster just its value: a game is played out
in numbers, by the planner's rule of thumb, in about a millisecond.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import exp, log
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from tracker.rules.advice._search import Advice, Entrant, Spent, Step, race, unseen
from tracker.rules.cards import ENEMIES, POTIONS, WEAPONS, enemy_value, red_value
from tracker.rules.games.dungeon import ROOM_SIZE, LoneGame, LoneState
from tracker.rules.protocol import BACK, Cards, Decision, Shuffle, parts

WEAPON, POTION = 1 << 4, 2 << 4
NUMBER = {card: enemy_value(card) for card in ENEMIES}
NUMBER |= {card: WEAPON | red_value(card) for card in WEAPONS}
NUMBER |= {card: POTION | red_value(card) for card in POTIONS}

Numbers = tuple[int, ...]

ENTRANTS = 5
"""So many ends of a room are tried, and leaving it: with more, each has too few trials."""
MONSTER_POINTS = 2 * sum(range(2, 15))


class End(NamedTuple):
    """How a room is left. Until the next one is dealt nothing happens that was not planned."""

    hp: int
    arms: Numbers
    """What is in hand, as the game's planner writes it."""
    carried: int = 0
    """The card that opens the next room; 0 for none."""
    under: Numbers = ()
    """The room itself, if it was not played and went under the pile."""


class Room(NamedTuple):
    """A room with something still to do in it."""

    cards: Numbers
    taken: int = 0
    drunk: bool = False
    last: bool = False
    """Whether the pile is empty."""


NOTHING = End(0, ())

AheadT = TypeVar("AheadT")
StateT = TypeVar("StateT", bound=LoneState)


class Planner(ABC, Generic[StateT, AheadT]):
    """Knows the ends of a room and their worth under the options of a game."""

    game: ClassVar[LoneGame[Any, Any]]
    nearly: ClassVar[float]
    """What a loss at the very end counts; where wins are rare it tells plans apart."""
    favour: ClassVar[float]
    """What a point of worth counts beside the trials, in won ones."""
    calibration: ClassVar[tuple[float, float]]
    """From the mean of trials to the adviser's own chance: shift and slope of the log odds."""

    def __init__(self, options: Any, shuffle: Shuffle) -> None:
        self.options = options
        # A shuffle does not look at what it shuffles.
        self.shuffle = cast(Callable[[Numbers], Sequence[int]], shuffle)

    @abstractmethod
    def arms(self, state: StateT) -> Numbers:
        """What is in hand, for an End."""

    @abstractmethod
    def ends(self, hp: int, arms: Numbers, room: Room) -> Iterable[End]:
        """All ends of a room that can be reached alive, each with the most hp, but for leaving."""

    @abstractmethod
    def ahead(self, deck: Numbers) -> AheadT:
        """What `worth` needs to know about the cards that may come."""

    @abstractmethod
    def worth(self, end: End, ahead: AheadT) -> float:
        """How good an end is; only the order counts."""

    @abstractmethod
    def taken(self, state: StateT) -> int:
        """How many cards of the open room are gone."""

    def chance(self, mean: float) -> float:
        """The adviser's own chance, which plays better than the rule of thumb of its trials."""
        if mean in (0, 1):
            return mean
        shift, slope = self.calibration
        return 1 / (1 + exp(-shift - slope * log(mean / (1 - mean))))

    def put_under(self, deck: Numbers, under: Numbers) -> Numbers:
        return deck + under

    def best(self, before: End, room: Numbers, deck: Numbers) -> End | None:
        """The end of most worth for a room just entered; None if there is only death."""
        ahead = self.ahead(deck)
        ends = [*self.ends(before.hp, before.arms, Room(room, last=not deck))]
        if not before.under:
            ends.append(End(before.hp, before.arms, under=room))
        return max(ends, key=lambda end: self.worth(end, ahead), default=None)

    def played_out(self, end: End | None, deck: Numbers) -> float:
        """1 for a game that is won by rule of thumb, less than `nearly` for one that is lost."""
        room: Numbers = ()
        while end:
            deck = self.put_under(deck, end.under)
            room = (end.carried, *deck) if end.carried else deck
            room, deck = room[:ROOM_SIZE], room[ROOM_SIZE:]
            if not room:
                return 1.0
            end = self.best(end, room, deck)
        left = sum(card for card in room + deck if card < WEAPON)
        return self.nearly * (1 - left / MONSTER_POINTS)

    def reachable(self, state: StateT, decision: Decision) -> Iterable[End]:
        """All ends of the room that are still open after a decision."""
        child = self.game.play(state, 0, decision, tuple)
        over = self.game.outcome(child)
        if child.turn > state.turn or (over and over.word == "won"):
            return (self._left(state, child, decision),)
        if over:
            return ()
        taken = self.taken(child)
        room = Room(numbers(child.room), taken, child.potion_used, not child.deck)
        return self.ends(child.hp, self.arms(child), room)

    def _left(self, state: StateT, child: StateT, decision: Decision) -> End:
        do, card, how = parts(decision)
        if do in ("skip", "flee"):
            return End(child.hp, self.arms(child), under=numbers(state.room))
        dropped = (card,) if how == "drop" else ()
        carried = tuple(other for other in state.room if other != card) + dropped
        return End(child.hp, self.arms(child), carried=sum(numbers(carried)))  # one at most


def advise(planner: Planner[StateT, Any], view: StateT, spent: Spent) -> Advice | None:
    """The first step to the best end of the room that lies open; None when the game is over."""
    hidden, bottom = _pile(planner, view)

    def deal() -> Numbers:
        return (*planner.shuffle(hidden), *bottom)

    decisions, ends = _open(planner, view), _ends(planner, view, hidden + bottom)
    if ends:
        found = race(_entrants(ends, planner.favour), deal, planner.played_out, spent)
        return _told(planner, view, found)
    if decisions:
        return Advice(decisions[0], 0.0, "win", 0, (), ((0, decisions[0]),))
    return None


def _told(planner: Planner[StateT, Any], view: StateT, found: Sequence[Entrant[End]]) -> Advice:
    ranked: dict[Decision, float] = {}
    for entrant in found:
        _, decision = next(_path(planner, view, entrant.plan))
        ranked.setdefault(decision, planner.chance(entrant.mean))
    plan = tuple(_path(planner, view, found[0].plan))
    tried = sum(entrant.trials for entrant in found)
    _, decision = plan[0]
    return Advice(decision, ranked[decision], "win", tried, tuple(ranked.items()), plan)


def by_worth(planner: Planner[StateT, Any], view: StateT) -> tuple[Step, ...]:
    """What to do until new cards are dealt, by the rule of thumb; () if all of it kills."""
    hidden, bottom = _pile(planner, view)
    ends = _ends(planner, view, hidden + bottom)
    return tuple(_path(planner, view, next(iter(ends)))) if ends else ()


def _pile(planner: Planner[StateT, Any], view: StateT) -> tuple[Numbers, Numbers]:
    """The cards that lie face down, in no order, and those that were put under them openly."""
    bottom = tuple(card for card in view.deck if card != BACK)
    return numbers(unseen(planner.game, view)), numbers(bottom)


def _open(planner: Planner[StateT, Any], state: StateT) -> Cards:
    return tuple(each for each in planner.game.decisions(state, 0) if each != "quit")


def _ends(planner: Planner[StateT, Any], view: StateT, deck: Numbers) -> dict[End, float]:
    """The ends that can be reached from here and their worth, the best first."""
    most: dict[Any, End] = {}
    for decision in _open(planner, view):
        for end in planner.reachable(view, decision):
            if end.hp > most.get(end[1:], NOTHING).hp:
                most[end[1:]] = end
    ahead = planner.ahead(deck)
    worth = {end: planner.worth(end, ahead) for end in most.values()}
    return dict(sorted(worth.items(), key=lambda item: -item[1]))


def _entrants(ends: Mapping[End, float], favour: float) -> dict[End, float]:
    """The ends to try, each with its favour: those of most worth, and leaving the room."""
    most = max(ends.values())
    tried = [end for place, end in enumerate(ends) if place < ENTRANTS or end.under]
    return {end: (ends[end] - most) * favour for end in tried}


def _path(planner: Planner[StateT, Any], state: StateT, end: End) -> Iterator[Step]:
    """Steps that lead to this end of the room."""
    room = state.turn
    while state.turn == room and (decisions := _open(planner, state)):
        decision = next(each for each in decisions if end in planner.reachable(state, each))
        yield 0, decision
        state = planner.game.play(state, 0, decision, tuple)


def numbers(cards: Cards) -> Numbers:
    return tuple(NUMBER[card] for card in cards)
