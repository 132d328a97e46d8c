"""Saving a party's run under a name, and going back to one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tracker.boards.party.saves import saves_board
from tracker.boards.party.undo import undo_on
from tracker.services.party.parties import party_table
from tracker.services.party.saves import near_names, saves_of


@require_safe
def saves(request: HttpRequest, code: str) -> HttpResponse:
    """Every save of the party."""
    return render_saves(request, code)


def render_saves(
    request: HttpRequest, code: str, *, message: str = "", status: int = 200
) -> HttpResponse:
    """The saves; after a refusal the typed name stays in its box, and names like it are offered."""
    table = party_table(code)
    command, typed = request.POST.get("command"), request.POST.get("value", "")
    missed = command == "load:"
    board = saves_board(saves_of(code), table.state)
    ctx = {
        "code": code,
        "title": table.state.title,
        "board": board,
        "last": undo_on("saves", table),
        "message": message,
        "page": "saves",
        "save_as": typed if command == "save:" else board.usual,
        "load_name": typed if missed else "",
        "near": near_names([code], typed) if missed else [],
    }
    return render(request, "party/saves.html", ctx, status=404 if missed else status)
