"""Codes: what a party or a match is called by, and the key to it."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256

CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that looks like another
CODE_LENGTH = 13  # 64 random bits
CODE = re.compile(f"[{CODE_LETTERS}]{{{CODE_LENGTH}}}")


class Missing(Exception):
    """No party and no match has this code: a page that is not there, says the edge of the site."""


def new_code() -> str:
    """A code nobody can guess and anybody can read aloud."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def code_of(text: str) -> str:
    """The one code that stands for this text, as hard to guess as the text is."""
    number, letters = int.from_bytes(sha256(text.encode()).digest()), ""
    for _ in range(CODE_LENGTH):
        number, letter = divmod(number, len(CODE_LETTERS))
        letters += CODE_LETTERS[letter]
    return letters
