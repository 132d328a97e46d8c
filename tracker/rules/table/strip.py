"""Cards as a text with nothing between them, each once, in one order: `As9c7d4hKd`.

The order is that of a strip a person can look through: enemies strongest first, weapons, potions,
special cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tracker.rules.cards import (
    BLACKSMITHS,
    ENEMIES,
    PACK,
    POTIONS,
    RED_JOKER,
    SHIELDS,
    WEAPONS,
)
from tracker.rules.table.pile import Sort

STRIP = (*ENEMIES, *reversed(WEAPONS), *reversed(POTIONS), *BLACKSMITHS, *SHIELDS, RED_JOKER)
"""All 54 cards; the black joker is the last of the enemies."""
CARD = "|".join(sorted(PACK, key=len, reverse=True))
"""A pattern of one card, for texts in which cards stand side by side."""
_PLACE = {card: place for place, card in enumerate(STRIP)}
_CARD = re.compile(CARD)


def write_strip(cards: Iterable[str]) -> str:
    """ValueError where one of them is no card."""
    each = {*cards}
    if strange := each - {*_PLACE}:
        raise ValueError(f"{strange.pop()!r} is not a card")
    return "".join(sorted(each, key=_PLACE.__getitem__))


def read_strip(text: str) -> tuple[str, ...]:
    """The cards of a text in its order; what is no card is passed over."""
    return tuple(_CARD.findall(text))


def is_strip(text: str) -> bool:
    """Whether the text is nothing but cards, at least one and each once."""
    cards = read_strip(text)
    return bool(text) and "".join(cards) == text and len({*cards}) == len(cards)


def strip_set(text: str) -> Sort:
    return frozenset(read_strip(text))
