"""For whoever watches over the site."""

from __future__ import annotations

import logging

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tracker import __version__
from tracker.services.health import Unwell, health
from tracker.web.errors import BUSY_SECONDS

log = logging.getLogger(__name__)


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Which version this is; 503 while nothing can be written, with a few words why."""
    try:
        health.check()
    except Unwell as reason:
        log.error("Not well: %s (%s)", reason, reason.__cause__)
        headers = {"Retry-After": str(BUSY_SECONDS)}
        return HttpResponse(f"{reason}\n", "text/plain", 503, headers=headers)
    return HttpResponse(f"ok {__version__}\n", "text/plain")
