"""Scoundrel planned room by room (rules.md 4), judged by what was learned or by rule of thumb."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate, product
from math import ceil
from operator import mul

from tracker.rules.advice.judges import LoneValue, ThumbJudge, learned_judge
from tracker.rules.advice.planner import UNARMED, Judge, Planner, PlannerRoom
from tracker.rules.advice.prospect import (
    POTION,
    REMEMBERED,
    WEAPON,
    Arms,
    End,
    Ends,
    Numbers,
    Reshuffle,
    Way,
    Ways,
    takes,
    with_monsters,
)
from tracker.rules.advice.weights import Row, Weights
from tracker.rules.cards import red_value
from tracker.rules.games.dungeon import MAX_HP, NO_LIMIT, limit_of
from tracker.rules.games.scoundrel import Scoundrel, ScoundrelState
from tracker.rules.words import ngettext_noop, number_noop

ARMS = [(0, 0), *product(range(2, 11), range(2, NO_LIMIT + 1))]
"""Every weapon with every limit."""
STEPS = {"fights": 16, "parried": 24, "through": 16}
"""How finely a value tells the uses of a weapon apart."""

# Translators: of several numbers the last ones, {points} of 100 games, have no plural of their own
# here: find words that fit any, like "(−{points} of 100)".
FRESH = ngettext_noop(
    "The {weapon} can then fight {count} of the {total} enemy to come: without it "
    "you win {points} fewer in 100 games.",
    "The {weapon} can then fight {count} of the {total} enemies to come: without it "
    "you win {points} fewer in 100 games.",
    "total",
)
KEEP = ngettext_noop(
    "Keep the {weapon}, it can still fight {count} of the {total} enemy to come: "
    "giving it up wins {points} fewer in 100 games.",
    "Keep the {weapon}, it can still fight {count} of the {total} enemies to come: "
    "giving it up wins {points} fewer in 100 games.",
    "total",
)
SPARE = ngettext_noop(
    "Save the {weapon} for {count} of the {total} enemy to come: using it now wins "
    "{points} fewer in 100 games.",
    "Save the {weapon} for {count} of the {total} enemies to come: using it now "
    "wins {points} fewer in 100 games.",
    "total",
)
SPEND = number_noop("Use the {weapon} now: saving it wins {points} fewer in 100 games.", "points")


class SoloPlanner(Planner[ScoundrelState]):
    """Arms are the weapon and its limit."""

    game = Scoundrel()
    trials, positions = 350, 500

    def learned(self) -> Judge | None:
        return learned_judge(self.game.key, SoloValue, self.options, self._reshuffle)

    def thumb(self) -> Judge:
        return ThumbJudge(self._reshuffle, SoloThumbAhead, worth)

    @property
    def _reshuffle(self) -> Reshuffle | None:
        return self.shuffle if self.options.skip == "reshuffle" else None

    def arms(self, state: ScoundrelState) -> Arms:
        value = red_value(state.weapon) if state.weapon else 0
        return value, limit_of(state.weapon, state.slain)

    def gear(self, arms: Arms) -> dict[str, int]:
        weapon, limit = arms
        return {"weapon": weapon, "limit": limit}

    def reason(
        self,
        view: ScoundrelState,
        arms: Arms,
        others: Arms,
        trait: str,
        monsters: Sequence[int],
    ) -> tuple[str, dict[str, str | int]]:
        weapon, limit = arms
        beaten: dict[str, str | int] = {"weapon": f"{weapon}d", "total": sum(monsters)}
        beaten["count"] = sum(monsters[:limit])
        if trait == "weapon":
            if not weapon:
                return UNARMED, {}
            return (KEEP if weapon == self.arms(view)[0] else FRESH), beaten
        spared = sum(monsters[others[1] : limit])
        return (SPARE, beaten | {"count": spared}) if spared else (SPEND, beaten)

    def ends(self, hp: int, arms: Arms, room: PlannerRoom) -> Ends:
        """Cards are taken one by one; of all ways to the same arms the one with most hp goes on."""
        ways: Ways = {(room.cards, arms, room.drunk): hp}
        for _ in range(min(3 - room.taken, len(room.cards))):
            ways = self._further(ways)
        ends: Ends = {}
        for (rest, arms, _), hp in ways.items():
            end = arms, rest[0] if rest else 0
            if ends.get(end, 0) < hp:
                ends[end] = hp
        return ends

    def _further(self, ways: Ways) -> Ways:
        """The ways with one more card taken; most of the time that advice takes is spent here."""
        further: Ways = {}
        way: Way
        most, auto = further.get, self.options.weapon == "auto"
        for (rest, arms, drunk), hp in ways.items():
            weapon, limit = arms
            for card, left in takes(rest):
                if card < limit:
                    way, after = (left, (weapon, card), drunk), hp - max(0, card - weapon)
                    if most(way, 0) < after:
                        further[way] = after
                    # The house rule S3: a weapon that may fight has to.
                    if auto:
                        continue
                if card < WEAPON:
                    way, after = (left, arms, drunk), hp - card
                elif card < POTION:
                    way, after = (left, (card - WEAPON, NO_LIMIT), drunk), hp
                else:
                    way = left, arms, True
                    after = hp if drunk else min(MAX_HP, hp + card - POTION)
                if most(way, 0) < after:
                    further[way] = after
        return further


class SoloValue(LoneValue):
    rooms = 4
    arms: dict[Arms, Row]

    def __init__(self, weights: Weights) -> None:
        super().__init__(weights)
        rows = weights.rows
        self.arms = {(w, limit): rows["arms"][f"{w}:{limit}"] for w, limit in ARMS}
        self.of_use = UseRows(rows)

    def armed(self, ways: Collection[Arms], monsters: Sequence[int]) -> dict[Arms, Row]:
        ahead = SoloAhead(monsters)
        return {arms: self.arms[arms] + self.of_use[ahead.use(*arms)] for arms in ways}


class UseRows(dict[tuple[int, int, int], Row]):
    """The row of each use of a weapon: fights counted one by one, points in steps of five."""

    def __init__(self, rows: Mapping[str, Mapping[str, Row]]) -> None:
        super().__init__()
        self.steps = [
            [rows[part][str(step)] for step in range(steps)] for part, steps in STEPS.items()
        ]

    def __missing__(self, use: tuple[int, int, int]) -> Row:
        fights, parried, through = use
        places = (fights, ceil(parried / 5), ceil(through / 5))
        row = sum(rows[min(n, len(rows) - 1)] for n, rows in zip(places, self.steps, strict=True))
        if len(self) == REMEMBERED:
            self.clear()
        self[use] = row
        return row


class SoloAhead:
    """A weapon's possible use against the monsters to come."""

    def __init__(self, monsters: Sequence[int]) -> None:
        # How many monsters there are below a limit, and the sum of their values.
        self.below = [0, *accumulate(monsters)]
        self.points = [0, *accumulate(map(mul, monsters, range(len(monsters))))]

    def use(self, weapon: int, limit: int) -> tuple[int, int, int]:
        """How many it may fight, how much of them it parries, and how much comes through."""
        fights = self.below[limit]
        # Enemies up to the weapon's value are parried whole, stronger ones in part.
        weaker = min(weapon + 1, limit)
        parried = self.points[weaker] + weapon * (fights - self.below[weaker])
        return fights, parried, self.points[limit] - parried


# The weights of an end's worth, in hit points. Found by the cross-entropy method: they are what
# won most of 8,000 games played out with them.
LOW_HP, LOW_HP_COST = 6.96, 0.085
SPREAD, RIVALRY = 0.307, 0.40
PARRIED = 1.11
CARRIED_MONSTER, CARRIED_PARRIED, CARRIED_GIANT = 0.68, 0.40, 1.69
CARRIED_BETTER, CARRIED_WEAPON = 0.83, 0.35
CARRIED_POTION = 0.94
SKIP, SKIP_AHEAD, SKIP_WOUNDED, SKIP_ARMED = 2.6, -3.1, 15.2, -0.91

FIGHTS = (0.0, *(float(count ** (SPREAD - 1)) for count in range(1, 27)))
"""How many of so many monsters come in falling order, as a part of them."""
SHARES = tuple(float(((weapons + 1) / 5) ** -RIVALRY) for weapons in range(10))
"""The share left to a weapon when so many others may come."""


class SoloThumbAhead(SoloAhead):
    """Which monsters and weapons may come, so that the use of a weapon can be told."""

    def __init__(self, deck: Numbers) -> None:
        super().__init__(with_monsters((0,) * WEAPON, deck))
        self.size = len(deck)
        self.share = SHARES[sum(WEAPON <= card < POTION for card in deck)]

    def parried(self, weapon: int, limit: int) -> float:
        """A measure of what a weapon will parry: the mean, times a number of fights."""
        fights, points, _ = self.use(weapon, limit)
        return points * FIGHTS[fights] * self.share


def worth(end: End, ahead: SoloThumbAhead) -> float:
    hp, (weapon, limit), carried, under = end
    parried = ahead.parried(weapon, limit)
    worth = hp + PARRIED * parried
    if hp < LOW_HP:
        worth -= LOW_HP_COST * (LOW_HP - hp) ** 2
    if under:
        wounds = (MAX_HP - hp) / MAX_HP
        worth -= SKIP + SKIP_AHEAD * ahead.size / 40 + SKIP_WOUNDED * wounds
        return worth - SKIP_ARMED * parried
    return worth + _worth_carried(carried, end, ahead, parried) if carried else worth


def _worth_carried(card: int, end: End, ahead: SoloThumbAhead, parried: float) -> float:
    """The worth added by the card that opens the next room."""
    weapon, limit = end.arms
    if card >= POTION:
        return CARRIED_POTION * (card - POTION)
    if card >= WEAPON:
        fresh = ahead.parried(card - WEAPON, NO_LIMIT)
        return CARRIED_BETTER * max(0, fresh - parried) + CARRIED_WEAPON * fresh
    worth = -CARRIED_MONSTER * card
    if card < limit:
        worth += CARRIED_PARRIED * min(card, weapon) - CARRIED_GIANT * (card > 10)
    return worth
