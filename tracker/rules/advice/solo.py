"""Scoundrel planned room by room (rules.md 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate

from tracker.rules.advice._lone import POTION, WEAPON, End, Numbers, Planner, Room
from tracker.rules.cards import enemy_value, red_value
from tracker.rules.games.scoundrel import Scoundrel, ScoundrelState
from tracker.rules.table.party import MAX_HP

NO_LIMIT = 15
"""The limit of a weapon that nothing lies on; bare hands have the limit 0."""

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
"""What is left to a weapon when so many others may come."""


class Ahead:
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


DRUNK = 1 << 12
"""In a way: a potion has been drunk in this room."""

Pairs = list[tuple[int, int]]
Ways = dict[int, int]
"""Ways through a room and the most hp with each: a bit for every card taken, weapon, limit."""


class SoloPlanner(Planner[ScoundrelState, Ahead]):
    """Arms are the weapon and its limit."""

    game = Scoundrel()
    nearly = 0.3
    favour = 0.2
    calibration = (1.43, 2.36)

    def arms(self, state: ScoundrelState) -> Numbers:
        if not state.weapon:
            return (0, 0)
        limit = enemy_value(state.slain[-1]) if state.slain else NO_LIMIT
        return (red_value(state.weapon), limit)

    def taken(self, state: ScoundrelState) -> int:
        return state.taken

    def put_under(self, deck: Numbers, under: Numbers) -> Numbers:
        pile = super().put_under(deck, under)
        return tuple(self.shuffle(pile)) if self.options.skip == "reshuffle" else pile

    def ahead(self, deck: Numbers) -> Ahead:
        return Ahead(deck)

    def ends(self, hp: int, arms: Numbers, room: Room) -> Iterator[End]:
        """Cards are taken one by one; of all ways to the same arms the one with most hp goes on."""
        weapon, limit = arms
        ways = {(DRUNK if room.drunk else 0) | weapon << 4 | limit: hp}
        cards = [(256 << place, card) for place, card in enumerate(room.cards)]
        for _ in range(min(3 - room.taken, len(cards))):
            ways = self._further(ways, cards)
        full = (1 << len(cards)) - 1
        for way, hp in ways.items():
            left = (full & ~(way >> 8)).bit_length()
            yield End(hp, (way >> 4 & 15, way & 15), room.cards[left - 1] if left else 0)

    def _further(self, ways: Ways, cards: list[tuple[int, int]]) -> Ways:
        """The ways with one more card taken."""
        further: Ways = {}
        for bit, card in cards:
            untaken = [(way | bit, hp) for way, hp in ways.items() if not way & bit]
            for way, hp in self._taken(card, untaken):
                if hp > further.get(way, 0):
                    further[way] = hp
        return further

    def _taken(self, card: int, ways: Pairs) -> Iterable[tuple[int, int]]:
        if card >= POTION:
            healed = card - POTION
            return [(w | DRUNK, hp if w & DRUNK else min(MAX_HP, hp + healed)) for w, hp in ways]
        if card >= WEAPON:
            arms = (card - WEAPON) << 4 | NO_LIMIT
            return [(way & ~255 | arms, hp) for way, hp in ways]
        return self._fought(card, ways)

    def _fought(self, monster: int, ways: Pairs) -> Iterator[tuple[int, int]]:
        auto = self.options.weapon == "auto"
        for way, hp in ways:
            armed = monster < way & 15
            if armed:
                yield way & ~15 | monster, hp - max(0, monster - (way >> 4 & 15))
            if not (armed and auto):
                yield way, hp - monster

    def worth(self, end: End, ahead: Ahead) -> float:
        hp, (weapon, limit), carried, under = end
        parried = ahead.parried(weapon, limit)
        worth = hp + PARRIED * parried
        if hp < LOW_HP:
            worth -= LOW_HP_COST * (LOW_HP - hp) ** 2
        if under:
            wounds = (MAX_HP - hp) / MAX_HP
            worth -= SKIP + SKIP_AHEAD * ahead.size / 40 + SKIP_WOUNDED * wounds
            return worth - SKIP_ARMED * parried
        return worth + self._worth_carried(carried, end, ahead, parried) if carried else worth

    def _worth_carried(self, card: int, end: End, ahead: Ahead, parried: float) -> float:
        """What the card that opens the next room adds."""
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
