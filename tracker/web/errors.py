"""Answers that a person reads when something cannot be done, or is not there any more."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django_htmx.http import reswap, retarget
from django_htmx.middleware import HtmxDetails

from tracker.boards.words.refusals import refusal_text
from tracker.services.codes import CODE_LENGTH
from tracker.services.party.parties import party_is_deleted
from tracker.services.party.table import STORAGE_KEY
from tracker.web.browser import forget, own_parties
from tracker.web.limits import TooMany

BUSY_SECONDS = 2  # until it is worth trying again


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _render_invalid(request, 400)


def not_allowed(request: HttpRequest, allowed: str) -> HttpResponse:
    """For an address that takes other methods than the one it was asked with."""
    response = _render_invalid(request, 405)
    response["Allow"] = allowed
    return response


def _render_invalid(request: HttpRequest, status: int) -> HttpResponse:
    return render_error(
        request,
        status,
        _("That didn’t work"),
        _("That request wasn’t valid. Nothing was changed."),
    )


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render_error(
        request,
        403,
        _("That isn’t allowed"),
        _("Nothing was changed."),
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    text = _("No party or page has this address. Codes have {n} characters: is yours complete?")
    return render_error(request, 404, _("Page not found"), text.format(n=CODE_LENGTH))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render_error(
        request,
        403,
        _("This page has expired"),
        _("Nothing was changed. Go back, reload the page and try again; cookies must be on."),
    )


def too_large(request: HttpRequest) -> HttpResponse:
    return render_error(
        request,
        413,
        _("That’s too large"),
        _("That’s more than we accept at once. Nothing was changed."),
    )


def too_many(request: HttpRequest, reason: TooMany) -> HttpResponse:
    response = render_error(request, 429, _("Too much at once"), refusal_text(reason))
    response["Retry-After"] = str(reason.seconds)
    return response


def busy(request: HttpRequest) -> HttpResponse:
    if request.content_type == "application/json":
        response: HttpResponse = JsonResponse({"message": _("The site is busy.")}, status=503)
    else:
        response = _whole_page(request, render(request, "503.html", status=503))
    response["Retry-After"] = str(BUSY_SECONDS)
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    return _whole_page(request, render(request, "500.html", status=500))


def render_error(
    request: HttpRequest,
    status: int,
    title: str,
    message: str,
    template: str = "site/error.html",
    missing: str = "",
) -> HttpResponse:
    if request.content_type == "application/json":  # the outbox asks, not a person
        return JsonResponse({"message": message}, status=status)
    last = next((code for code in own_parties(request) if code != missing), "")
    ctx = {"title": title, "message": message, "status": status, "last": last}
    # Back by what the browser says: an address may be a secret, and is on no page of errors. A page
    # that answers a touch has no languages: the second tap of two would choose one.
    arrived = request.method == "GET" and status != 410
    ctx["language_at"] = "" if arrived else None
    return _whole_page(request, render(request, template, ctx, status=status))


def _whole_page(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """htmx puts it in place of the page, not into the region it had asked for."""
    if HtmxDetails(request):  # no request.htmx: an error may come before that middleware
        return reswap(retarget(response, "body"), "innerHTML")
    return response


def unknown_code_response(request: HttpRequest) -> HttpResponse:
    """410 where it is certain that something was deleted, else 404; either way it is forgotten.

    Certain is what a phone was told (`deleted`), and that there is no such party as the one it
    keeps taps for (`party`): only then may it drop them.
    """
    status, title, text = _what_became(request)
    code = request.resolver_match.kwargs.get("code", "") if request.resolver_match else ""
    response = render_error(request, status, title, text, "site/gone.html", missing=code)
    if code in own_parties(request):
        forget(request, response, code)
    return response


def _what_became(request: HttpRequest) -> tuple[int, str, str]:
    """The status of what has no such code, a heading and a sentence."""
    party = request.headers.get("Party") or request.GET.get("party", "")
    if "deleted" in request.GET or party_is_deleted(party):
        text = _("Somebody at the table deleted this for good. Taps not yet sent are lost.")
        return 410, _("Deleted for good"), text
    if STORAGE_KEY.fullmatch(party):
        text = _(
            "This party has new links. Ask for one at the table; taps waiting on this "
            "phone will still count."
        )
        return 404, _("This link no longer works"), text
    text = _(
        "This link or code leads nowhere: what was here is deleted, or it has new links. "
        "Codes have {n} characters: is yours complete?"
    )
    return 404, _("Page not found"), text.format(n=CODE_LENGTH)
