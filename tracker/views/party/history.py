"""The log of a party, and the table as it was at any line of it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tracker.boards.party.history import PAGE, history_board
from tracker.boards.party.past import past_board
from tracker.rules.input import whole_number
from tracker.services.party.history import history_page, state_at
from tracker.services.party.parties import party_table


@require_safe
def history(request: HttpRequest, code: str) -> HttpResponse:
    """A page of the log, newest first; `before` asks for the lines below that number."""
    return render_history(request, code)


@require_safe
def history_at(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The table as it stood right after line `number`, to look at."""
    table = party_table(code)
    entries = history_page(table, before=number + 1, size=1)
    if not 1 <= number <= table.revision or not entries:
        raise Http404
    board = past_board(entries[0], state_at(table, number), table.revision)
    ctx = {"code": code, "title": table.state.title, "board": board, "page": "history-at"}
    return render(request, "party/history_at.html", ctx)


def render_history(
    request: HttpRequest, code: str, *, message: str = "", status: int = 200
) -> HttpResponse:
    """The page the request asks for, with why something could not be done if it could not."""
    table = party_table(code)
    before = whole_number(request.GET.get("before", ""))
    entries = history_page(table, before=before, size=PAGE)
    newest = entries[0].number if entries else table.revision
    ctx = {
        "code": code,
        "title": table.state.title,
        "board": history_board(entries, state_at(table, newest), table.revision),
        "message": message,
        "page": "history",
    }
    return render(request, "party/history.html", ctx, status=status)
