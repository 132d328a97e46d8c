"""Answers made without Django, with the headers that Django's own carry."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.conf import settings

from tracker.web.errors import BUSY_SECONDS

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]
Header = tuple[bytes, bytes]

CLOSE: Header = (b"connection", b"close")
RETRY: Header = (b"retry-after", b"%d" % BUSY_SECONDS)


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
