"""The table between two decisions in a room, its people, and one step on (rules.md 3.4 to 3.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from itertools import compress
from operator import attrgetter
from typing import NamedTuple, TypeVar

from tracker.rules.advice.weights import Row
from tracker.rules.cards import ENEMIES
from tracker.rules.games.coop.cards import effect_of
from tracker.rules.games.coop.decisions import nothing_to_repair, too_much_used, with_card
from tracker.rules.games.coop.state import CoopOptions, CoopState, Hero
from tracker.rules.games.dungeon import MONSTERS, may_fight
from tracker.rules.protocol import Cards, Decision, parts

Moved = Callable[[str, Cards, Cards], Row]
"""The row a judge adds when a card leaves the room, and these go to the discard and aside."""


class CoopDeed(NamedTuple):
    """A decision that takes a card from the room."""

    decision: Decision
    after: Person
    row: Row
    """The row that a judge adds for it."""
    counts: bool
    """Whether it counts against running away (rules.md 3.7)."""
    fights: bool


class Person:
    """A player's state while a room is planned. There is only one of each, compared as itself."""

    def __init__(self, player: Hero) -> None:
        self.player = player
        self.alive = player.hp > 0
        self.deeds: dict[str, tuple[CoopDeed, ...]] = {}
        """The player's choices with each card, as far as they have been asked for."""
        self.rows: tuple[dict[int, Row], dict[int, Row]] = {}, {}
        """The judge's rows for the player, acting next or not, by the number of red cards used."""


class People:
    """All states of players that a plan has met."""

    def __init__(self, options: CoopOptions, moved: Moved) -> None:
        self.options, self.moved = options, moved
        self._met: dict[Hero, Person] = {}

    def person(self, player: Hero) -> Person:
        return self._met.get(player) or self._met.setdefault(player, Person(player))

    def passing(self, person: Person) -> Person:
        return self.person(replace(person.player, passed=True))

    def rested(self, person: Person) -> Person:
        return self.person(replace(person.player, passed=False)) if person.player.passed else person

    def deeds(self, person: Person, card: str) -> tuple[CoopDeed, ...]:
        if card not in person.deeds:
            person.deeds[card] = tuple(self._deeds(person.player, card))
        return person.deeds[card]

    def _deeds(self, player: Hero, card: str) -> Iterator[CoopDeed]:
        rested = replace(player, passed=False) if player.passed else player
        for decision in _open_with(player, card):
            do, _, how = parts(decision)
            after, discard, aside = effect_of(rested, do, card, how, self.options.shields)
            row, counts = self.moved(card, discard, aside), self.options.counts(do)
            yield CoopDeed(decision, self.person(after), row, counts, do == "fight")


def _open_with(player: Hero, card: str) -> Iterator[Decision]:
    """The decisions on this card that the rules have nothing against."""
    armed = card in MONSTERS and may_fight(player.weapon, player.slain, card)
    for decision in with_card(card, armed):
        if not (decision.startswith("use:") and nothing_to_repair(player, card)):
            yield decision


T = TypeVar("T")

ALIVE = attrgetter("alive")


class Spot(NamedTuple):
    """The part of the table that changes while a room is played."""

    people: tuple[Person, ...]
    room: Cards
    turn: int | None
    """The seat to act; None in a Red Room."""
    used: tuple[int, ...]
    fought: bool
    left: bool
    """Whether nothing is to be decided here any more (rules.md 3.8, 3.12)."""
    cards: Row
    """The row that a judge adds up for all cards where they lie."""

    @property
    def living(self) -> tuple[int, ...]:
        return tuple([seat for seat, person in enumerate(self.people) if person.alive])

    @property
    def alive(self) -> int:
        """So many live."""
        return sum(map(ALIVE, self.people))


Step = tuple[int, Decision, Spot]
"""A seat, its decision, and the spot that this leads to."""


class Steps:
    """The decisions that the rules allow each player in a room, except offers to run."""

    def __init__(self, view: CoopState, moved: Moved, people: People | None = None) -> None:
        """`people` are those that other rooms of the table have met, by the same judge's rows."""
        self.view = view
        self.people = people or People(view.options, moved)

    def start(self, cards: Row) -> Spot:
        view = self.view
        people = tuple(map(self.people.person, view.players))
        return Spot(people, view.room, view.turn, view.used, view.fought, False, cards)

    def following(self, spot: Spot, seat: int) -> Iterator[Step]:
        """Every step of this seat, but only one of those that come to the same."""
        person = spot.people[seat]
        for card, left in one_of_each(spot.room):
            for deed in self.people.deeds(person, card):
                yield seat, deed.decision, self._after(spot, seat, deed, left)
        if spot.turn is not None and not person.player.passed:
            people = _with(spot.people, seat, self.people.passing(person))
            turn = living_after(people, seat)
            yield seat, "pass", spot._replace(people=people, turn=turn)

    def _after(self, spot: Spot, seat: int, deed: CoopDeed, room: Cards) -> Spot:
        people = _with(spot.people, seat, deed.after)
        used = _with(spot.used, seat, spot.used[seat] + 1) if deed.counts else spot.used
        left = len(room) <= 1 or not any(map(ALIVE, people))
        turn = spot.turn if spot.turn is None or left else living_after(people, seat)
        fought, cards = spot.fought or deed.fights, spot.cards + deed.row
        return Spot(people, room, turn, used, fought, left, cards)

    def offered(self, spot: Spot) -> Spot:
        """After offers of all: nobody's latest action is a pass (rules.md 3.5)."""
        return spot._replace(people=tuple(map(self.people.rested, spot.people)))

    def may_run(self, spot: Spot) -> bool:
        """Whether running is allowed (rules.md 3.7); in a Red Room the uses do not matter."""
        options = self.view.options
        too_soon = self.view.ran_last and not (self.view.red_room and options.red_room_after_run)
        if too_soon or spot.fought:
            return False
        used = [*compress(spot.used, map(ALIVE, spot.people))]
        return self.view.red_room or not too_much_used(used, options.run_red_limit)


def living_after(people: tuple[Person, ...], seat: int) -> int:
    """The next living seat clockwise, which may be the same one again; somebody must live."""
    after = (seat + 1) % len(people)
    while not people[after].alive:
        after = (after + 1) % len(people)
    return after


@cache
def kind(card: str) -> str:
    """The two suits of a monster are alike."""
    return card[:-1] if card in ENEMIES[:-1] else card


@lru_cache(maxsize=4096)
def one_of_each(room: Cards) -> tuple[tuple[str, Cards], ...]:
    """Every card that may be taken from a room, with what is left; of twins only the first."""
    first: dict[str, int] = {}
    for place, card in enumerate(room):
        first.setdefault(kind(card), place)
    return tuple((room[n], (*room[:n], *room[n + 1 :])) for n in first.values())


def _with(things: tuple[T, ...], place: int, thing: T) -> tuple[T, ...]:
    return (*things[:place], thing, *things[place + 1 :])
