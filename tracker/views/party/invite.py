"""Bringing other phones to the table: links to scan, who has come, new links after a leak."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tracker.boards.party.pages.invite import (
    InviteBoard,
    arrivals_text,
    invitation_is_over,
    invite_board,
)
from tracker.boards.words.names import seat_notes
from tracker.services.codes import CODE, new_code
from tracker.services.party.parties import party_relink, party_table, phone_arrive
from tracker.services.party.table import Table
from tracker.services.register import Taken
from tracker.web.answers import Request, form_address, say_once, see_other
from tracker.web.browser import device_of, device_said, replace_code, set_device
from tracker.web.doors import THIS_MACHINE, address_for_others, host_of, is_local_only


@form_address
def invite(request: Request, code: str) -> HttpResponse:
    """Shows what brings in another phone. A POST makes new links and ends those that leaked."""
    if request.method == "POST":
        return _relink(request, code)
    table = party_table(code)
    part = "#sheet" if request.htmx else ""
    ctx = {"code": code, "title": table.state.title, **invitation(request, table)}
    ctx["language_at"] = request.path
    # Sent twice, the form makes one: the second answer may be all that its phone sees.
    ctx["fresh"] = new_code()
    return render(request, f"party/pages/invite.html{part}", ctx)


@require_safe
def phones(request: HttpRequest, code: str) -> HttpResponse:
    """Whose phones have come, in a line; 204 once nobody is waited for."""
    table = party_table(code)
    if invitation_is_over(table, device_of(request)):
        return HttpResponse(status=204)
    return HttpResponse(arrivals_text(table), content_type="text/plain; charset=utf-8")


def invitation(request: HttpRequest, table: Table) -> dict[str, object]:
    """Returns what an inviting page needs: the links, and what they cannot do here."""
    local = host_of(request) in THIS_MACHINE
    return {
        "invite": invitation_board(request, table),
        "only_here": is_local_only(request),
        "plain": not request.is_secure() and not local,
        "own_https": settings.OWN_HTTPS,
    }


def fresh_invitation(request: HttpRequest, table: Table) -> dict[str, object]:
    """Returns the invitation to a new table, an empty one if nobody is waited for any more."""
    if invitation_is_over(table, device_of(request)):
        return {}
    return invitation(request, table)


def invitation_board(request: HttpRequest, table: Table) -> InviteBoard:
    """The links to the party, and whose phones have come."""
    return invite_board(
        table,
        write=address_for_others(request, reverse("join", args=[table.code])),
        watch=address_for_others(request, reverse("watch", args=[table.watch_code])),
    )


def _relink(request: HttpRequest, code: str) -> HttpResponse:
    asked = request.POST.get("relink", "")
    try:
        fresh = party_relink(code=code, fresh=asked if CODE.fullmatch(asked) else "")
    except Taken:
        fresh = party_relink(code=code)
    say_once(request, _("The party has new links. The old ones no longer work."))
    response = see_other("invite", fresh)
    replace_code(request, response, code, fresh)
    return response


@form_address
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Asks who the phone belongs to; a POST says it (`device`) and leads to the table."""
    table = party_table(code)
    if request.method == "POST":
        device = request.POST.get("device", "")
        phone_arrive(code=code, number=device)
        response = see_other("table", code)
        set_device(request, response, code, device)
        return response
    ctx = {
        "code": code,
        "title": table.state.title,
        "seats": seat_notes(table.state),
        "said": device_said(request),
        "language_at": request.path,
    }
    return render(request, "party/pages/join.html", ctx)
