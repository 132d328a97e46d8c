"""What is true of every page."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


def fresh_pages(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Browsers ask for a page anew, on Back too.

    A kept one would show old numbers, and its form a key that has been used already.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware
