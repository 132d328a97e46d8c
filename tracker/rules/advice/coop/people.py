"""One player's choices with a card, and what becomes of both (rules.md 3.5, 3.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from tracker.rules.advice.lanes import Row
from tracker.rules.games.coop.cards import effect_of
from tracker.rules.games.coop.decisions import nothing_to_repair, with_card
from tracker.rules.games.coop.state import CoopOptions, Hero
from tracker.rules.games.dungeon import MONSTERS, may_fight
from tracker.rules.protocol import Cards, Decision, parts

RED_USES = ("equip", "drink", "use")


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
            counts = do in RED_USES or (do == "place" and self.options.place_counts)
            row = self.moved(card, discard, aside)
            yield CoopDeed(decision, self.person(after), row, counts, do == "fight")


def _open_with(player: Hero, card: str) -> Iterator[Decision]:
    """The decisions on this card that the rules have nothing against."""
    armed = card in MONSTERS and may_fight(player.weapon, player.slain, card)
    for decision in with_card(card, armed):
        if not (decision.startswith("use:") and nothing_to_repair(player, card)):
            yield decision
