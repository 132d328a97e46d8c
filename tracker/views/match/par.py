"""The adviser's result on the deal of a day, played a piece at each request."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from tracker.boards.match.review import par_board
from tracker.services.match.review import has_par, match_par, match_par_on
from tracker.services.match.rows import match_table
from tracker.web.answers import Request, see_other
from tracker.web.limits import MOVES


@require_http_methods(["GET", "HEAD", "POST"])
def par(request: Request, code: str) -> HttpResponse:
    """Beside the own result; a POST lets the adviser play on. 404 for what is no deal of a day."""
    match = match_table(code)
    if not match.outcome:
        return see_other("match", code)
    if not has_par(match):
        raise Http404
    if request.method != "POST":
        found = match_par(match)
    else:
        MOVES.take(code)
        found = match_par_on(match)
        if not request.htmx:
            return see_other("match-par", code)
    part = "#par" if request.htmx else ""
    ctx = {"board": par_board(match, found), "code": code}
    return render(request, f"match/par.html{part}", ctx)
