"""How a playing card is drawn, alone and within a sentence: its index, its symbol, its pips."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from string import Formatter

from django.utils.translation import get_language

from tracker.boards.words.forms import CardName
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
    """The card that `_card.html` prints; `rank` is "" for a joker."""

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


@dataclass(frozen=True)
class Piece:
    """A stretch of a sentence. A `bold` one is a name; one with a `face` is the name of a card."""

    text: str
    bold: bool = False
    face: CardFace | None = None

    def in_form(self, form: str) -> Piece:
        """A card or a weapon in a form that its language has for it; nothing else has any."""
        named = form and isinstance(self.text, CardName)
        return replace(self, text=format(self.text, form)) if named else self


Pieces = tuple[Piece, ...]


def filled_in(template: str, value_of: Callable[[str], Pieces]) -> Pieces:
    """The template, as `str.format` takes it, with its `{names}` replaced by their values."""
    return tuple(_filled_in(template, value_of))


def _filled_in(template: str, value_of: Callable[[str], Pieces]) -> Iterator[Piece]:
    for words, name, form, _conversion in Formatter().parse(template):
        if words:
            yield Piece(words)
        if name:
            yield from (piece.in_form(form or "") for piece in value_of(name))


def joined(between: str, parts: Iterable[Pieces]) -> Pieces:
    """Like `str.join`."""
    found: list[Piece] = []
    for part in parts:
        found += [Piece(between), *part] if found else part
    return tuple(found)


def text_of(pieces: Iterable[Piece]) -> str:
    """The sentence in words alone."""
    return "".join(piece.text for piece in pieces)
