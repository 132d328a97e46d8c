"""Cards as the planners of lone games count them.

A monster is its value, a weapon 20 and its value, a potion 40 and its value; the suits of two
monsters make no difference. 0 is no card.
"""

from __future__ import annotations

from functools import cache

from tracker.rules.cards import ENEMIES, POTIONS, WEAPONS, enemy_value, red_value
from tracker.rules.games.dungeon import LONE_PACK
from tracker.rules.protocol import Cards

WEAPON, POTION = 20, 40

NUMBER = {card: enemy_value(card) for card in ENEMIES}
NUMBER |= {card: WEAPON + red_value(card) for card in WEAPONS}
NUMBER |= {card: POTION + red_value(card) for card in POTIONS}

Numbers = tuple[int, ...]

LONE_CARDS = sorted({NUMBER[card] for card in LONE_PACK})
"""Every card of the lone games once."""


def numbers(cards: Cards) -> Numbers:
    return tuple(NUMBER[card] for card in cards)


def name_of(number: int) -> str:
    """The name of a card in a file of weights: `7`, `7d`, `7h`; `none` for no card."""
    if number >= WEAPON:
        return f"{number - POTION}h" if number >= POTION else f"{number - WEAPON}d"
    return str(number or "none")


@cache
def takes(room: Numbers) -> tuple[tuple[int, Numbers], ...]:
    """Every card that may be taken from a room, with what is left; of twins only one."""
    left = {card: (*room[:place], *room[place + 1 :]) for place, card in enumerate(room)}
    return tuple(left.items())
