"""The log of a party, and the table as it was at any line of it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tracker.boards.party.log.history import PAGE, history_board, past_board
from tracker.rules.table.state.party import MAX_PLAYERS
from tracker.services.party.ledger import state_at
from tracker.services.party.log import history_page, seconds_by_day
from tracker.services.party.parties import party_table
from tracker.web.answers import number_in


@require_safe
def history_at(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The table as it stood right after line `number`, to look at."""
    table = party_table(code)
    entries = history_page(table, before=number + 1, size=1)
    if not 1 <= number <= table.revision or not entries:
        raise Http404
    board = past_board(entries[0], state_at(table, number), table.revision)
    ctx = {"code": code, "title": table.state.title, "board": board, "page": "history-at"}
    return render(request, "party/log/history_at.html", ctx)


def render_history(
    request: HttpRequest, code: str, *, message: str = "", status: int = 200
) -> HttpResponse:
    """A page of the log, newest first, with why something could not be done if it could not.

    `before` asks for the lines below that number, `player`, from 1, for those of one player.
    """
    table = party_table(code)
    before = number_in(request.GET, "before")
    player = _player(request)
    entries = history_page(table, before=before, size=PAGE, player=player)
    state = state_at(table, entries[0].number) if entries else table.state
    whole = entries if player is None else []
    days = seconds_by_day(table, whole[-1].number, whole[0].number) if whole else {}
    ctx = {
        "code": code,
        "title": table.state.title,
        "board": history_board(entries, state, table, player=player, before=before, days=days),
        "message": message,
        "page": "history",
    }
    return render(request, "party/log/history.html", ctx, status=status)


history = require_safe(render_history)


def _player(request: HttpRequest) -> int | None:
    """Whose lines are asked for; None for everybody's."""
    number = number_in(request.GET, "player") or 0
    return number - 1 if 1 <= number <= MAX_PLAYERS else None
