"""Rascal by rule of thumb (rules.md 5)."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

from tracker.rules.advice.numbers import NUMBER, POTION, WEAPON, Numbers
from tracker.rules.advice.prospect import End
from tracker.rules.games.dungeon import MAX_HP
from tracker.rules.games.rascal import KNIFE

THE_KNIFE = NUMBER[KNIFE]
VALUES = range(11)
# The weights of an end's worth, in hit points. Found by the cross-entropy method: they are what
# won most of 4,000 games played out with them.
LOW_HP, LOW_HP_COST = 8.3, 0.104
FIGHTS, FIGHTS_MORE = 1.90, 3.4
PARRIED = 0.418
KNIFE_USES_LEFT = (0, 2.31, 3.41)
MONSTER, MONSTER_PARRIED, NO_CARD = 0.966, 0.631, -1.27
STORED = (0.574, 0.228, 0.237, 0.153, 1.79)
CARRIED = (0.771, 0.211, 0.564, 0.542, 4.56)
"""For a red card: potion, what of it heals now, a better weapon, any weapon, the knife."""
FLEE, FLEE_AHEAD, FLEE_WOUNDED = 10.3, 1.86, -5.0


class RascalThumbAhead:
    """The points that a weapon of each value will parry of the monsters that may come."""

    def __init__(self, deck: Numbers) -> None:
        self.size = len(deck)
        monsters = sorted(card for card in deck if card < WEAPON)
        weapons = sum(WEAPON <= card < POTION for card in deck)
        fights = int(len(monsters) * FIGHTS / (weapons + 1) + FIGHTS_MORE)
        # A value more parries a point more of every monster that is at least as high.
        high = (len(monsters) - bisect_left(monsters, value) for value in VALUES[1:])
        total = [0, *accumulate(accumulate(high, initial=0))]
        each = PARRIED / max(1, len(monsters))
        self.parried = [each * (total[v + 1] - total[max(0, v + 1 - fights)]) for v in VALUES]


def worth(end: End, ahead: RascalThumbAhead) -> float:
    hp, (edge, knife, slot), carried, under = end
    value = max(0, edge)
    worth = hp + ahead.parried[value] + KNIFE_USES_LEFT[knife]
    if hp < LOW_HP:
        worth -= LOW_HP_COST * (LOW_HP - hp) ** 2
    if slot:
        worth += _worth_red(slot, hp, value, ahead, STORED)
    if under:
        return worth - FLEE - FLEE_AHEAD * ahead.size / 40 - FLEE_WOUNDED * (1 - hp / MAX_HP)
    if carried >= WEAPON:
        return worth + _worth_red(carried, hp, value, ahead, CARRIED)
    if not carried:
        return worth + NO_CARD
    return worth - MONSTER * carried + MONSTER_PARRIED * min(carried, value)


def _worth_red(
    card: int, hp: int, value: int, ahead: RascalThumbAhead, weights: tuple[float, ...]
) -> float:
    """A red card for later, with a weapon of some value in hand."""
    potion, healing, better, weapon, knife = weights
    if card >= POTION:
        return potion * (card - POTION) + healing * min(card - POTION, MAX_HP - hp)
    parried = ahead.parried[card - WEAPON]
    worth = better * max(0, parried - ahead.parried[value]) + weapon * parried
    return worth + knife if card == THE_KNIFE else worth
