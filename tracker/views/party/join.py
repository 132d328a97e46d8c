"""Bringing phones to the table: whose this one is, links for others, new links after a leak."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tracker.boards.party.join import join_board
from tracker.services.party.parties import party_relink, party_table, watch_code_of
from tracker.web.answers import see_other
from tracker.web.browser import device_of, own_parties, replace_code, set_device
from tracker.web.doors import THIS_MACHINE, address_for_others, host_of


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, code: str) -> HttpResponse:
    """The page to join by. A POST says whose phone this is, or asks for new links (`relink`)."""
    if request.method != "POST":
        return _render_join(request, code)
    if "relink" in request.POST:
        return _relink(request, code)
    response = see_other("table", party_table(code).code)
    set_device(request, response, code, request.POST.get("device", ""))
    return response


def _relink(request: HttpRequest, code: str) -> HttpResponse:
    fresh = party_relink(code=code)
    messages.success(request, _("The party has new links. The old ones no longer work."))
    response = see_other("join", fresh)
    replace_code(request, response, code, fresh)
    set_device(request, response, fresh, device_of(request))
    return response


def _render_join(request: HttpRequest, code: str) -> HttpResponse:
    state = party_table(code).state
    board = join_board(
        state,
        code,
        device_of(request),
        write=address_for_others(request, reverse("join", args=[code])),
        watch=address_for_others(request, reverse("watch", args=[watch_code_of(code)])),
    )
    local = host_of(request) in THIS_MACHINE
    ctx = {
        "code": code,
        "title": state.title,
        "board": board,
        "page": "join",
        "own": code in own_parties(request),
        "local": local,
        "plain": not request.is_secure() and not local,
        "own_https": settings.OWN_HTTPS,
    }
    return render(request, "party/join.html", ctx)
