"""Log lines that can be shown to others: a party's code is its key, so no code is in them.

What a visitor or a database did is one line; a traceback stands only where this program is wrong.
The access log has one line of JSON a request, on standard output:

{"time": "2026-11-20T18:30:00+00:00", "address": "192.168.1.0", "method": "POST",
"route": "entries", "status": 200, "ms": 4.1, "bytes": 812}

The route is the name of the address (tracker/urls.py), and of the phone's address only the part
that names its network is kept. A live stream's line comes when it ends.
"""

from __future__ import annotations

import json
import logging
import re
import time
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.urls import Resolver404, resolve

from tracker.services import codes
from tracker.services.writing import PASSING
from tracker.web.limits import network_of

if TYPE_CHECKING:
    # Logs begin before the templates that refusals draw.
    from scoundrel_web.refusals import Application, Message, Receive, Send

LONGEST = 1000  # characters of a message: a visitor writes a part of it

PATH = re.compile(r"/(live/(?:p|w|play)|live|p|w)/[^/\s?\"']+")
# Elsewhere, as in what a database says about a row.
CODE = re.compile(rf"(?<![0-9A-Za-z]){codes.CODE.pattern}(?![0-9A-Za-z])")


class Brief(logging.Filter):
    """Leaves out where in Django a wrong request or an absent database was noticed."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and isinstance(record.exc_info[1], (SuspiciousOperation, *PASSING)):
            record.exc_info = record.exc_text = None
        # Why a request was put off has been said already (tracker/web/middleware.py).
        return getattr(record, "status_code", 0) != 503


class CodeHidingFormatter(logging.Formatter):
    """Time, level and message with `/p/<code>` as `/p/…`, in tracebacks too."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return CODE.sub("…", PATH.sub(r"/\1/…", super().format(record)))

    def formatMessage(self, record: logging.LogRecord) -> str:
        record.message = " ".join(record.message[:LONGEST].split())
        return super().formatMessage(record)


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
            told = json.dumps(line(scope) | {"status": status, "ms": ms, "bytes": size})
            with suppress(OSError):  # the disk below may be full
                print(told, flush=True)


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
