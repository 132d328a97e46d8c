"""Middleware of every page, and the values that each is given."""

from __future__ import annotations

import logging
import re
import zoneinfo
from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import brotli
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from tracker import __version__
from tracker.services.codes import Missing
from tracker.services.writing import PASSING
from tracker.web import errors
from tracker.web.answers import Handler
from tracker.web.browser import own_parties, switches_of, theme_of
from tracker.web.errors import unknown_code_response
from tracker.web.kept import Kept, new_key
from tracker.web.limits import LARGEST_COMMANDS, WRONG_CODES, TooMany, network
from tracker.web.shared import Shared, packed

# Levels of 11. A whole page comes once over a slow network, its parts again and again; large ones
# take ten times as long at the best.
WHOLE, PART = 10, 6
LARGE = 50_000  # bytes; no page that people play with
NEVER = re.compile(r"q=0(\.0*)?")
LONGEST_ZONE = 64
ZONE = re.compile(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+){0,2}")

log = logging.getLogger(__name__)


def sound_host(get_response: Handler) -> Handler:
    """Drops a Host that names no place, such as `localhost:99999`: Django answers none with 400.

    Django checks only its letters, and what takes it apart later would fail.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        try:
            _ = urlsplit(f"//{request.META.get('HTTP_HOST', '')}").port
        except ValueError:
            request.META["HTTP_HOST"] = ""
        return get_response(request)

    return middleware


def own_headers(get_response: Handler) -> Handler:
    """Browsers load, run and send nothing that is not this site's own, and ask for a page anew.

    A kept page would show old numbers, on Back too, and its form a key that has been used already.
    Robots that come by an address with a code, from somebody's message, keep nothing of it.
    """
    policy = settings.CONTENT_SECURITY_POLICY

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault("Cache-Control", "no-store")
        if holds_code(request):
            response.headers["X-Robots-Tag"] = NOTHING
        return response

    return middleware


def brotli_pages(get_response: Handler) -> Handler:
    """Pages leave in Brotli where it is understood: a tenth less to fetch than with gzip."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        page = not response.streaming and response.headers["Content-Type"].startswith("text/html")
        accepted = _codings(request.headers.get("Accept-Encoding", ""))
        coding = "br" if "br" in accepted else "gzip"
        if page and response.content and coding in accepted:
            if isinstance(response, Shared):
                response.content = packed(response.content, coding, PART)
            elif coding == "br":
                response.content = _packed(response)
            else:
                return response  # Django's own middleware packs it
            response.headers["Content-Encoding"] = coding
            response.headers["Content-Length"] = str(len(response.content))
            patch_vary_headers(response, ("Accept-Encoding",))
        return response

    return middleware


def _packed(response: HttpResponse) -> bytes:
    """The page in Brotli, which makes a byte of no page at all."""
    content = response.content
    if isinstance(response, Kept):
        if response.own:  # packed for this visitor alone, so quickly
            return bytes(brotli.compress(content, quality=PART))
        key = f"{response.key}.br"
        if (packed := cache.get(key)) is None:
            cache.set(key, packed := brotli.compress(content, quality=WHOLE))
        return bytes(packed)
    whole = content.startswith(b"<!doctype") and len(content) < LARGE
    return bytes(brotli.compress(content, quality=WHOLE if whole else PART))


def _codings(accepted: str) -> set[str]:
    """Names what a browser accepts, without what it refuses, as in `br;q=0`."""
    codings = (coding.partition(";") for coding in accepted.lower().replace(" ", "").split(","))
    return {name for name, _, weight in codings if not NEVER.fullmatch(weight)}


def phone_time(get_response: Handler) -> Handler:
    """Times stand in the zone that static/js/page/clock.js tells of the phone; else the site's."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with timezone.override(_zone(request.COOKIES.get("zone", ""))):
            return get_response(request)

    return middleware


def _zone(name: str) -> zoneinfo.ZoneInfo | None:
    if len(name) > LONGEST_ZONE or not ZONE.fullmatch(name):
        return None  # zoneinfo looks for any text among its files, step by step
    try:
        return zoneinfo.ZoneInfo(name)
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        return None


class Refusals:
    """Says in words what cannot be, bars what is too large and those who have tried too many codes.

    Stands above whatever reads the body. Whoever asks while the database cannot be used is told so:
    the outbox tries again by itself.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed):  # it is empty
            return errors.not_allowed(request, response["Allow"])
        return response

    def process_view(
        self, request: HttpRequest, view: object, args: Sequence[Any], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        if int(request.META.get("CONTENT_LENGTH") or 0) > _largest(request):
            return errors.too_large(request)
        seconds = WRONG_CODES.wait(network(request)) if _takes_code(request) else 0
        # A browser that has been at the table needs no guess.
        if seconds and kwargs.get("code") not in own_parties(request):
            return errors.too_many(request, TooMany(WRONG_CODES.reason, seconds))
        return None

    def process_exception(self, request: HttpRequest, reason: Exception) -> HttpResponse | None:
        if isinstance(reason, Missing):
            with suppress(TooMany):
                WRONG_CODES.take(network(request))
            return unknown_code_response(request)
        if isinstance(reason, TooMany):
            return errors.too_many(request, reason)
        if not isinstance(reason, PASSING):
            return None
        log.error("Cannot use the database: %s", reason)
        return errors.busy(request)


def _largest(request: HttpRequest) -> int:
    match = request.resolver_match
    commands = match is not None and match.url_name == "entries"
    return LARGEST_COMMANDS if commands else settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def _takes_code(request: HttpRequest) -> bool:
    match = request.resolver_match
    opening = match is not None and match.url_name == "party-open" and request.method == "POST"
    return opening or holds_code(request)


NOTHING = "noindex, nofollow"
CODES = {"code", "watch_code", "share_code"}
"""Names of the parts of an address that open something to whoever knows them."""


def holds_code(request: HttpRequest) -> bool:
    """Whether a code stands in the address, that of a party, a match or a shared run."""
    match = request.resolver_match
    return match is not None and bool(CODES & match.kwargs.keys())


def page(request: HttpRequest) -> dict[str, object]:
    """`key` makes a form sent twice count once; `around` turns the far seats round this phone.

    `bigger` is whether this phone wants numbers that can be read from afar, `suits` whether each
    suit has a colour of its own. `aloud` reads out what changes, `full` says more of it. `keyless`
    is whether no key presses anything there.
    `theme` is the one this phone wants whatever its system says, "" for that of the system.
    `languages` are all there are, each by its code and its own name.
    `robots` is what robots may do with the page, "" for all.
    """
    return {
        "key": new_key(),
        **switches_of(request),
        "theme": theme_of(request),
        "version": __version__,
        "languages": settings.LANGUAGES,
        "robots": NOTHING if holds_code(request) else "",
    }
