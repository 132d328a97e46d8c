"""What this browser's games came to."""

from __future__ import annotations

from datetime import datetime

from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tracker.boards.match.records import records_board
from tracker.services.match.summaries import finished_of
from tracker.web.answers import see_other
from tracker.web.browser import keep
from tracker.web.phone import phone_of

COOKIE = "records"


@require_http_methods(["GET", "HEAD", "POST"])
def records(request: HttpRequest) -> HttpResponse:
    """Wins, losses and best runs. POST begins them anew (`reset`) or takes that back (`undo`)."""
    if request.method == "POST":
        return _change(request)
    since = _since(request)
    ctx = {"board": records_board(finished_of(phone_of(request), since)), "since": since}
    return render(request, "match/records.html", ctx)


def _change(request: HttpRequest) -> HttpResponse:
    """The games themselves stay: only from when on they count is kept, by the browser."""
    response = see_other("records")
    if request.POST.get("do") == "undo":
        response.delete_cookie(COOKIE, samesite="Lax")
        messages.success(request, _("All games count again."))
    elif request.POST.get("do") == "reset":
        now = signing.dumps(timezone.now().isoformat(), salt=COOKIE)
        keep(request, response, COOKIE, now)
        messages.success(request, _("The records are reset. You can undo this here."))
    return response


def _since(request: HttpRequest) -> datetime | None:
    """From when on games count."""
    try:
        text = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE)
        return datetime.fromisoformat(text)
    except (signing.BadSignature, ValueError, TypeError):
        return None
