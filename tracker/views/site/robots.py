"""Addresses open to robots: only those that are the same for everybody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

# The longest line that fits counts, for some robots the first: matches are closed, their start not.
CLOSED = """User-agent: *
Allow: /play/$
Allow: /play/new/
Allow: /play/puzzles
Disallow: /play/
Disallow: /p/
Disallow: /w/
Disallow: /live/
"""


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    return HttpResponse(CLOSED, content_type="text/plain")
