"""The memory of a browser, in cookies that last: its parties, whose phone it is. No accounts."""

from __future__ import annotations

from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse

from tracker.rules.table.state.fields import NUMBERS

COOKIE = "parties"
ALOUD_COOKIE = "aloud"
AROUND_COOKIE = "around"
BIGGER_COOKIE = "bigger"
DEVICE_COOKIE = "device"
FULL_COOKIE = "full"
KEYLESS_COOKIE = "keyless"
SUITS_COOKIE = "suits"
THEME_COOKIE = "theme"
THEMES = ("dark", "light")
VIEW_COOKIE = "view"
WHOLE = "whole"
SWITCHES = (AROUND_COOKIE, BIGGER_COOKIE, SUITS_COOKIE, ALOUD_COOKIE, FULL_COOKIE, KEYLESS_COOKIE)
MOST_PARTIES = 40
TEN_YEARS = 10 * 365 * 24 * 3600


def keep(
    request: HttpRequest, response: HttpResponseBase, name: str, value: str, path: str = "/"
) -> None:
    """A cookie that lasts and that no script reads."""
    secure = request.is_secure()
    response.set_cookie(
        name, value, TEN_YEARS, path=path, secure=secure, httponly=True, samesite="Lax"
    )


def own_parties(request: HttpRequest) -> list[str]:
    """Codes of this browser's parties, the one opened last first."""
    try:
        codes = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE)
    except signing.BadSignature:
        return []
    return [code for code in codes if isinstance(code, str)] if isinstance(codes, list) else []


def remember(request: HttpRequest, response: HttpResponseBase, code: str) -> None:
    """Puts a party at the head of the browser's list."""
    codes = own_parties(request)
    if codes[:1] != [code]:
        _store(request, response, [code, *(other for other in codes if other != code)])


def forget(request: HttpRequest, response: HttpResponseBase, code: str) -> None:
    """Takes a party off the browser's list; the party itself stays."""
    codes = [other for other in own_parties(request) if other != code]
    _store(request, response, codes)


def replace_code(request: HttpRequest, response: HttpResponseBase, code: str, fresh: str) -> None:
    """The party has another code now."""
    codes = [fresh if other == code else other for other in own_parties(request)]
    _store(request, response, codes)


def _store(request: HttpRequest, response: HttpResponseBase, codes: list[str]) -> None:
    signed = signing.dumps(codes[:MOST_PARTIES], salt=COOKIE, compress=True)
    keep(request, response, COOKIE, signed)


def set_device(request: HttpRequest, response: HttpResponseBase, code: str, device: str) -> None:
    """Keeps whose phone this is, for this party alone; see `device_of`."""
    number = device if device in NUMBERS else ""
    keep(request, response, DEVICE_COOKIE, number, path=reverse("table", args=[code]))


def theme_of(request: HttpRequest) -> str:
    """One of THEMES, "" where the system of the phone decides."""
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return theme if theme in THEMES else ""


def switches_of(request: HttpRequest) -> dict[str, bool]:
    """Tells what this phone has switched on, by the names in SWITCHES."""
    return {name: request.COOKIES.get(name) == "1" for name in SWITCHES}


def set_view(request: HttpRequest, response: HttpResponseBase, code: str, view: str) -> None:
    """Keeps for this party whether the phone shows the whole table, or its own player first."""
    path = reverse("table", args=[code])
    keep(request, response, VIEW_COOKIE, WHOLE if view == WHOLE else "mine", path=path)


def shows_own_first(request: HttpRequest) -> bool:
    """Whether the player whose phone this is comes first and large: so until it is turned off."""
    return request.COOKIES.get(VIEW_COOKIE) != WHOLE


def device_of(request: HttpRequest) -> str:
    """The number of the player whose phone this is; "" for one that serves the whole table."""
    return device_said(request) or ""


def device_said(request: HttpRequest) -> str | None:
    """Returns what `device_of` does, but None for a phone that has never been told whose it is."""
    number = request.COOKIES.get(DEVICE_COOKIE)
    return number if number in (*NUMBERS, "") else None
