"""The review of a finished match and the par of its deal, worked out a piece at each request."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render

from tracker.boards.match.review import par_board, review_board
from tracker.boards.match.screens import screen_of
from tracker.services.match.log import Unplayable, moves_not_undone
from tracker.services.match.review import (
    has_par,
    match_par,
    match_par_on,
    match_review,
    match_review_on,
    reviews,
)
from tracker.services.match.rows import match_table
from tracker.views.match.match import render_refused
from tracker.web.answers import Request, form_address, see_other
from tracker.web.limits import MOVES


@form_address
def review(request: Request, code: str) -> HttpResponse:
    """The cost of its decisions as far as it is known; a POST works a piece of it out.

    404 for a game without an adviser; a match that is not over has its table.
    """
    match = match_table(code)
    if not match.outcome or match.outdated:
        return see_other("match", code)
    if not reviews(match):
        raise Http404
    try:
        moves = moves_not_undone(match)
        more = _asks_for_more(request, code)
        found = match_review_on(match) if more else match_review(match, len(moves))
    except Unplayable as reason:
        return render_refused(request, code, reason)
    board, title = review_board(match, moves, found), screen_of(match.game).title
    return _render_piece(request, "review", {"board": board, "code": code, "title": title})


@form_address
def par(request: Request, code: str) -> HttpResponse:
    """The adviser's result on the deal of a day beside the own one; a POST lets it play on.

    404 for what is no deal of a day.
    """
    match = match_table(code)
    if not match.outcome:
        return see_other("match", code)
    if not has_par(match):
        raise Http404
    found = match_par_on(match) if _asks_for_more(request, code) else match_par(match)
    return _render_piece(request, "par", {"board": par_board(match, found), "code": code})


def _asks_for_more(request: Request, code: str) -> bool:
    if request.method == "POST":
        MOVES.take(code)
    return request.method == "POST"


def _render_piece(request: Request, name: str, ctx: dict[str, object]) -> HttpResponse:
    """The part that htmx swaps, or the page; an answered form leads back to it."""
    if request.method == "POST" and not request.htmx:
        return see_other(f"match-{name}", ctx["code"])
    part = f"#{name}" if request.htmx else ""
    return render(request, f"match/{name}.html{part}", ctx)
