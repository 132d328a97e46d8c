"""What every page is given."""

from __future__ import annotations

import secrets

from django.http import HttpRequest

from tracker import __version__
from tracker.web.browser import AROUND_COOKIE


def page(request: HttpRequest) -> dict[str, object]:
    """`key` makes a form sent twice count once; `around` turns the far seats round this phone."""
    around = request.COOKIES.get(AROUND_COOKIE) == "1"
    return {"key": secrets.token_hex(8), "around": around, "version": __version__}
