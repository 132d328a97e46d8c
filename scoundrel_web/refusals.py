"""Answers made without Django, with the headers that Django's own carry."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from types import SimpleNamespace
from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest, parse_cookie
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, override

from tracker.web.errors import BUSY_SECONDS

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]
Header = tuple[bytes, bytes]

CLOSE: Header = (b"connection", b"close")
RETRY: Header = (b"retry-after", b"%d" % BUSY_SECONDS)


class BusyPage:
    """The page for a phone that cannot be answered now, drawn before anybody comes."""

    def __init__(self) -> None:
        self.pages: dict[str, str] = {}
        for language, _name in settings.LANGUAGES:
            with override(language):
                self.pages[language] = render_to_string("503.html")

    def __call__(self, environ: Mapping[str, Any]) -> str:
        """In the language that the phone chose, else the first its browser asks for."""
        asked = SimpleNamespace(META=environ, COOKIES=parse_cookie(environ.get("HTTP_COOKIE", "")))
        return self.pages[get_language_from_request(cast(HttpRequest, asked))]


def refusal(status: int, page: str = "", *headers: Header) -> list[Message]:
    """The messages of an answer; htmx puts its page in place of the whole one."""
    body = page.encode()
    own = {
        "content-type": "text/html; charset=utf-8",
        "content-length": str(len(body)),
        "cache-control": "no-store",
        "content-security-policy": settings.CONTENT_SECURITY_POLICY,
        "cross-origin-opener-policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
        "referrer-policy": settings.SECURE_REFERRER_POLICY,
        "x-content-type-options": "nosniff",
        "x-frame-options": settings.X_FRAME_OPTIONS,
        "hx-retarget": "body",
        "hx-reswap": "innerHTML",
    }
    pairs = [(name.encode(), value.encode()) for name, value in own.items()]
    return [
        {"type": "http.response.start", "status": status, "headers": [*pairs, *headers]},
        {"type": "http.response.body", "body": body},
    ]
