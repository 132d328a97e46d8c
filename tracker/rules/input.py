"""Input from people and their phones: checked in one place, kept character for character."""

from __future__ import annotations

import re

from tracker.rules.words import Malformed, gettext_noop, number_noop

UNSTORABLE = re.compile("[\0\ud800-\udfff]")  # what no database text can hold
MAX_NAME = 60
MAX_TEXT = 500
LONGEST_EXCERPT = 40


def text_of(typed: str, longest: int) -> str:
    """The typed text, character for character. Raises Malformed if it cannot be kept so."""
    if len(typed) > longest:
        raise Malformed(
            number_noop("That is too long: {length} characters, {most} fit.", "length"),
            length=len(typed),
            most=longest,
        )
    if UNSTORABLE.search(typed):
        raise Malformed(
            gettext_noop("That text has a character we can’t store. Remove it and try again.")
        )
    return typed


def first_and_rest(text: str) -> tuple[str, str]:
    """The text before and after the first colon: of `Kc:weapon` the card and the way."""
    first, _, rest = text.partition(":")
    return first, rest


def whole_number(text: str) -> int | None:
    """A number from 0 to 999,999,999, None for anything else: nothing here is counted further."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def excerpt(text: str) -> str:
    """The beginning of a text a person sent, safe to be quoted in a message."""
    text = UNSTORABLE.sub("?", text[: LONGEST_EXCERPT + 1])
    return text if len(text) <= LONGEST_EXCERPT else f"{text[:LONGEST_EXCERPT]}…"
