"""What a person reads when something cannot be done."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django_htmx.http import reswap, retarget
from django_htmx.middleware import HtmxDetails

from tracker.boards.words.refusals import refusal_text
from tracker.services.codes import CODE_LENGTH
from tracker.web.limits import TooMany

BUSY_SECONDS = 2  # until it is worth trying again


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render_error(
        request,
        400,
        _("That could not be read"),
        _("Something about that page or form was not as it should be. Nothing has been changed."),
    )


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render_error(
        request,
        403,
        _("That is not allowed"),
        _("Nothing has been changed."),
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    text = _("No party or page has this address. A code has {n} letters and digits: is it whole?")
    return render_error(request, 404, _("Nothing is here"), text.format(n=CODE_LENGTH))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render_error(
        request,
        403,
        _("This page was open too long"),
        _("Nothing has been changed. Go back, reload the page and try again, with cookies on."),
    )


def too_large(request: HttpRequest) -> HttpResponse:
    return render_error(
        request,
        413,
        _("That is too large"),
        _("Nothing has been changed. No table or party needs to send so much at once."),
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
) -> HttpResponse:
    if request.content_type == "application/json":  # the outbox asks, not a person
        return JsonResponse({"message": message}, status=status)
    ctx = {"title": title, "message": message, "status": status}
    return _whole_page(request, render(request, template, ctx, status=status))


def _whole_page(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """htmx puts it in place of the page, not into the region it had asked for."""
    if HtmxDetails(request):  # no request.htmx: an error may come before that middleware
        return reswap(retarget(response, "body"), "innerHTML")
    return response
