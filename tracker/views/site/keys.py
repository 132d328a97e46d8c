"""The keys of a table, and what it says aloud."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_htmx.middleware import HtmxDetails

from tracker.boards.words.voice import EVERYWHERE, OF_PARTY, fallen_form, health_forms, kit_form
from tracker.web.kept import kept


@require_safe
@kept
def keys(request: HttpRequest) -> HttpResponse:
    """A page that lists them; for a table that is open (static/js/voice.js) its part."""
    ctx = {
        "everywhere": EVERYWHERE,
        "of_party": OF_PARTY,
        "health": json.dumps(health_forms()),
        "fallen": fallen_form(),
        "kit": kit_form(),
    }
    return render(request, f"site/keys.html{'#voice' if HtmxDetails(request) else ''}", ctx)
