"""One line of JSON a request on standard output, without anything secret in it.

{"time": "2026-11-20T18:30:00+00:00", "address": "192.168.1.0", "method": "POST",
"route": "entries", "status": 200, "ms": 4.1, "bytes": 812}

The route is the name of the address (tracker/urls.py), so that no code is ever written down, and of
the phone's address the part that names its network. A live stream's line comes when it ends.
"""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime

from django.conf import settings
from django.urls import Resolver404, resolve

from scoundrel_web.refusals import Application, Message, Receive, Send
from tracker.web.limits import network_of


class AccessLog:
    """`application`, with a line written for each request."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.application(scope, receive, send)
        begun, status, size = time.perf_counter(), 0, 0

        async def counted(message: Message) -> None:
            nonlocal status, size
            status = message.get("status", status)
            size += len(message.get("body", b""))
            await send(message)

        try:
            await self.application(scope, receive, counted)
        finally:
            ms = round((time.perf_counter() - begun) * 1000, 1)
            print(json.dumps(line(scope) | {"status": status, "ms": ms, "bytes": size}), flush=True)


def line(scope: Message) -> dict[str, object]:
    return {
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
        "address": network_of((scope.get("client") or ("",))[0], 24, 48),
        "method": scope["method"],
        "route": route(scope["path"]),
    }


def route(path: str) -> str:
    """The name of an address; "" where there is none."""
    if path.startswith("/live/"):
        return "live"
    if path.startswith(settings.STATIC_URL):
        return "static"
    try:
        return resolve(path).url_name or ""
    except Resolver404:
        return ""
