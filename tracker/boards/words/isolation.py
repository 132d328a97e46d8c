"""What people typed in a sentence, where it may run in the other direction than the sentence."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import bidirectional

from django.utils.translation import get_language_bidi

LEFT_TO_RIGHT_ISOLATE, FIRST_STRONG_ISOLATE, POP = "\u2066", "\u2068", "\u2069"
LEFT_TO_RIGHT_MARK, RIGHT_TO_LEFT_MARK = "\u200e", "\u200f"
OVERRIDES = {"LRE", "RLE", "LRO", "RLO", "LRI", "RLI", "FSI"}


def isolated(text: str) -> str:
    """The text, in signs that keep its direction to itself where it has another than the page.

    The mark before them tells `dir=auto` the direction of the page, not that of the text.
    """
    return _isolated(text, get_language_bidi())


def in_order(text: str) -> str:
    """Signs and digits as they are written, the minus before the number on any page."""
    return f"{LEFT_TO_RIGHT_ISOLATE}{text}{POP}" if get_language_bidi() else text


@lru_cache(maxsize=1024)
def _isolated(text: str, leftward: bool) -> str:
    """`leftward` is whether the page runs from right to left."""
    others = OVERRIDES | ({"L"} if leftward else {"R", "AL"})
    if others.isdisjoint(map(bidirectional, text)):
        return text
    mark = RIGHT_TO_LEFT_MARK if leftward else LEFT_TO_RIGHT_MARK
    return f"{mark}{FIRST_STRONG_ISOLATE}{text}{POP}"
