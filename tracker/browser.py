"""What a browser remembers: its parties, in a signed cookie that lasts. No accounts."""

from __future__ import annotations

from django.core import signing
from django.http import HttpRequest, HttpResponseBase

COOKIE = "parties"
AROUND_COOKIE = "around"
MOST_PARTIES = 40
TEN_YEARS = 10 * 365 * 24 * 3600


def known_parties(request: HttpRequest) -> list[str]:
    """Codes of this browser's parties, the one opened last first."""
    try:
        codes = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE)
    except signing.BadSignature:
        return []
    return [code for code in codes if isinstance(code, str)] if isinstance(codes, list) else []


def remember(request: HttpRequest, response: HttpResponseBase, code: str) -> None:
    """Puts a party at the head of the browser's list."""
    known = known_parties(request)
    if known[:1] != [code]:
        _store(response, [code, *(other for other in known if other != code)], request.is_secure())


def forget(request: HttpRequest, response: HttpResponseBase, code: str) -> None:
    """Takes a party off the browser's list; the party itself stays."""
    codes = [other for other in known_parties(request) if other != code]
    _store(response, codes, request.is_secure())


def _store(response: HttpResponseBase, codes: list[str], secure: bool) -> None:
    response.set_cookie(
        COOKIE,
        signing.dumps(codes[:MOST_PARTIES], salt=COOKIE, compress=True),
        max_age=TEN_YEARS,
        secure=secure,
        httponly=True,
        samesite="Lax",
    )
