"""Rascal planned room by room (rules.md 5), judged by what was learned or by rule of thumb."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, product

from tracker.rules.advice.judges import LoneValue, ThumbJudge, by_card, learned_judge
from tracker.rules.advice.planner import UNARMED, Judge, Planner, PlannerRoom
from tracker.rules.advice.prospect import (
    LONE_CARDS,
    NUMBER,
    POTION,
    REMEMBERED,
    WEAPON,
    Arms,
    End,
    Ends,
    Numbers,
    Ways,
    takes,
)
from tracker.rules.advice.weights import Row, Weights
from tracker.rules.cards import red_value
from tracker.rules.games.dungeon import MAX_HP, ROOM_SIZE
from tracker.rules.games.rascal import KNIFE, KNIFE_USES, Rascal, RascalState
from tracker.rules.words import ngettext_noop, number_noop

THE_KNIFE = NUMBER[KNIFE]
BARE = -1
"""The edge of bare hands. A weapon's edge is its value less the monsters that have worn it."""
WEAPONS = [(BARE, 0), *product(range(11), range(KNIFE_USES + 1))]
"""Every edge, with every use left of the knife."""
SLOTS = [0, *(card for card in LONE_CARDS if card >= WEAPON)]

STORE = number_noop(
    "Keep the {card} in the pocket: anything else wins {points} fewer in 100 games.", "points"
)
EMPTY = number_noop(
    "Leave the pocket empty: anything else wins {points} fewer in 100 games.", "points"
)
# Translators: {points} has no plural of its own here: find words that fit any.
KNIFE_KEPT = ngettext_noop(
    "The knife is ready for {count} more enemy: without it you win {points} fewer in 100 games.",
    "The knife is ready for {count} more enemies: without it you win {points} fewer in 100 games.",
    "count",
)
KNIFE_USED = number_noop("Use the knife now: saving it wins {points} fewer in 100 games.", "points")
SHARP = number_noop(
    "The weapon is then worth {edge}: anything less wins {points} fewer in 100 games.", "points"
)
WORN = number_noop(
    "Afterwards a weapon worth {edge} is enough: saving it more wins {points} fewer in 100 games.",
    "points",
)


class RascalPlanner(Planner[RascalState]):
    """Arms are the edge, the uses left of the knife, and what is in the slot."""

    game = Rascal()
    trials, positions = 300, 120

    def learned(self) -> Judge | None:
        return learned_judge(self.game.key, RascalValue, self.options)

    def thumb(self) -> Judge:
        return ThumbJudge(None, RascalThumbAhead, worth)

    def arms(self, state: RascalState) -> Arms:
        edge = max(0, red_value(state.weapon) - len(state.slain)) if state.weapon else BARE
        slot = NUMBER[state.inventory] if state.inventory else 0
        return (edge, state.knife_uses, slot)

    def gear(self, arms: Arms) -> dict[str, int]:
        edge, knife, slot = arms
        return {"edge": edge, "knife": knife, "slot": slot}

    def reason(
        self, view: RascalState, arms: Arms, others: Arms, trait: str, monsters: Sequence[int]
    ) -> tuple[str, dict[str, str | int]]:
        edge, knife, slot = arms
        if trait == "slot":
            cards = [each for each in (*view.room, *view.pocket) if NUMBER[each] == slot]
            return (STORE, {"card": cards[0]}) if cards else (EMPTY, {})
        if trait == "knife":
            return (KNIFE_KEPT if knife > others[1] else KNIFE_USED), {"count": knife}
        if edge == BARE:
            return UNARMED, {}
        return (SHARP if edge > others[0] else WORN), {"edge": edge}

    def ends(self, hp: int, arms: Arms, room: PlannerRoom) -> Ends:
        """Fights and things put to use one by one; what is stored and tossed comes at the end.

        Of all ways to the same arms and cards only the one with most hp goes on.
        """
        ends: Ends = {}
        most, last, rule = ends.get, room.last, self.options.inventory
        ways: Ways = {(room.cards, arms, room.drunk): hp}
        # No fixed number of steps: any number of cards may be dealt with (rules.md 5.3).
        while ways:
            for (rest, (edge, knife, slot), _), hp in ways.items():
                for carried, kept in leavings(rest, slot, last, rule):
                    end = (edge, knife, kept), carried
                    if most(end, 0) < hp:
                        ends[end] = hp
            ways = self._further(ways, room)
        return ends

    def _further(self, ways: Ways, room: PlannerRoom) -> Ways:
        """The ways with one more card fought or used; most of an answer's time is spent here."""
        further: Ways = {}
        most, size = further.get, room.taken + len(room.cards)
        serves, rule = self.options.knife, self.options.inventory
        for (rest, (edge, knife, slot), drunk), hp in ways.items():
            chosen = takes(rest)
            if slot and access(rest, size, room.last, rule):
                chosen = (*chosen, (slot, rest))
            for card, left in chosen:
                kept = 0 if left is rest else slot
                for sharp, uses, drunken, change in acts(edge, knife, card, drunk, serves):
                    way = left, (sharp, uses, kept), drunken
                    after = hp + change
                    if after > MAX_HP:  # faster than min
                        after = MAX_HP
                    if most(way, 0) < after:
                        further[way] = after
        return further


@lru_cache(maxsize=REMEMBERED)
def access(rest: Numbers, size: int, last: bool, rule: str) -> bool:
    """Whether the slot may be used with these cards left of so many in the room (R7)."""
    if last and not rest:  # the game is over
        return False
    if rule in ("none", "any"):
        return rule == "any"
    one_of_four = rule == "carry" and size == ROOM_SIZE and len(rest) == 1
    return one_of_four or not any(card < WEAPON for card in rest)


Act = tuple[int, int, bool, int]
"""A possible effect of a card: the edge, the uses of the knife and whether one has drunk, all
afterwards, and the change of hp."""


@cache
def acts(edge: int, knife: int, card: int, drunk: bool, serves: bool) -> tuple[Act, ...]:
    """All that may be done with a card but keeping it; `serves`: whether there is a knife (R3)."""
    if card < WEAPON:
        return _fights(edge, knife, card, drunk)
    if card >= POTION:
        return () if drunk else ((edge, knife, True, card - POTION),)
    equipped = (card - WEAPON, 0, drunk, 0)
    if card == THE_KNIFE and edge != BARE and serves:
        return equipped, (edge, KNIFE_USES, drunk, 0)
    return (equipped,)


def _fights(edge: int, knife: int, monster: int, drunk: bool) -> tuple[Act, ...]:
    """Bare hands, or the weapon: it wears, unless the knife does (R1, R2, R3)."""
    bare, value = (edge, knife, drunk, -monster), edge + knife
    if edge == BARE or value == 0:
        return (bare,)
    worn = (edge, knife - 1) if knife else (edge - 1, 0)
    return bare, (*worn, drunk, -max(0, monster - value))


@lru_cache(maxsize=REMEMBERED)
def leavings(rest: Numbers, slot: int, last: bool, rule: str) -> tuple[tuple[int, int], ...]:
    """How the rest of a room may be left: the card carried on, and what is in the slot then.

    What is neither carried nor stored is tossed; the item of the slot may be dropped (R10).
    """
    monsters = [card for card in rest if card < WEAPON]
    if len(monsters) > (0 if last else 1):
        return ()
    items = (slot, *_to_store(rest, rule, monsters))
    if monsters:
        return tuple((monsters[0], item) for item in items)
    nothing = tuple((0, item) for item in items)
    return nothing if last else (*nothing, *_carryings(rest, items))


def _carryings(rest: Numbers, items: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Each card carried on with each item that may be in the slot then, or that of the slot."""
    yield from ((card, item) for card in rest for item in items if item != card)
    if slot := items[0]:
        yield slot, 0


def _to_store(rest: Numbers, rule: str, monsters: list[int]) -> list[int]:
    """The cards that may go into the slot when the room is left (R5, R7)."""
    if rule == "any" or (rule != "none" and not monsters):
        return [card for card in rest if card >= WEAPON]
    return []


class RascalValue(LoneValue):
    rooms = 2

    def __init__(self, weights: Weights) -> None:
        super().__init__(weights)
        rows = weights.rows
        self.slot = by_card(rows["slot"], SLOTS)
        self.weapon = {(e, k): rows["arms"][f"{e}:{k}"] for e, k in WEAPONS}

    def armed(self, ways: Collection[Arms], monsters: Sequence[int]) -> dict[Arms, Row]:
        return {(e, k, slot): self.weapon[e, k] + self.slot[slot] for e, k, slot in ways}


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
