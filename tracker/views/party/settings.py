"""The party: its people, its name, its code, and what it can be carried away as."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_http_methods, require_safe

from tracker.boards.party.settings import file_name, settings_board
from tracker.boards.party.undo import undo_on
from tracker.services.party.parties import party_table
from tracker.services.party.transfer import file_of, party_export
from tracker.web.answers import see_other
from tracker.web.browser import AROUND_COOKIE, keep
from tracker.web.doors import address_for_others


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, code: str) -> HttpResponse:
    """The party's screen. A POST turns the far seats round this phone, or back."""
    if request.method != "POST":
        return render_settings(request, code)
    response = see_other("settings", code)
    around = "1" if request.POST.get("around") == "1" else "0"
    keep(request, response, AROUND_COOKIE, around)
    return response


@require_safe
def export(request: HttpRequest, code: str) -> HttpResponse:
    """The whole party in one file."""
    response = HttpResponse(file_of(party_export(code)), content_type="application/json")
    response["Content-Disposition"] = content_disposition_header(True, file_name(party_table(code)))
    return response


def render_settings(
    request: HttpRequest, code: str, *, message: str = "", status: int = 200
) -> HttpResponse:
    """The party's screen, with why something could not be done if it could not."""
    table = party_table(code)
    ctx = {
        "code": code,
        "title": table.state.title,
        "board": settings_board(table.state, code),
        "link": address_for_others(request, reverse("table", args=[code])),
        "last": undo_on("settings", table),
        "page": "settings",
        "message": message,
    }
    return render(request, "party/settings.html", ctx, status=status)
