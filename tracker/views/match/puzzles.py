"""Puzzles: endings of Scoundrel that are won for certain, if one begins right; positions of
finished games in which one move wins."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tracker.boards.match.puzzle import answer_board, following, puzzle_board, puzzles_board
from tracker.boards.words.refusals import refusal_text
from tracker.rules.input import whole_number
from tracker.rules.protocol import Illegal
from tracker.rules.puzzles import Puzzle, all_puzzles
from tracker.rules.words import Refused
from tracker.services.match.puzzles import linked_puzzle, makes_puzzles, match_puzzle
from tracker.services.match.rows import match_table
from tracker.web.answers import form_address, number_in, say_once, see_other
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
def puzzle(request: HttpRequest, name: str) -> HttpResponse:
    """One of them; with a `decision`, whether it is the right one. 400 for what is none.

    A POST leads there, and the browser remembers what it has solved.
    """
    found, posted = _found(request, name), request.method == "POST"
    decision = (request.POST if posted else request.GET).get("decision", "")
    if not decision and not posted:
        return _render_puzzle(request, found)
    if decision != found.answer and decision not in found.misses:
        return _render_puzzle(request, found, _("The rules don’t allow that now."), 400)
    if not posted:
        more = following(found.number, solved_by(request))
        ctx = {"answer": answer_board(found, decision, more)}
        return render(request, "match/puzzle_answer.html", ctx)
    response = see_other("puzzle", name, query=f"?{urlencode({'decision': decision})}")
    if found.number and decision == found.answer:
        keep_solved(request, response, solved_by(request) | {found.number})
    return response


@require_safe
def puzzle_on(request: HttpRequest, name: str) -> HttpResponse:
    """Shows a puzzle as it stands after each `step`. 404 for what the rules do not allow."""
    found, steps = _found(request, name), request.GET.getlist("step")[:MOST_STEPS]
    if not steps:
        return see_other("puzzle", name)
    try:
        board = puzzle_board(found, steps)
    except Illegal as reason:
        raise Http404 from reason
    ctx = {"board": board, "next": following(found.number, solved_by(request))}
    return render(request, "match/puzzle_on.html", ctx)


@require_safe
def puzzle_made(request: HttpRequest, code: str) -> HttpResponse:
    """Makes a puzzle of a finished match after `at` moves and leads to it, or says why it is none.

    404 for a game that cannot be worked out; a match that is not over has its table.
    """
    match, at = match_table(code), number_in(request.GET, "at") or 0
    if not match.outcome or match.outdated:
        return see_other("match", code)
    if not makes_puzzles(match):
        raise Http404
    THOUGHTS.take(network(request))
    try:
        link = match_puzzle(match, at)
    except Refused as reason:
        ctx = {"code": code, "at": at, "message": refusal_text(reason)}
        return render(request, "match/no_puzzle.html", ctx, status=reason.status)
    say_once(request, _("Your puzzle is ready. You can share this page."))
    return see_other("puzzle", link)


def _found(request: HttpRequest, name: str) -> Puzzle:
    """The puzzle of this number, or of this link."""
    number = whole_number(name)
    if number is not None and 1 <= number <= len(all_puzzles()):
        return all_puzzles()[number - 1]
    if number is None:
        THOUGHTS.take(network(request))
        if found := linked_puzzle(name):
            return found
    raise Http404


def _render_puzzle(
    request: HttpRequest, found: Puzzle, message: str = "", status: int = 200
) -> HttpResponse:
    ctx = {"board": puzzle_board(found), "message": message}
    if not found.number:
        ctx["address"] = request.build_absolute_uri(request.path)
        ctx["language_at"] = request.path
    return render(request, "match/puzzle.html", ctx, status=status)
