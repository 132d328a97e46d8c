"""Judges of a co-operative table: by what was learned (docs/design.md 5), and by rules of thumb."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache, lru_cache
from itertools import product

from tracker.rules.advice.coop.spot import Person, Spot, kind, living_after
from tracker.rules.advice.weights import Row, Weights, learned
from tracker.rules.cards import (
    BLACK_JOKER,
    BLACKSMITHS,
    PACK,
    POTIONS,
    RED_JOKER,
    SPECIAL_CARDS,
    WEAPONS,
    enemy_value,
    red_value,
    strength,
)
from tracker.rules.games.coop.game import Coop
from tracker.rules.games.coop.state import CoopState, Hero
from tracker.rules.games.dungeon import MAX_HP, MONSTERS, NO_LIMIT
from tracker.rules.protocol import BACK, Cards


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


# The weights of a room's end, in hit points. Found by the cross-entropy method: they brought two
# players furthest in 200 games played with them.
DEATH = 24
LOW_HP, LOW_HP_COST = 7.54, 0.068
FRAIL_HP, FRAIL_HP_COST = 17.9, 0.002
ARMED, ARMED_POWER, CAUGHT, SHIELD = 0.419, 0.688, 0.058, 1.23
JOKER = 3.58
WEAR, MONSTER, ANY_MONSTER = 0.433, 0.734, 0.381
BETTER_WEAPON, ANY_WEAPON = 0.693, 0.148
POTION, HEALING, HEALER, ALL_HEALING = 0.42, 0.543, 0.378, 0.137
SMITH, LYING_SHIELD = 0.798, 1.26
RUN = 2.82


class ThumbCoopJudge(CoopJudge):
    """By what is in hand and what lies there; it cannot say how likely anything is."""

    def rate(self, spot: Spot, may_run: bool) -> float:
        return worth_of(spot)

    def rate_of_running(self, spot: Spot) -> float:
        return worth_of(spot._replace(room=())) - RUN


def worth_of(spot: Spot) -> float:
    """How well the table stands with these cards still in the room."""
    players = [person.player for person in spot.people]
    living = [player for player in players if player.hp > 0]
    if not living:
        return -1e6
    hands = sum(map(_hand, living)) - DEATH * (len(players) - len(living))
    return hands + sum(_lying(card, living) for card in spot.room)


@lru_cache(maxsize=4096)
def _hand(player: Hero) -> float:
    worth = player.hp + _use(player.weapon, player.limit)
    worth -= LOW_HP_COST * max(0.0, LOW_HP - player.hp) ** 2
    worth -= FRAIL_HP_COST * max(0.0, FRAIL_HP - player.hp) ** 2
    worth += CAUGHT * sum(map(enemy_value, player.slain))
    return worth + SHIELD * sum(map(strength, player.shields))


def _lying(card: str, living: list[Hero]) -> float:
    """The worth of a card still in the room; below 0 for a monster."""
    if card in MONSTERS:
        return -JOKER if card == BLACK_JOKER else _threat(enemy_value(card), living)
    if card in WEAPONS:
        fresh = _use(card, NO_LIMIT)
        better = max(fresh - _use(player.weapon, player.limit) for player in living)
        return BETTER_WEAPON * max(0, better) + ANY_WEAPON * fresh
    wounds = MAX_HP - min(player.hp for player in living)
    if card in POTIONS:
        return POTION * red_value(card) + HEALING * min(red_value(card), wounds)
    if card == RED_JOKER:
        return HEALER + ALL_HEALING * wounds
    return (SMITH if card in BLACKSMITHS else LYING_SHIELD) * strength(card)


def _threat(value: int, living: list[Hero]) -> float:
    """The cost of the monster to whoever is best fit to fight it."""
    parried = [min(value, red_value(p.weapon)) for p in living if value < p.limit]
    cost = min([value, *(value - parry + WEAR * parry for parry in parried)])
    return -MONSTER * cost - ANY_MONSTER


@cache
def _use(weapon: str, limit: int) -> float:
    """The use of a weapon until its limit, by all the monsters it could still parry."""
    value = red_value(weapon) if weapon else 0
    parried = sum(min(value, monster) for monster in range(2, limit))
    return ARMED * float(parried**ARMED_POWER)


GAME = Coop()
CYCLE = 35
"""Cards return in a cycle of so many floors (rules.md 3.10)."""
MOST_USED = 2
"""More red cards used in a room make no difference."""
MOST_SHIELDS, MOST_CAUGHT = 6, 13
"""As many as a dealt game knows, on a weapon each below the last; real cards may have said more."""
LEFT = -1
"""In place of the number of red cards used, when the room has been left."""

OF_PLAYER = {
    *("fallen", "passed", "arms_0:0"),
    *(f"hp_{hp}" for hp in range(1, MAX_HP + 1)),
    *(f"arms_{weapon}:{limit}" for weapon, limit in product(range(2, 11), range(2, NO_LIMIT + 1))),
    *(f"caught_{count}" for count in range(MOST_CAUGHT + 1)),
    *(f"shields_{strength}" for strength in range(MOST_SHIELDS + 1)),
    *(f"used_{count}" for count in range(MOST_USED + 1)),
}
"""The rows that tell of one player."""


class CoopValue:
    """The rows of what was learned for one number of players."""

    def __init__(self, weights: Weights) -> None:
        """Raises KeyError if a row is missing, ValueError for what no room is worth."""
        rows, self.later = weights.rows, weights.later
        if not 0 < self.later < 1:
            raise ValueError(f"a room later survival is worth {self.later} times as much")
        self.weights, self.bias, self.flags = weights, weights.bias, rows["flag"]
        self.hidden, self.under, self.room, self.discard = (
            {card: rows[part][kind(card)] for card in PACK}
            for part in ("hidden", "under", "room", "discard")
        )
        self.aside = {card: rows["aside"][card] for card in SPECIAL_CARDS}
        self.floors = [rows["floor"][str(n)] for n in range(CYCLE)]
        # A lone player has no other, and to have fallen is all that is left to be.
        self.seats = {True: rows["actor"], False: rows.get("other", rows["actor"])}
        for of_player in self.seats.values():
            if missing := OF_PLAYER - of_player.keys():
                raise KeyError(min(missing))

    def with_room(self, worth: float) -> float:
        """The worth of survival before a room, by its worth after it."""
        return 1 - self.later + self.later * worth

    def of_player(self, player: Hero, acts: bool, used: int) -> Row:
        """`used` are the red cards used in the room, MOST_USED of them at most, or LEFT."""
        rows = self.seats[acts]
        if player.hp <= 0:
            return rows["fallen"]
        weapon = red_value(player.weapon) if player.weapon else 0
        names = [f"hp_{player.hp}", f"arms_{weapon}:{player.limit}"]
        names.append(f"caught_{min(MOST_CAUGHT, len(player.slain))}")
        names.append(f"shields_{min(MOST_SHIELDS, sum(map(strength, player.shields)))}")
        if player.passed:
            names.append("passed")
        if used != LEFT:
            names.append(f"used_{used}")
        return sum(rows[name] for name in names)


class LearnedCoopJudge(CoopJudge):
    def __init__(self, value: CoopValue, view: CoopState) -> None:
        self.value, self.view = value, view
        ran, red = value.flags["ran"], value.flags["red"]
        self.inside = ran * view.ran_last + red * view.red_room

    def cards(self) -> Row:
        view, value = self.view, self.value
        row = value.bias + value.floors[view.floor % CYCLE]
        row += sum(value.hidden[card] for card in GAME.unseen(view))
        row += sum(value.under[card] for card in view.deck if card != BACK)
        row += sum(value.room[card] for card in view.room)
        row += sum(value.discard[card] for card in view.discard)
        return row + sum(value.aside[card] for card in view.aside)

    def moved(self, card: str, discard: Cards, aside: Cards) -> Row:
        row = sum(self.value.discard[each] for each in discard)
        row += sum(self.value.aside[each] for each in aside)
        return row - self.value.room[card]

    def rate(self, spot: Spot, may_run: bool) -> float:
        if spot.left:
            return self._rate_of_leaving(spot, spot.cards)
        flags, row = self.value.flags, spot.cards + self.inside
        if spot.fought:
            row += flags["fought"]
        if not may_run:
            row += flags["stay"]
        lead = self.view.first if spot.turn is None else spot.turn
        for seat, (person, used) in enumerate(zip(spot.people, spot.used, strict=True)):
            met = person.rows[seat == lead]  # mostly there; a call for each costs more
            row += met.get(used) or self._of_person(person, seat == lead, used)
        return self.value.weights.odds(row)

    def rate_of_running(self, spot: Spot) -> float:
        value = self.value
        under = sum(value.under[card] - value.room[card] for card in spot.room)
        return self._rate_of_leaving(spot, spot.cards + under + value.flags["ran"])

    def _rate_of_leaving(self, spot: Spot, row: Row) -> float:
        row += self.value.flags["left"]
        lead = living_after(spot.people, self.view.first) if spot.alive else None
        for seat, person in enumerate(spot.people):
            row += self._of_person(person, seat == lead, LEFT)
        return self.value.weights.odds(row)

    def _of_person(self, person: Person, acts: bool, used: int) -> Row:
        row = person.rows[acts].get(used)
        if row is None:
            row = self.value.of_player(person.player, acts, min(used, MOST_USED))
            person.rows[acts][used] = row
        return row

    def chance(self, mean: float) -> float | None:
        """The chance that nobody falls in this room and ten more, by the mean of the trials made.

        Nothing is said of a table where somebody has fallen: too few games are known.
        """
        whole = len(self.view.living) == len(self.view.players)
        return self.value.weights.chances(mean) if whole else None


def judge_of(view: CoopState) -> CoopJudge:
    """The best judge there is for this number of players: learned, or a rule of thumb."""
    value = learned(f"coop-{len(view.players)}", CoopValue)
    return LearnedCoopJudge(value, view) if value else ThumbCoopJudge()
