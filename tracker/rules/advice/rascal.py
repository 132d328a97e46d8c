"""Rascal planned room by room (rules.md 5)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from itertools import accumulate

from tracker.rules.advice._lone import NUMBER, POTION, WEAPON, End, Numbers, Planner, Room
from tracker.rules.cards import red_value
from tracker.rules.games.dungeon import ROOM_SIZE
from tracker.rules.games.rascal import KNIFE, KNIFE_USES, Rascal, RascalState
from tracker.rules.table.party import MAX_HP

THE_KNIFE = NUMBER[KNIFE]
VALUES = range(11)
KNIFE_HELP = (0, red_value(KNIFE) - 1, red_value(KNIFE))
"""What the knife adds with so many uses left; the monster of its first use wears the weapon."""

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

Way = tuple[Numbers, int, int, int, int, bool]
"""A way through a room: the cards still in it, the arms, and whether a potion has been drunk."""


class Ahead:
    """What a weapon of each value will parry of the monsters that may come."""

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


class RascalPlanner(Planner[RascalState, Ahead]):
    """Arms are the weapon, its monsters but those of the knife, the knife's uses, the slot."""

    game = Rascal()
    nearly = 0.0
    favour = 0.1
    calibration = (1.94, 0.79)

    def arms(self, state: RascalState) -> Numbers:
        weapon = red_value(state.weapon) if state.weapon else 0
        slot = NUMBER[state.inventory] if state.inventory else 0
        return (weapon, len(state.slain), state.knife_uses, slot)

    def taken(self, state: RascalState) -> int:
        return state.dealt - len(state.room)

    def ahead(self, deck: Numbers) -> Ahead:
        return Ahead(deck)

    def ends(self, hp: int, arms: Numbers, room: Room) -> Iterator[End]:
        """Fights and things put to use one by one; what is stored and tossed comes at the end.

        Of all ways to the same arms and cards only the one with most hp goes on.
        """
        weapon, worn, knife, slot = arms
        ways = {(room.cards, weapon, worn, knife, slot, room.drunk): hp}
        while ways:
            further: dict[Way, int] = {}
            for way, hp in ways.items():
                rest, weapon, worn, knife, slot, _ = way
                for carried, kept in leavings(rest, slot, room.last, self.options.inventory):
                    yield End(hp, (weapon, worn, knife, kept), carried)
                for new, left in self._acts(way, hp, room):
                    if left > further.get(new, 0):
                        further[new] = left
            ways = further

    def _acts(self, way: Way, hp: int, room: Room) -> Iterator[tuple[Way, int]]:
        rest, weapon, worn, knife, slot, drunk = way
        for place, card in enumerate(rest):
            done = (rest[:place] + rest[place + 1 :], weapon, worn, knife, slot, drunk)
            yield from _fights(done, hp, card) if card < WEAPON else self._uses(done, hp, card)
        over = room.last and not rest
        if slot and not over and self._access(rest, room):
            yield from self._uses((rest, weapon, worn, knife, 0, drunk), hp, slot)

    def _uses(self, way: Way, hp: int, card: int) -> Iterator[tuple[Way, int]]:
        rest, weapon, worn, knife, slot, drunk = way
        if card >= POTION:
            if not drunk:
                yield (rest, weapon, worn, knife, slot, True), min(MAX_HP, hp + card - POTION)
            return
        yield (rest, card - WEAPON, 0, 0, slot, drunk), hp
        if card == THE_KNIFE and weapon and self.options.knife:
            yield (rest, weapon, worn, KNIFE_USES, slot, drunk), hp

    def _access(self, rest: Numbers, room: Room) -> bool:
        """Whether the slot may be used with these cards in the room (R7)."""
        rule: str = self.options.inventory
        if rule in ("none", "any"):
            return rule == "any"
        full = room.taken + len(room.cards) == ROOM_SIZE
        one_of_four = rule == "carry" and full and len(rest) == 1
        return one_of_four or not any(card < WEAPON for card in rest)

    def worth(self, end: End, ahead: Ahead) -> float:
        hp, (weapon, worn, knife, slot), carried, under = end
        value = max(0, weapon - worn)
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


def _worth_red(card: int, hp: int, value: int, ahead: Ahead, weights: tuple[float, ...]) -> float:
    """A red card for later, with a weapon of some value in hand."""
    potion, healing, better, weapon, knife = weights
    if card >= POTION:
        return potion * (card - POTION) + healing * min(card - POTION, MAX_HP - hp)
    parried = ahead.parried[card - WEAPON]
    worth = better * max(0, parried - ahead.parried[value]) + weapon * parried
    return worth + knife if card == THE_KNIFE else worth


def _fights(way: Way, hp: int, monster: int) -> Iterator[tuple[Way, int]]:
    rest, weapon, worn, knife, slot, drunk = way
    yield way, hp - monster
    value = weapon - worn + KNIFE_HELP[knife]
    if weapon and value > 0:
        worn, knife = (worn, knife - 1) if knife else (worn + 1, 0)
        yield (rest, weapon, worn, knife, slot, drunk), hp - max(0, monster - value)


@cache
def leavings(rest: Numbers, slot: int, last: bool, rule: str) -> tuple[tuple[int, int], ...]:
    """How the rest of a room may be left: the card carried on, and what is in the slot then.

    What is neither carried nor stored is tossed; the item of the slot may be dropped (R10).
    """
    monsters = [card for card in rest if card < WEAPON]
    if len(monsters) > (0 if last else 1):
        return ()
    carry = monsters or ([0] if last else [0, *rest])
    store = [card for card in rest if card >= WEAPON] if _may_store(rule, monsters) else []
    kept = [(card, item) for card in carry for item in (slot, *store) if card == 0 or item != card]
    drop = [(slot, 0)] if slot and not last and not monsters else []
    return (*kept, *drop)


def _may_store(rule: str, monsters: list[int]) -> bool:
    return rule == "any" or (rule != "none" and not monsters)
