"""Scoundrel by rule of thumb (rules.md 4)."""

from __future__ import annotations

from itertools import accumulate

from tracker.rules.advice.numbers import POTION, WEAPON, Numbers
from tracker.rules.advice.prospect import End
from tracker.rules.games.dungeon import MAX_HP, NO_LIMIT

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


class SoloThumbAhead:
    """Which monsters and weapons may come, so that the use of a weapon can be told."""

    def __init__(self, deck: Numbers) -> None:
        self.size = len(deck)
        counts = [0] * (NO_LIMIT + 1)
        weapons = 0
        for card in deck:
            if card < WEAPON:
                counts[card + 1] += 1
            elif card < POTION:
                weapons += 1
        # How many monsters are below a limit, and the sum of their values.
        self.below = [*accumulate(counts)]
        self.points = [*accumulate(count * (value - 1) for value, count in enumerate(counts))]
        self.share = SHARES[weapons]

    def parried(self, weapon: int, limit: int) -> float:
        """A measure of what a weapon will parry: the mean, times a number of fights."""
        reach = min(weapon, limit)
        monsters = self.below[limit]
        points = self.points[reach] + weapon * (monsters - self.below[reach])
        return points * FIGHTS[monsters] * self.share


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
