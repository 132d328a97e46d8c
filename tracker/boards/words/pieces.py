"""A sentence in pieces, so that a page can draw the names and cards in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from string import Formatter

from tracker.boards.words.cards import CardFace
from tracker.boards.words.forms import CardName


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
