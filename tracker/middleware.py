"""What is true of every page."""

from __future__ import annotations

import zoneinfo
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

Handler = Callable[[HttpRequest], HttpResponse]


def fresh_pages(get_response: Handler) -> Handler:
    """Browsers ask for a page anew, on Back too.

    A kept one would show old numbers, and its form a key that has been used already.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware


def phone_time(get_response: Handler) -> Handler:
    """Times stand in the zone of the phone, as static/js/clock.js tells it; else the site's."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with timezone.override(_zone(request.COOKIES.get("zone", ""))):
            return get_response(request)

    return middleware


def _zone(name: str) -> zoneinfo.ZoneInfo | None:
    try:
        return zoneinfo.ZoneInfo(name) if name else None
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        return None
