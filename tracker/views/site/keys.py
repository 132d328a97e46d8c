"""The keys of a table, and what it says aloud."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django_htmx.middleware import HtmxDetails

from tracker.boards.words.voice import EVERYWHERE, OF_PARTY, fallen_form, health_forms, kit_form
from tracker.web.answers import form_address
from tracker.web.browser import KEYLESS_COOKIE, keep
from tracker.web.kept import kept


@form_address
@kept
def keys(request: HttpRequest) -> HttpResponse:
    """A page that lists them; for a table that is open (static/js/page/voice.js) its part.

    A POST says whether this phone wants none of them (`keyless`).
    """
    if request.method == "POST":
        response = redirect("keys")
        keep(request, response, KEYLESS_COOKIE, "1" if request.POST.get("keyless") == "1" else "0")
        return response
    ctx = {
        "everywhere": EVERYWHERE,
        "of_party": OF_PARTY,
        "health": json.dumps(health_forms()),
        "fallen": fallen_form(),
        "kit": kit_form(),
    }
    return render(request, f"site/keys.html{'#voice' if HtmxDetails(request) else ''}", ctx)
