"""Which language this phone has."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from tracker.web.answers import own_page


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Django's own way, but back to a page of this site, whatever `Host` says the site is."""
    response = set_language(request)
    if "Location" in response:
        response["Location"] = own_page(response["Location"])
    return response
