"""How a playing card is drawn: its index, its symbol in icons.svg, its pips."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language

from tracker.boards.words.names import card_name
from tracker.rules.cards import is_red, rank, suit

ICONS = {"c": "club", "d": "diamond", "h": "heart", "s": "spade", "": "jester"}

LEFT, MIDDLE, RIGHT = 0, 23, 46
PIP_SIZE = 18
MIDDLE_HEIGHT = 50
# Columns and heights on a field of 64 x 100, as on printed cards.
PIPS = {
    "A": ((MIDDLE, 41),),
    "2": ((MIDDLE, 9), (MIDDLE, 73)),
    "3": ((MIDDLE, 9), (MIDDLE, 41), (MIDDLE, 73)),
    "4": ((LEFT, 9), (RIGHT, 9), (LEFT, 73), (RIGHT, 73)),
    "5": ((LEFT, 9), (RIGHT, 9), (MIDDLE, 41), (LEFT, 73), (RIGHT, 73)),
    "6": ((LEFT, 9), (RIGHT, 9), (LEFT, 41), (RIGHT, 41), (LEFT, 73), (RIGHT, 73)),
}
PIPS["7"] = (*PIPS["6"], (MIDDLE, 25))
PIPS["8"] = (*PIPS["7"], (MIDDLE, 57))
_NINE = tuple((column, height) for height in (5, 29, 53, 77) for column in (LEFT, RIGHT))
PIPS["9"] = (*_NINE, (MIDDLE, 41))
PIPS["10"] = (*_NINE, (MIDDLE, 17), (MIDDLE, 65))


@dataclass(frozen=True)
class Pip:
    """A symbol on the field of a card; `turned` stands on its head, as in the lower half."""

    x: int
    y: int
    turned: str = ""


@dataclass(frozen=True)
class CardFace:
    """What `_card.html` prints; `rank` is "" for a joker."""

    code: str
    name: str
    rank: str
    icon: str
    red: bool
    pips: tuple[Pip, ...] = ()


def card_face(card: str, pips: bool = False) -> CardFace:
    """The face of a card, with its pips where it is drawn large. ValueError for no card."""
    return _face(card, pips, get_language())


@lru_cache(maxsize=512)  # a page draws the whole pack more than once
def _face(card: str, pips: bool, _language: str | None) -> CardFace:
    letter = suit(card)
    text = rank(card) if letter else ""
    return CardFace(
        code=card,
        name=card_name(card),
        rank=text,
        icon=ICONS[letter],
        red=is_red(card),
        pips=tuple(_pip(x, y) for x, y in PIPS.get(text, ())) if pips else (),
    )


def _pip(x: int, y: int) -> Pip:
    half = PIP_SIZE // 2
    return Pip(x, y, f"rotate(180 {x + half} {y + half})" if y + half > MIDDLE_HEIGHT else "")
