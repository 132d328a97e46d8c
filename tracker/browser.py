"""What a browser remembers: its parties, in a signed cookie that lasts. No accounts."""

from __future__ import annotations

from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse

COOKIE = "parties"
AROUND_COOKIE = "around"
DEVICE_COOKIE = "device"
PLAYERS = ("0", "1", "2", "3")
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


def replace_known(request: HttpRequest, response: HttpResponseBase, code: str, fresh: str) -> None:
    """The party has another code now."""
    codes = [fresh if other == code else other for other in known_parties(request)]
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


def set_device(request: HttpRequest, response: HttpResponseBase, code: str, device: str) -> None:
    """Keeps whose phone this is, for this party alone; see `device_of`."""
    response.set_cookie(
        DEVICE_COOKIE,
        device if device in PLAYERS else "",
        max_age=TEN_YEARS,
        path=reverse("table", args=[code]),
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def device_of(request: HttpRequest) -> str:
    """The number of the player whose phone this is; "" for one that serves the whole table."""
    number = request.COOKIES.get(DEVICE_COOKIE, "")
    return number if number in PLAYERS else ""
