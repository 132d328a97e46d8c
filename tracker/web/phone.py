"""Which browser this is: a secret that it keeps in a signed cookie and that its seats bear."""

from __future__ import annotations

from django.core import signing
from django.http import HttpRequest, HttpResponseBase

from tracker.services.codes import new_code
from tracker.web.browser import keep

COOKIE = "phone"


def phone_of(request: HttpRequest) -> str:
    """The browser's secret, "" before it has taken its first seat."""
    try:
        phone = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE)
    except signing.BadSignature:
        return ""
    return phone if isinstance(phone, str) else ""


def own_phone(request: HttpRequest) -> str:
    """The browser's secret, made now if need be; `keep_phone` lets the browser keep it."""
    return phone_of(request) or new_code()


def keep_phone(request: HttpRequest, response: HttpResponseBase, phone: str) -> None:
    if phone != phone_of(request):
        keep(request, response, COOKIE, signing.dumps(phone, salt=COOKIE))
