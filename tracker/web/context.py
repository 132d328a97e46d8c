"""Values that every page is given."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.http import HttpRequest

from tracker import __version__
from tracker.web.browser import switches_of, theme_of
from tracker.web.middleware import NOTHING, holds_code


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
        "key": secrets.token_hex(8),
        **switches_of(request),
        "theme": theme_of(request),
        "version": __version__,
        "languages": settings.LANGUAGES,
        "robots": NOTHING if holds_code(request) else "",
    }
