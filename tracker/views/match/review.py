"""The cost of the decisions of a finished match, worked out a piece at each request."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from tracker.boards.match.review import review_board
from tracker.boards.match.screens import screen_of
from tracker.services.match.log import Unplayable, moves_not_undone
from tracker.services.match.match import DealtMatch
from tracker.services.match.review import match_review, match_review_on, reviews
from tracker.services.match.rows import match_table
from tracker.views.match.match import render_refused
from tracker.web.answers import Request, see_other
from tracker.web.limits import MOVES


@require_http_methods(["GET", "HEAD", "POST"])
def review(request: Request, code: str) -> HttpResponse:
    """The review as far as it goes; a POST works a piece of it out.

    404 for a game without an adviser; a match that is not over has its table.
    """
    match = match_table(code)
    if not match.outcome or match.outdated:
        return see_other("match", code)
    if not reviews(match):
        raise Http404
    try:
        return _answer(request, match)
    except Unplayable as reason:
        return render_refused(request, code, reason)


def _answer(request: Request, match: DealtMatch) -> HttpResponse:
    moves = moves_not_undone(match)
    if request.method != "POST":
        found = match_review(match, len(moves))
    else:
        MOVES.take(match.code)
        found = match_review_on(match)
        if not request.htmx:
            return see_other("match-review", match.code)
    ctx = {
        "board": review_board(match, moves, found),
        "code": match.code,
        "title": screen_of(match.game).title,
    }
    part = "#review" if request.htmx else ""
    return render(request, f"match/review.html{part}", ctx)
