"""Spots judged by what has been learned (docs/design.md 5)."""

from __future__ import annotations

from itertools import product

from tracker.rules.advice.coop.judge import CoopJudge
from tracker.rules.advice.coop.people import Person
from tracker.rules.advice.coop.spot import Spot, kind, living_after
from tracker.rules.advice.lanes import Row
from tracker.rules.advice.seen import unseen
from tracker.rules.advice.thumb.coop import ThumbCoopJudge
from tracker.rules.advice.weights import Weights, learned
from tracker.rules.cards import PACK, SPECIAL_CARDS, red_value, strength
from tracker.rules.games.coop.game import Coop
from tracker.rules.games.coop.state import CoopState, Hero
from tracker.rules.games.dungeon import MAX_HP, NO_LIMIT
from tracker.rules.protocol import BACK, Cards

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
        # Of who plays alone there is no other, and to have fallen is all that is left to be.
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
        names = [f"hp_{player.hp}", f"arms_{_arms(player)}"]
        names.append(f"caught_{min(MOST_CAUGHT, len(player.slain))}")
        names.append(f"shields_{min(MOST_SHIELDS, sum(map(strength, player.shields)))}")
        if player.passed:
            names.append("passed")
        if used != LEFT:
            names.append(f"used_{used}")
        return sum(rows[name] for name in names)


def _arms(player: Hero) -> str:
    return f"{red_value(player.weapon) if player.weapon else 0}:{player.limit}"


class LearnedCoopJudge(CoopJudge):
    def __init__(self, value: CoopValue, view: CoopState) -> None:
        self.value, self.view = value, view
        ran, red = value.flags["ran"], value.flags["red"]
        self.inside = ran * view.ran_last + red * view.red_room

    def cards(self) -> Row:
        view, value = self.view, self.value
        row = value.bias + value.floors[view.floor % CYCLE]
        row += sum(value.hidden[card] for card in unseen(GAME, view))
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
