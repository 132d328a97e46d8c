"""A sentence in pieces, so that a page can draw the names and cards in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from string import Formatter

from tracker.boards.words.cards import CardFace


@dataclass(frozen=True)
class Piece:
    """A stretch of a sentence. A `bold` one is a name; one with a `face` is the name of a card."""

    text: str
    bold: bool = False
    face: CardFace | None = None


Pieces = tuple[Piece, ...]


def filled_in(template: str, value_of: Callable[[str], Pieces]) -> Pieces:
    """The template, as `str.format` takes it, with its `{names}` replaced by their values."""
    return tuple(_filled_in(template, value_of))


def _filled_in(template: str, value_of: Callable[[str], Pieces]) -> Iterator[Piece]:
    for words, name, _spec, _conversion in Formatter().parse(template):
        if words:
            yield Piece(words)
        if name:
            yield from value_of(name)


def joined(between: str, parts: Iterable[Pieces]) -> Pieces:
    """Like `str.join`."""
    found: list[Piece] = []
    for part in parts:
        found += [Piece(between), *part] if found else part
    return tuple(found)


def text_of(pieces: Iterable[Piece]) -> str:
    """The sentence in words alone."""
    return "".join(piece.text for piece in pieces)
