"""The table of a dealt game, and the one address where decisions are made."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from tracker.boards.match.match import Look, acting, match_board
from tracker.boards.words.refusals import refusal_text
from tracker.rules.advice import Advice
from tracker.rules.input import whole_number
from tracker.rules.refusals import Malformed, Refused
from tracker.services.match.advice import match_advice
from tracker.services.match.deals import UNDO
from tracker.services.match.match import Match
from tracker.services.match.play import match_decide, match_table, match_undo
from tracker.views.match.play import render_join
from tracker.web.answers import Request, nothing_new, see_other
from tracker.web.limits import MOVES
from tracker.web.phone import phone_of


@require_safe
def match(request: HttpRequest, code: str) -> HttpResponse:
    """The table of a match, as far as this phone may see it; before it begins, the way in."""
    opened = match_table(code)
    return render_join(request, code) if opened.waiting else _render_match(request, opened)


@require_safe
def match_part(request: HttpRequest, code: str) -> HttpResponse:
    """The part that changes, or 204 when `after` is the newest move already."""
    opened = match_table(code)
    return nothing_new(request, opened.revision) or _render_match(request, opened, part=True)


@require_POST
def moves(request: Request, code: str) -> HttpResponse:
    """A decision that answers move `number`, made by a seat of this phone; or `undo`.

    409 where the game is in the way, 403 for a seat of another phone, 400 for what is no decision.
    """
    MOVES.take(code)
    try:
        opened = _decided(request, code)
    except Refused as reason:
        return _refused(request, code, reason)
    if request.htmx:
        return _render_match(request, opened, part=True)
    took_over = _took_over(request, opened)
    query = "" if took_over is None else f"?open={took_over}"
    return see_other("match", code, query=query)


def _decided(request: HttpRequest, code: str) -> Match:
    phone = phone_of(request)
    answered, seat = (whole_number(request.POST.get(name, "")) for name in ("number", "seat"))
    decision = request.POST.get("decision", "")
    if answered is None or seat is None:
        raise Malformed("A decision names its seat and the move it answers.")
    if decision == UNDO:
        return match_undo(code=code, phone=phone, number=answered)
    return match_decide(code=code, phone=phone, seat=seat, number=answered, decision=decision)


def _refused(request: Request, code: str, reason: Refused) -> HttpResponse:
    opened, message, status = match_table(code), refusal_text(reason), reason.status
    if opened.waiting:
        return render_join(request, code, message, status)
    part = bool(request.htmx)
    return _render_match(request, opened, message=message, status=status, part=part)


def _took_over(request: HttpRequest, opened: Match) -> int | None:
    """The move at which who is to decide has taken the phone, or keeps it for another decision."""
    if request.method != "POST":
        return whole_number(request.GET.get("open", ""))
    again = whole_number(request.POST.get("seat", "")) in opened.to_act
    return opened.revision if again else None


def _render_match(
    request: HttpRequest, opened: Match, *, message: str = "", status: int = 200, part: bool = False
) -> HttpResponse:
    """The whole page, or only the part that htmx swaps."""
    template = "match/match.html#table" if part else "match/match.html"
    phone, asked = phone_of(request), request.POST or request.GET
    wished, found = whole_number(asked.get("seat", "")), None
    if "advice" in request.GET:
        found, message = _advice(opened, acting(opened, opened.seats_of(phone), wished), message)
    look = Look(phone, _took_over(request, opened), wished, found)
    board = match_board(opened, look)
    return render(request, template, {"board": board, "message": message}, status=status)


def _advice(opened: Match, seat: int | None, message: str) -> tuple[Advice | None, str]:
    """Advice for a seat of this phone, or why there is none."""
    try:
        return (None if seat is None else match_advice(opened, seat)), message
    except Refused as reason:
        return None, refusal_text(reason)
