"""The log of a party, and the table as it was at any line of it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tracker.boards.party.history import PAGE, history_board
from tracker.boards.party.past import past_board
from tracker.rules.input import whole_number
from tracker.services.party.history import history_page, state_at
from tracker.services.party.record import party_table


@require_safe
def history(request: HttpRequest, code: str) -> HttpResponse:
    """A page of the log, newest first; `before` asks for the lines below that number."""
    return render_history(request, code)


@require_safe
def history_at(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The table as it stood right after line `number`, to look at."""
    opened = party_table(code)
    lines = history_page(code, before=number + 1, size=1)
    if not 1 <= number <= opened.revision or not lines:
        raise Http404
    board = past_board(lines[0], state_at(code, number), opened.revision)
    ctx = {"code": code, "title": opened.state.title, "board": board, "page": "history-at"}
    return render(request, "party/history_at.html", ctx)


def render_history(
    request: HttpRequest, code: str, *, message: str = "", status: int = 200
) -> HttpResponse:
    """The page the request asks for, with why something could not be done if it could not."""
    opened = party_table(code)
    before = whole_number(request.GET.get("before", ""))
    lines = history_page(code, before=before, size=PAGE)
    newest = lines[0].number if lines else opened.revision
    state = opened.state if newest == opened.revision else state_at(code, newest)
    ctx = {
        "code": code,
        "title": opened.state.title,
        "board": history_board(lines, state, opened.revision),
        "message": message,
        "page": "history",
    }
    return render(request, "party/history.html", ctx, status=status)
