"""The part of a table that changes, drawn and packed once for all phones that see the same.

All phones at a table ask for it once somebody has tapped. An answer is kept for a moment under all
that it depends on, the party's row among it: its revision, when that was written, its codes. So
each phone costs one look at that row. What is the phone's own, the token and key of its form, takes
the place of SLOT in the packed bytes.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from threading import Lock

import brotli
from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware, get_token
from django.utils.translation import get_language_from_request

from tracker.services.codes import CODE
from tracker.services.party.rows import Rows
from tracker.services.writing import PASSING
from tracker.web.answers import Handler
from tracker.web.browser import NEWS_COOKIE, SIGNED, own_parties
from tracker.web.kept import digest, new_key
from tracker.web.limits import WRONG_CODES, network

PATH = re.compile(rf"/p/({CODE.pattern})/table")
COOKIE = settings.CSRF_COOKIE_NAME
NOT_SEEN = {COOKIE, settings.LANGUAGE_COOKIE_NAME, NEWS_COOKIE, *SIGNED}
"""Cookies of which the table shows nothing but what `_key` names."""
BETWEEN = b'">\n<input type="hidden" name="key" value="'
OWN = re.compile(rb'(name="csrfmiddlewaretoken" value=")\w{64}' + BETWEEN + rb'\w{16}">')
# Random bytes are packed as they are, and nothing else refers to them. What they are followed by
# is packed by the last two, which are those of every form.
SLOT = Random("slot").randbytes(64 + len(BETWEEN) + 16) + b'">'
GZIP = b"\x1f\x8b\x08" + bytes(6) + b"\xff"  # the head of such a file
PATIENCE = 0.5  # seconds that a phone waits for the drawing of another
LOCKS = [Lock() for _ in range(64)]


class Shared(HttpResponse):
    """An answer in which SLOT stands for what is each phone's own; `plain` is it unpacked."""

    def __init__(self, content: bytes, plain: bytes, headers: dict[str, str] | None = None) -> None:
        super().__init__(content, headers=headers)
        self.plain = plain


def shared(drawn: HttpResponse) -> Shared:
    """For a view whose form can be another phone's."""
    content = OWN.sub(lambda own: own[1] + SLOT, drawn.content, count=1)
    return Shared(content, content)


def packed(content: bytes, coding: str, quality: int) -> bytes:
    """In Brotli or gzip with SLOT as it is; of gzip without the sums at the end."""
    before, slot, after = content.partition(SLOT)
    if coding == "br":
        pack = brotli.Compressor(quality=quality)
        pieces = [pack.process(before), pack.flush(), pack.process(slot), pack.flush()]
        return b"".join([*pieces, pack.process(after), pack.finish()])
    zip = zlib.compressobj(quality, wbits=-zlib.MAX_WBITS)
    flush = zlib.Z_SYNC_FLUSH
    pieces = [zip.compress(before), zip.flush(flush), zip.compress(slot), zip.flush(flush)]
    return b"".join([GZIP, *pieces, zip.compress(after), zip.flush()])


def once_for_all(get_response: Handler) -> Handler:
    """Answers with what another phone was answered that sees the same, but for its cookies."""

    def middleware(request: HttpRequest) -> HttpResponse:
        key = _key(request)
        if key is None:
            return _filled(request, get_response(request))
        with _drawing(key):
            if found := caches["moment"].get(key):
                return _filled(request, Shared(*found))
            response = get_response(request)
            if isinstance(response, Shared):
                kept = (response.content, response.plain, dict(response.items()))
                caches["moment"].set(key, kept)
        return _filled(request, response)

    return middleware


@contextmanager
def _drawing(key: str) -> Iterator[None]:
    """One phone draws, and those that see the same wait for it, but not for long."""
    lock = LOCKS[hash(key) % len(LOCKS)]
    held = lock.acquire(timeout=PATIENCE)
    try:
        yield
    finally:
        if held:
            lock.release()


def _key(request: HttpRequest) -> str | None:
    """Names all that the answer depends on; None for what is not to be shared."""
    asked = PATH.fullmatch(request.path_info) if request.method == "GET" else None
    if not asked or "messages" in request.COOKIES or WRONG_CODES.wait(network(request)):
        return None
    CsrfViewMiddleware(lambda _: HttpResponse()).process_request(request)
    if "CSRF_COOKIE" not in request.META or "CSRF_COOKIE_NEEDS_UPDATE" in request.META:
        return None  # its answer brings it a cookie
    try:
        party = Rows().head(asked[1])
    except PASSING:
        return None  # said in words further below
    after = request.GET.get("after", "")
    if party is None or after == str(party.revision):
        return None
    seen = {name: text for name, text in request.COOKIES.items() if name not in NOT_SEEN}
    return digest(
        (
            party,
            after,
            sorted(seen.items()),
            own_parties(request)[1:] != [],
            get_language_from_request(request),
            [request.META.get(name) for name in ("HTTP_ACCEPT_ENCODING", "CONTENT_LENGTH")],
            (request.scheme, request.get_host()),
        )
    )


def _filled(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    if isinstance(response, Shared):
        own = get_token(request).encode() + BETWEEN + new_key().encode() + b'">'
        content = response.content.replace(SLOT, own)
        if response.headers.get("Content-Encoding") == "gzip":
            plain = response.plain.replace(SLOT, own)
            content += zlib.crc32(plain).to_bytes(4, "little") + len(plain).to_bytes(4, "little")
        response.content = content
        response.headers["Content-Length"] = str(len(content))
    return response
