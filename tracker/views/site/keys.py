"""The keys of a table, and what it says aloud."""

from __future__ import annotations

import json

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tracker.boards.words.voice import EVERYWHERE, OF_PARTY, fallen_form, health_forms, kit_form
from tracker.web.answers import Request


@require_safe
def keys(request: Request) -> HttpResponse:
    """A page that lists them; for a table that is open (static/js/voice.js) its part."""
    ctx = {
        "everywhere": EVERYWHERE,
        "of_party": OF_PARTY,
        "health": json.dumps(health_forms()),
        "fallen": fallen_form(),
        "kit": kit_form(),
    }
    return render(request, f"site/keys.html{'#voice' if request.htmx else ''}", ctx)
