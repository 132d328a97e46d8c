"""What a person reads when something cannot be done."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _render_error(
        request,
        400,
        _("That could not be read"),
        _("Something about that page or form was not as it should be. Nothing has been changed."),
    )


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _render_error(
        request,
        403,
        _("That is not allowed"),
        _("Nothing has been changed."),
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _render_error(
        request,
        404,
        _("Nothing is here"),
        _("No party or page has this address. A code has 13 letters and digits: is it whole?"),
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return _render_error(
        request,
        403,
        _("This page was open too long"),
        _("Nothing has been changed. Go back, load the page anew and try again, with cookies on."),
    )


def server_error(request: HttpRequest) -> HttpResponse:
    return _whole_page(request, render(request, "500.html", status=500))


def _render_error(request: HttpRequest, status: int, title: str, message: str) -> HttpResponse:
    ctx = {"title": title, "message": message, "status": status}
    return _whole_page(request, render(request, "error.html", ctx, status=status))


def _whole_page(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """htmx puts it in place of the page, not into the region it had asked for."""
    if request.headers.get("HX-Request"):
        response["HX-Retarget"] = "body"
        response["HX-Reswap"] = "innerHTML"
    return response
