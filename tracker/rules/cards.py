"""The cards: codes, families and values (rules.md 1.1, 3.1).

A code is a rank and a suit letter, "Kc" or "10h"; the jokers are "JOKb" and "JOKr".
Every function raises ValueError, naming the card, for a code that is not in the pack.
"""

from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("c", "d", "h", "s")
LOW_TO_HIGH = (*RANKS[1:], "A")
"""The ranks where the ace is the highest (rules.md 1.1)."""
BLACK_JOKER = "JOKb"
RED_JOKER = "JOKr"

PACK = (*(f"{rank}{suit}" for suit in SUITS for rank in RANKS), BLACK_JOKER, RED_JOKER)
"""All 54 cards: clubs, diamonds, hearts, spades, each from ace to king; then the jokers."""

_ENEMY_VALUES = {
    f"{rank}{suit}": 14 - place
    for place, rank in enumerate(reversed(LOW_TO_HIGH))
    for suit in ("c", "s")
} | {BLACK_JOKER: 0}
_RED_VALUES = {
    f"{rank}{suit}": value for suit in ("d", "h") for value, rank in enumerate(RANKS[:10], start=1)
}
_STRENGTHS = {
    f"{rank}{suit}": value for suit in ("d", "h") for rank, value in (("K", 3), ("Q", 2), ("J", 1))
}

ENEMIES = tuple(_ENEMY_VALUES)
"""The 26 black cards and the black joker, strongest first, clubs before spades."""
WEAPONS = tuple(card for card in _RED_VALUES if card.endswith("d"))
POTIONS = tuple(card for card in _RED_VALUES if card.endswith("h"))
BLACKSMITHS = tuple(card for card in _STRENGTHS if card.endswith("d"))
SHIELDS = tuple(card for card in _STRENGTHS if card.endswith("h"))
SPECIAL_CARDS = (BLACK_JOKER, RED_JOKER, *BLACKSMITHS, *SHIELDS)
"""The cards that are set aside when used, in the order of the used text (rules.md 2)."""


class EnglishName(str):
    """The English name of a card, with its code, by which other languages name it."""

    code: str


COURT_NAMES = {"A": "Ace", "J": "Jack", "Q": "Queen", "K": "King"}
_SUIT_NAMES = {"c": "Clubs", "d": "Diamonds", "h": "Hearts", "s": "Spades"}
JOKER_NAMES = {BLACK_JOKER: "Black Joker", RED_JOKER: "Red Joker"}


def rank(card: str) -> str:
    """The rank as it is written, one of RANKS. ValueError for a joker, which has none."""
    if suit(card) == "":
        raise ValueError(f"{card!r} has no rank")
    return card[:-1]


def suit(card: str) -> str:
    """The suit letter, one of SUITS; "" for a joker."""
    if card not in PACK:
        raise ValueError(f"{card!r} is not a card")
    return "" if card in JOKER_NAMES else card[-1]


def enemy_value(card: str) -> int:
    """How hard an enemy hits: 2..14 (ace 14), the black joker 0. ValueError for a red card."""
    return _look_up(_ENEMY_VALUES, card, "enemy value")


def red_value(card: str) -> int:
    """The points a weapon parries or a potion heals: 1..10 (ace 1). ValueError for others."""
    return _look_up(_RED_VALUES, card, "red value")


def strength(card: str) -> int:
    """The strength of a blacksmith or shield: jack 1, queen 2, king 3. ValueError for others."""
    return _look_up(_STRENGTHS, card, "strength")


def is_red(card: str) -> bool:
    """Whether this is a diamond, a heart or the red joker (rules.md 3.1)."""
    return suit(card) in ("d", "h") or card == RED_JOKER


def card_name(card: str) -> EnglishName:
    """The name people say: "King of Clubs", "10 of Hearts", "Black Joker"."""
    name = EnglishName(
        JOKER_NAMES.get(card)
        or f"{COURT_NAMES.get(rank(card), rank(card))} of {_SUIT_NAMES[suit(card)]}"
    )
    name.code = card
    return name


def _look_up(values: Mapping[str, T], card: str, what: str) -> T:
    if card not in values:
        raise ValueError(f"{card!r} has no {what}" if card in PACK else f"{card!r} is not a card")
    return values[card]
