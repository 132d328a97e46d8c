"""For whoever watches over the site."""

from __future__ import annotations

from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tracker import __version__, models


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Whether the database can be read, and which version this is."""
    try:
        models.Party.objects.exists()
    except Error:
        return HttpResponse("the database cannot be read\n", "text/plain", 503)
    return HttpResponse(f"ok {__version__}\n", "text/plain")
