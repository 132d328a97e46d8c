"""Results of this browser's games."""

from __future__ import annotations

import json
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tracker.boards.match.records import records_board
from tracker.boards.words.refusals import refusal_text
from tracker.forms.match import ResultsForm
from tracker.rules.words import Refused
from tracker.services.match.summaries import (
    finished_of,
    results_brought,
    results_delete,
    results_export,
    results_import,
    results_new,
    results_read,
)
from tracker.web.answers import download, form_address, see_other
from tracker.web.browser import keep_phone, keep_signed, own_phone, phone_of, signed
from tracker.web.limits import RESULTS, THOUGHTS, network

COOKIE = "records"


@form_address
def records(request: HttpRequest) -> HttpResponse:
    """Wins, losses and best runs. POST begins them anew (`reset`), takes that back (`undo`), or
    deletes what was imported (`delete`)."""
    if request.method == "POST":
        return _change(request)
    THOUGHTS.take(network(request))
    return _render_records(request, ResultsForm())


@require_safe
def results_file(request: HttpRequest) -> HttpResponse:
    """All results of this browser as a file, whatever was reset."""
    content = results_export(phone_of(request))
    text = json.dumps(content, ensure_ascii=False)
    return download(text, "scoundrel-results.json", "application/json")


@require_POST
def results_add(request: HttpRequest) -> HttpResponse:
    """Adds the results of an exported file to those of this browser. 400 for no such file."""
    form = ResultsForm(request.POST, request.FILES)
    if form.is_valid():
        THOUGHTS.take(network(request))
        phone = own_phone(request)
        try:
            fresh = results_new(phone, results_read(form.cleaned_data["file"]))
            if fresh:
                RESULTS.take(network(request), len(fresh))
            count = results_import(phone, fresh)
        except Refused as reason:
            form.add_error("file", refusal_text(reason))
        else:
            new = ngettext("{n} result was added.", "{n} results were added.", count)
            messages.success(request, new.format(n=count))
            response = see_other("records")
            keep_phone(request, response, phone)
            return response
    return _render_records(request, form, 400)


def _render_records(request: HttpRequest, form: ResultsForm, status: int = 200) -> HttpResponse:
    since = _since(request)
    phone = phone_of(request)
    board = records_board(finished_of(phone, since))
    ctx = {"board": board, "since": since, "file": form, "brought": results_brought(phone)}
    return render(request, "match/records.html", ctx, status=status)


def _change(request: HttpRequest) -> HttpResponse:
    """The games themselves stay: only from when on they count is kept, by the browser."""
    response = see_other("records")
    if request.POST.get("do") == "undo":
        response.delete_cookie(COOKIE, samesite="Lax")
        messages.success(request, _("All games count again."))
    elif request.POST.get("do") == "reset":
        keep_signed(request, response, COOKIE, timezone.now().isoformat())
        messages.success(request, _("The records are reset. You can undo this here."))
    elif request.POST.get("do") == "delete":
        results_delete(own_phone(request))
        messages.success(request, _("The imported results are deleted."))
    return response


def _since(request: HttpRequest) -> datetime | None:
    """From when on games count."""
    try:
        return datetime.fromisoformat(signed(request, COOKIE))
    except (ValueError, TypeError):
        return None
