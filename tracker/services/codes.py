"""Codes: what a party or a match is called by, and the key to it."""

from __future__ import annotations

import json
import re
import secrets

from django.utils.crypto import salted_hmac

CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that looks like another
CODE_LENGTH = 13  # 64 random bits
CODE = re.compile(f"[{CODE_LETTERS}]{{{CODE_LENGTH}}}")


class Missing(Exception):
    """No party and no match has this code: a page that is not there, says the edge of the site."""


def new_code() -> str:
    """A code nobody can guess and anybody can read aloud."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def code_of(*parts: object) -> str:
    """The one code of these texts and lists of texts, which nobody can guess outside this site."""
    digest = salted_hmac("code", json.dumps(parts), algorithm="sha256").digest()
    number, count = int.from_bytes(digest), len(CODE_LETTERS)
    return "".join(CODE_LETTERS[number // count**place % count] for place in range(CODE_LENGTH))
