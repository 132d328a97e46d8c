"""The memory of a browser, in cookies that last: its parties, whose phone it is, what it solved.

No accounts: the seats that a browser plays bear a secret that it keeps.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse

from tracker.boards.party.pages.home import SINCE
from tracker.rules.table.state.fields import NUMBERS
from tracker.web.answers import code_for

PARTIES_COOKIE = "parties"
ALOUD_COOKIE = "aloud"
AROUND_COOKIE = "around"
BIGGER_COOKIE = "bigger"
DEVICE_COOKIE = "device"
FULL_COOKIE = "full"
HAND_COOKIE = "hand"
KEYLESS_COOKIE = "keyless"
NEWS_COOKIE = "news"
PHONE_COOKIE = "phone"
PUZZLES_COOKIE = "puzzles"
SUITS_COOKIE = "suits"
THEME_COOKIE = "theme"
THEMES = ("dark", "light")
VIEW_COOKIE = "view"
WAY_COOKIE = "way"
WHOLE = "whole"
SWITCHES = (AROUND_COOKIE, BIGGER_COOKIE, SUITS_COOKIE, ALOUD_COOKIE, FULL_COOKIE, KEYLESS_COOKIE)
OF_PARTY = {
    DEVICE_COOKIE: {*NUMBERS, ""},
    HAND_COOKIE: {"1"},
    VIEW_COOKIE: {WHOLE, "mine"},
}
"""Each party has its own of these, with one of the values: their path is that of its table."""
SIGNED = {PARTIES_COOKIE, PHONE_COOKIE, PUZZLES_COOKIE}
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


def signed(request: HttpRequest, name: str) -> Any:
    """The value that `keep_signed` gave the cookie; None where there is none, or a forged one."""
    try:
        return signing.loads(request.COOKIES.get(name, ""), salt=name)
    except signing.BadSignature:
        return None


def keep_signed(request: HttpRequest, response: HttpResponseBase, name: str, value: object) -> None:
    keep(request, response, name, signing.dumps(value, salt=name, compress=True))
    if not _is_known(request):
        keep_news(request, response)


def keep_longer(request: HttpRequest, response: HttpResponseBase) -> None:
    """Renews what the browser knows: it drops any cookie 400 days after it was last set."""
    for name in SIGNED & request.COOKIES.keys():
        if (value := signed(request, name)) is not None:
            keep_signed(request, response, name, value)


def _is_known(request: HttpRequest) -> bool:
    return not SIGNED.isdisjoint(request.COOKIES)


def has_news(request: HttpRequest) -> bool:
    """Whether this browser has been here before, and not read what is new since."""
    return _is_known(request) and request.COOKIES.get(NEWS_COOKIE) != SINCE


def keep_news(request: HttpRequest, response: HttpResponseBase) -> None:
    """The news is read; to whoever is new here nothing is news."""
    keep(request, response, NEWS_COOKIE, SINCE)


def own_parties(request: HttpRequest) -> list[str]:
    """Codes of this browser's parties, the one opened last first."""
    codes = signed(request, PARTIES_COOKIE)
    return [code for code in codes if isinstance(code, str)] if isinstance(codes, list) else []


def remember(request: HttpRequest, response: HttpResponseBase, code: str) -> None:
    """Puts a party at the head of the browser's list."""
    codes = own_parties(request)
    if codes[:1] != [code]:
        fresh = [code, *(other for other in codes if other != code)]
        keep_signed(request, response, PARTIES_COOKIE, fresh[:MOST_PARTIES])


def forget(request: HttpRequest, response: HttpResponseBase, code: str) -> None:
    """Takes a party off the browser's list; the party itself stays."""
    codes = [other for other in own_parties(request) if other != code]
    keep_signed(request, response, PARTIES_COOKIE, codes)


def replace_code(request: HttpRequest, response: HttpResponseBase, code: str, fresh: str) -> None:
    """The party has another code now; this browser is asked at the old one."""
    codes = [fresh if other == code else other for other in own_parties(request)]
    keep_signed(request, response, PARTIES_COOKIE, codes)
    for name, known in OF_PARTY.items():
        # A browser sends any text; not all of them can stand in an answer.
        if (value := request.COOKIES.get(name)) in known:
            keep(request, response, name, value, reverse("table", args=[fresh]))


def phone_of(request: HttpRequest) -> str:
    """The browser's secret, "" before it has taken its first seat."""
    phone = signed(request, PHONE_COOKIE)
    return phone if isinstance(phone, str) else ""


def own_phone(request: HttpRequest) -> str:
    """The browser's secret, made now if need be; `keep_phone` lets the browser keep it.

    Of two taps on a form it may not see the first answer: both make the same secret.
    """
    return phone_of(request) or code_for(request)


def keep_phone(request: HttpRequest, response: HttpResponseBase, phone: str) -> None:
    if phone != phone_of(request):
        keep_signed(request, response, PHONE_COOKIE, phone)


def solved_by(request: HttpRequest) -> frozenset[int]:
    """The numbers of the puzzles it has solved, from 1; each is a bit of one large number."""
    try:
        bits = int(signed(request, PUZZLES_COOKIE), 16)
    except (ValueError, TypeError):
        return frozenset()
    return frozenset(place + 1 for place in range(bits.bit_length()) if bits >> place & 1)


def keep_solved(request: HttpRequest, response: HttpResponseBase, numbers: Collection[int]) -> None:
    bits = sum(1 << number - 1 for number in numbers)
    keep_signed(request, response, PUZZLES_COOKIE, f"{bits:x}")


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


def keep_way(request: HttpRequest, response: HttpResponse, texts: Collection[str]) -> HttpResponse:
    """Keeps how a party wants to play, if one of its commands says so: so does the next one."""
    for text in texts:
        # Refused ones are among them, with any text.
        if text.startswith("referee:"):
            keep(request, response, WAY_COOKIE, "room" if text == "referee:room" else "count")
    return response


def way_of(request: HttpRequest) -> str:
    """How the next party of this phone plays, until it says otherwise."""
    return "room" if request.COOKIES.get(WAY_COOKIE) == "room" else "count"


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
