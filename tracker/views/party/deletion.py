"""Deleting a party or a save for good, in two steps: what will be gone, then the deed."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tracker.boards.party.pages.saves import saved_point
from tracker.boards.party.pages.settings import deletion_board, display_name
from tracker.forms.party import DeletionForm
from tracker.services.party.parties import party_delete, party_extent, party_table, save_delete
from tracker.services.party.saves import save_made_by
from tracker.web.answers import form_address, say_once, see_other


@form_address
def party_deletion(request: HttpRequest, code: str) -> HttpResponse:
    """Shows what will be gone; a POST with the party's name (`typed`) deletes it for good.

    The address names the party too (`party`): the second of two taps is told that it is deleted.
    """
    table = party_table(code)
    form = DeletionForm(display_name(table), request.POST if request.method == "POST" else None)
    if form.is_valid():
        party_delete(code=code)
        return see_other("table", code, query=f"?party={table.storage_key}")
    board = deletion_board(table, party_extent(code))
    page = {"code": code, "title": table.state.title, "page": "settings"}
    ctx = {**page, "board": board, "form": form}
    return render(request, "party/pages/deletion.html", ctx, status=400 if form.is_bound else 200)


@form_address
def save_deletion(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Shows the contents of the save that entry `number` made; a POST deletes it."""
    table = party_table(code)
    if request.method == "POST":
        save_delete(code=code, number=number)
        say_once(request, _("The save is deleted."))
        return see_other("saves", code)
    save = save_made_by(table, number)
    if save is None:
        raise Http404
    ctx = {"code": code, "title": table.state.title, "point": saved_point(save), "page": "saves"}
    return render(request, "party/pages/save_deletion.html", ctx)
