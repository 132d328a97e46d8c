"""Pages that say the same to everybody of one language and one look: drawn and packed once.

They belong to the version of the site, so they are never out of date; a restart forgets them. What
is the visitor's own on them, the token of a form and the way back to a table, is put in each time.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from secrets import token_hex
from typing import Concatenate, ParamSpec, TypeAlias

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import get_token
from django.utils.translation import get_language
from django_htmx.middleware import HtmxDetails

from tracker.services.codes import CODE, CODE_LENGTH, CODE_LETTERS
from tracker.web.browser import switches_of, theme_of, way_of
from tracker.web.limits import THOUGHTS, network

P = ParamSpec("P")
View: TypeAlias = Callable[Concatenate[HttpRequest, P], HttpResponse]

TOKEN = re.compile(rb'(name="csrfmiddlewaretoken" value=")\w+')
TOKEN_SIGN = b"\0"  # no page has one
CODE_SIGN = CODE_LETTERS[-1] * CODE_LENGTH
"""Stands for the code of the table or game that a page leads back to."""
OPENERS = {"back": "table", "game": "match"}
"""In the address of a page, and the view of the page it was opened from."""


class Kept(HttpResponse):
    """`key` is what it is kept under; `own` tells whether something of the visitor stands in it."""

    def __init__(self, content: bytes, key: str, *, own: bool) -> None:
        super().__init__(content)
        self.key, self.own = key, own


def kept(view: View[P]) -> View[P]:
    """For a view that draws the same page for all who ask without a query of their own.

    A query of one's own has it drawn for one visitor alone, so that counts against a limit.
    """

    @wraps(view)
    def once(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        opener, code = opener_of(request)
        asked = [(opener, [code])] if opener else []
        alike = request.method in ("GET", "HEAD") and [*request.GET.lists()] == asked
        if not alike or "messages" in request.COOKIES:
            THOUGHTS.take(network(request))
            return view(request, *args, **kwargs)
        part = bool(HtmxDetails(request))
        key = digest((request.path, opener, get_language(), _look(request), part))
        content = cache.get(key)
        if content is None:
            if opener:
                request.GET = QueryDict(f"{opener}={CODE_SIGN}")
            drawn = view(request, *args, **kwargs)
            if drawn.status_code != 200:
                return drawn
            content = TOKEN.sub(rb"\1" + TOKEN_SIGN, drawn.content)
            cache.set(key, content)
        whole = content.replace(CODE_SIGN.encode(), code.encode()) if opener else content
        if TOKEN_SIGN in whole:
            whole = whole.replace(TOKEN_SIGN, get_token(request).encode())
        return Kept(whole, key, own=whole != content)

    return once


def new_key() -> str:
    """The key of a form, so that one sent twice counts once."""
    return token_hex(8)


def opener_of(request: HttpRequest) -> tuple[str, str]:
    """The page that this one was opened from, one of OPENERS, and its code; "" for none."""
    for name in OPENERS:
        code = request.GET.get(name, "")
        if CODE.fullmatch(code):
            return name, code
    return "", ""


def digest(seen: object) -> str:
    """The key of what is drawn, by all that it depends on."""
    return sha256(repr(seen).encode()).hexdigest()


def _look(request: HttpRequest) -> object:
    return theme_of(request), way_of(request), sorted(switches_of(request).items())
