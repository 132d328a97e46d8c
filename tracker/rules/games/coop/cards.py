"""The co-operative game: what a card does for the one who takes it (rules.md 3.5, 3.6).

Everything a seat does concerns that seat only (C18), so an effect is what becomes of one player,
and the cards that go to the discard or are set aside.

Special cards return on some floors, which means: when its draw pile is made (rules.md 3.10). Floors
are 1 or more; a floor below 1 is a ValueError everywhere. A card that returns is still only dealt
if it had been set aside.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from tracker.rules.cards import (
    BLACK_JOKER,
    BLACKSMITHS,
    RED_JOKER,
    SHIELDS,
    SPECIAL_CARDS,
    enemy_value,
    strength,
)
from tracker.rules.games.coop.state import Hero
from tracker.rules.games.dungeon import MAX_HP, damage_with, heal
from tracker.rules.protocol import Cards


class Effect(NamedTuple):
    player: Hero
    discard: Cards = ()
    aside: Cards = ()


def effect_of(player: Hero, do: str, card: str, how: str = "", shields: str = "stack") -> Effect:
    """The effect of a decision; `shields` is the option of that name (C15)."""
    match do:
        case "fight" if card == BLACK_JOKER:
            return _fight_joker(player, card)
        case "fight":
            return _fight(player, card, how, shields)
        case "equip":
            return Effect(replace(player, weapon=card, slain=()), discard=player.arms)
        case "drink":  # no limit on potions in a room
            return Effect(replace(player, hp=heal(player.hp, card)), discard=(card,))
        case "use":
            return _use(player, card)
        case "place":  # unused, so it is in the next floor's pile (C12)
            return Effect(player, discard=(card,))
    return Effect(player)


def _fight_joker(player: Hero, card: str) -> Effect:
    """It takes the weapon and all that lies on it along (C25)."""
    return Effect(replace(player, weapon="", slain=()), discard=player.arms, aside=(card,))


def _fight(player: Hero, monster: str, how: str, shields: str) -> Effect:
    """Bare hands, or the weapon with the monster going on it (rules.md 3.5)."""
    if how == "bare":
        after = hit(player, enemy_value(monster), shields)
        return after._replace(discard=(monster, *after.discard))
    armed = replace(player, slain=(*player.slain, monster))
    return hit(armed, damage_with(player.weapon, monster), shields)


def _use(player: Hero, card: str) -> Effect:
    """A shield is held, the red joker heals, a blacksmith repairs (rules.md 3.5)."""
    if card in SHIELDS:
        return Effect(replace(player, shields=(*player.shields, card)))
    if card == RED_JOKER:
        return Effect(replace(player, hp=MAX_HP), aside=(card,))
    # The latest and lowest come off (C17).
    rest, off = player.slain[: -strength(card)], player.slain[-strength(card) :]
    return Effect(replace(player, slain=rest), discard=off, aside=(card,))


def hit(player: Hero, damage: int, shields: str = "stack") -> Effect:
    """Shields answer by themselves, the rest comes off the hp (rules.md 3.6)."""
    if damage <= 0:
        return Effect(player)  # C16
    count = _shields_needed(player.shields, damage, shields)
    spent, rest = player.shields[:count], player.shields[count:]
    hp = player.hp - max(0, damage - sum(map(strength, spent)))
    if hp > 0:
        return Effect(replace(player, hp=hp, shields=rest), aside=spent)
    # The dead hold nothing (C26, C27).
    return Effect(Hero(hp=hp), discard=player.arms + rest, aside=spent)


def _shields_needed(shields: Cards, damage: int, rule: str) -> int:
    """The number of shields that answer, oldest first: as many as needed, all, or one (C15)."""
    if rule == "all":
        return len(shields)
    most, spent = (1 if rule == "one" else len(shields)), 0
    for shield in shields[:most]:
        if damage > 0:
            damage, spent = damage - strength(shield), spent + 1
    return spent


PERIOD = 35
"""The schedule of floors 1 to 35 repeats without end."""

_SCHEDULE = {
    5: (*BLACKSMITHS, *SHIELDS),
    10: ("Qd", "Jd", "Qh", "Jh"),
    15: ("Jd", "Qh", "Jh"),
    20: ("Jd", "Jh"),
    25: ("Jh",),
    0: SPECIAL_CARDS,
}


def returning(floor: int) -> tuple[str, ...]:
    """The special cards that return on this floor, in the order of SPECIAL_CARDS; often none."""
    if floor < 1:
        raise ValueError(f"there is no floor {floor}")
    return _SCHEDULE.get(floor % PERIOD, ())


def return_floor(card: str, floor: int) -> int:
    """The first floor after this one on which the card returns.

    ValueError when the card is not a special card.
    """
    if card not in SPECIAL_CARDS:
        raise ValueError(f"{card!r} is not a special card")
    if floor < 1:
        raise ValueError(f"there is no floor {floor}")
    # In a whole period every special card returns at least once.
    later = range(floor + 1, floor + PERIOD + 1)
    return next(floor for floor in later if card in returning(floor))
