"""The co-operative game by rule of thumb (rules.md 3)."""

from __future__ import annotations

from functools import cache, lru_cache

from tracker.rules.advice.coop.judge import CoopJudge
from tracker.rules.advice.coop.spot import Spot
from tracker.rules.cards import (
    BLACK_JOKER,
    BLACKSMITHS,
    POTIONS,
    RED_JOKER,
    WEAPONS,
    enemy_value,
    red_value,
    strength,
)
from tracker.rules.games.coop.state import Hero
from tracker.rules.games.dungeon import MAX_HP, MONSTERS, NO_LIMIT
from tracker.rules.protocol import Cards

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
        return worth_of(tuple(person.player for person in spot.people), spot.room)

    def rate_of_running(self, spot: Spot) -> float:
        return worth_of(tuple(person.player for person in spot.people), ()) - RUN


def worth_of(players: tuple[Hero, ...], room: Cards) -> float:
    """How well the table stands with these cards still in the room."""
    living = [player for player in players if player.hp > 0]
    if not living:
        return -1e6
    hands = sum(map(_hand, living)) - DEATH * (len(players) - len(living))
    return hands + sum(_lying(card, living) for card in room)


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
