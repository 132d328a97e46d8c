"""Puzzles: endings of Scoundrel that are won for certain, if one begins right."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tracker.boards.match.puzzle import answer_board, following, puzzle_board, puzzles_board
from tracker.rules.protocol import Illegal
from tracker.rules.puzzles import Puzzle, all_puzzles
from tracker.web.answers import form_address, number_in, see_other
from tracker.web.browser import keep_solved, solved_by
from tracker.web.limits import THOUGHTS, network

MOST_STEPS = 99  # no ending is as long


@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    """Ten of them, with those that this browser has solved."""
    THOUGHTS.take(network(request))
    board = puzzles_board(solved_by(request), number_in(request.GET, "begin"))
    return render(request, "match/puzzles.html", {"board": board})


@form_address
def puzzle(request: HttpRequest, number: int) -> HttpResponse:
    """One of them; a POST is told whether its `decision` is the right one. 400 for what is none."""
    found = _found(number)
    if request.method != "POST":
        return _render_puzzle(request, found)
    decision = request.POST.get("decision", "")
    if decision != found.answer and decision not in found.misses:
        return _render_puzzle(request, found, _("The rules don’t allow that now."), 400)
    solved = solved_by(request) | ({number} if decision == found.answer else set())
    ctx = {"answer": answer_board(found, decision, following(number, solved))}
    response = render(request, "match/puzzle_answer.html", ctx)
    if decision == found.answer:
        keep_solved(request, response, solved)
    return response


@require_safe
def puzzle_on(request: HttpRequest, number: int) -> HttpResponse:
    """Shows a puzzle as it stands after each `step`. 404 for what the rules do not allow."""
    found, steps = _found(number), request.GET.getlist("step")[:MOST_STEPS]
    if not steps:
        return see_other("puzzle", number)
    try:
        board = puzzle_board(found, steps)
    except Illegal as reason:
        raise Http404 from reason
    ctx = {"board": board, "next": following(number, solved_by(request))}
    return render(request, "match/puzzle_on.html", ctx)


def _found(number: int) -> Puzzle:
    if not 1 <= number <= len(all_puzzles()):
        raise Http404
    return all_puzzles()[number - 1]


def _render_puzzle(
    request: HttpRequest, found: Puzzle, message: str = "", status: int = 200
) -> HttpResponse:
    ctx = {"board": puzzle_board(found), "message": message}
    return render(request, "match/puzzle.html", ctx, status=status)
