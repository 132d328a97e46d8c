"""Which puzzles a browser has solved: the browser keeps it."""

from __future__ import annotations

from collections.abc import Collection

from django.core import signing
from django.http import HttpRequest, HttpResponseBase

from tracker.web.browser import keep

COOKIE = "puzzles"


def solved_by(request: HttpRequest) -> frozenset[int]:
    """The numbers of the puzzles, from 1; each is a bit of one large number."""
    try:
        bits = int(signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE), 16)
    except (signing.BadSignature, ValueError, TypeError):
        return frozenset()
    return frozenset(place + 1 for place in range(bits.bit_length()) if bits >> place & 1)


def keep_solved(request: HttpRequest, response: HttpResponseBase, numbers: Collection[int]) -> None:
    bits = sum(1 << number - 1 for number in numbers)
    keep(request, response, COOKIE, signing.dumps(f"{bits:x}", salt=COOKIE))
