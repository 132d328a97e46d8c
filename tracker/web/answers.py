"""Answers that several screens share."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlsplit, urlunsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render, resolve_url
from django.utils.http import content_disposition_header, url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from tracker.rules.input import whole_number
from tracker.services.codes import code_of, new_code
from tracker.services.party.table import Table

Handler = Callable[[HttpRequest], HttpResponse]

# A browser that comes back to the address of an answered form gets the page, not an empty "no".
form_address = require_http_methods(["GET", "HEAD", "POST"])


class Request(HttpRequest):
    """A request as views get it: with what htmx said of it, falsy where htmx did not ask."""

    htmx: HtmxDetails


def number_in(sent: QueryDict, name: str) -> int | None:
    """The number that was sent under this name; None where there is none."""
    return whole_number(sent.get(name, ""))


def code_for(request: HttpRequest, *parts: object) -> str:
    """The code of what this form makes of these `parts`. By its key it is the same when the form
    is sent again, by a second tap or after a lost answer."""
    key = request.POST.get("key")
    return code_of(key, *parts) if key else new_code()


def see_other(view: str, *args: object, query: str = "") -> HttpResponse:
    """Leads on to a page after a POST; with 303 every browser asks for it by GET."""
    address = resolve_url(view, *args)
    return HttpResponseRedirect(address + query, status=HTTPStatus.SEE_OTHER)


def leave_for(request: Request, view: str, *args: object) -> HttpResponse:
    """Leads on to a page, also where htmx asks, which would put that page into a part of this."""
    if request.htmx:
        return HttpResponseClientRedirect(resolve_url(view, *args))
    return see_other(view, *args)


def own_page(address: str) -> str:
    """The page of this site that it leads to, without the site's name; "/" for any other."""
    try:
        page = urlunsplit(urlsplit(address)._replace(scheme="", netloc=""))
    except ValueError:
        return "/"
    safe = page.startswith("/") and url_has_allowed_host_and_scheme(page, None)
    return page if safe else "/"


def render_sheet(
    request: Request, template: str, table: Table, sheet: object, **more: object
) -> HttpResponse:
    """A sheet for htmx to open over the table, or the same as a page of its own."""
    frame = "_fragment.html" if request.htmx else "base.html"
    ctx = {"code": table.code, "revision": table.revision, "sheet": sheet, "frame": frame, **more}
    return render(request, template, ctx)


def download(content: str | bytes, name: str, content_type: str) -> HttpResponse:
    """A file for the browser to keep under this name."""
    header = {"Content-Disposition": content_disposition_header(True, name)}
    return HttpResponse(content, content_type=content_type, headers=header)


def say_once(request: HttpRequest, text: str) -> None:
    """On the next page; the first of two quick taps may have said it there already."""
    list(messages.get_messages(request))  # whatever is read is said
    messages.success(request, text)


def nothing_new(request: HttpRequest, revision: int, mark: str) -> HttpResponse | None:
    """204 where the page that asks stands at this revision already (`after`), else None.

    A log from a restored backup may have come to the same number: its `mark` is another.
    """
    if request.GET.get("after") == str(revision) and request.GET.get("mark", mark) == mark:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return None
