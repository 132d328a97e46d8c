"""Pages closed to robots: one whose address holds a code is for its people alone."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from tracker.web.answers import Handler

NOTHING = "noindex, nofollow"
CODES = {"code", "watch_code", "share_code"}
"""Names of the parts of an address that open something to whoever knows them."""


def holds_code(request: HttpRequest) -> bool:
    """Whether a code stands in the address, that of a party, a match or a shared run."""
    match = request.resolver_match
    return match is not None and bool(CODES & match.kwargs.keys())


def no_robots(get_response: Handler) -> Handler:
    """Tells those that come by such an address, from somebody's message, to keep nothing of it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if holds_code(request):
            response.headers["X-Robots-Tag"] = NOTHING
        return response

    return middleware
