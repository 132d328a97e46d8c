"""The answer at a code that nobody has: nothing ever was there, or nothing is any more."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tracker.services.codes import CODE_LENGTH
from tracker.services.party.parties import party_is_deleted
from tracker.services.party.table import STORAGE_KEY
from tracker.web.browser import forget, own_parties
from tracker.web.errors import render_error


def unknown_code_response(request: HttpRequest) -> HttpResponse:
    """410 where it is certain that something was deleted, else 404; either way it is forgotten.

    Certain is what a phone was told (`deleted`), and that there is no such party as the one it
    keeps taps for (`party`): only then may it drop them.
    """
    party = request.headers.get("Party") or request.GET.get("party", "")
    if "deleted" in request.GET or party_is_deleted(party):
        response = _deleted(request)
    elif STORAGE_KEY.fullmatch(party):
        response = _moved(request)
    else:
        response = _unknown(request)
    code = request.resolver_match.kwargs.get("code", "") if request.resolver_match else ""
    if code in own_parties(request):
        forget(request, response, code)
    return response


def _deleted(request: HttpRequest) -> HttpResponse:
    text = _(
        "Somebody at the table deleted what was here. Nothing of it is left; "
        "taps not yet sent are dropped."
    )
    return render_error(request, 410, _("Deleted for good"), text, "site/gone.html")


def _moved(request: HttpRequest) -> HttpResponse:
    text = _(
        "This party has new links. Ask for one at the table; taps waiting on this "
        "phone will still count."
    )
    return render_error(request, 404, _("This link no longer works"), text, "site/gone.html")


def _unknown(request: HttpRequest) -> HttpResponse:
    text = _(
        "This link or code leads nowhere: what was here is deleted, or it has new links. "
        "Codes have {n} characters: is yours complete?"
    )
    message = text.format(n=CODE_LENGTH)
    return render_error(request, 404, _("Page not found"), message, "site/gone.html")
