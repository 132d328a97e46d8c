"""Saving a party's run under a name, going back to a save, deleting one for good."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tracker.boards.party.log.recent_change import undo_on
from tracker.boards.party.pages.saves import save_name_board, saved_point, saves_board
from tracker.rules.table.texts.save_names import save_name_near
from tracker.services.party.parties import party_table, save_delete
from tracker.services.party.runs import run_starts
from tracker.services.party.saves import near_names, save_made_by, saves_by_name, saves_of_name
from tracker.web.answers import form_address, number_in, say_once, see_other


@require_safe
def saves_under(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """All saves under one name, those that were replaced too; `before` asks for older ones."""
    table = party_table(code)
    newest = saves_of_name(table, name)
    if not newest:
        raise Http404
    before = number_in(request.GET, "before")
    page = newest if before is None else saves_of_name(table, name, before=before)
    board = save_name_board(name, page, newest[0].number, run_starts(table))
    ctx = {"code": code, "title": table.state.title, "board": board, "page": "saves"}
    return render(request, "party/pages/saves_under.html", ctx)


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


def render_saves(
    request: HttpRequest, code: str, *, message: str = "", status: int = 200
) -> HttpResponse:
    """The saves, the newest of each name first; `before` and `floors` ask for older ones.

    After a refusal what may have been meant stands in the box, or is offered.
    """
    table = party_table(code)
    before, floors = (number_in(request.GET, name) for name in ("before", "floors"))
    board = saves_board(
        saves_by_name(table, automatic=False, before=before),
        saves_by_name(table, automatic=True, before=floors),
        table.state,
        run_starts(table),
    )
    command, typed = request.POST.get("command"), request.POST.get("value", "")
    missed = command == "load:"
    ctx = {
        "code": code,
        "title": table.state.title,
        "board": board,
        "last": undo_on("saves", table),
        "message": message,
        "page": "saves",
        "save_as": (save_name_near(typed) or typed) if command == "save:" else board.usual,
        "load_name": typed if missed else "",
        "near": near_names([code], typed) if missed else [],
    }
    return render(request, "party/pages/saves.html", ctx, status=404 if missed else status)


saves = require_safe(render_saves)
