"""The table of a dealt game, and the one address where decisions are made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from tracker.boards.match.board import Viewer, acting, match_board
from tracker.boards.words.refusals import refusal_text
from tracker.rules.advice import Advice
from tracker.rules.words import Malformed, Refused, gettext_noop
from tracker.services.match.advice import match_advice
from tracker.services.match.deals import UNDO
from tracker.services.match.log import match_stages
from tracker.services.match.match import DealtMatch
from tracker.services.match.play import match_decide, match_undo
from tracker.services.match.rows import match_table
from tracker.views.match.play import render_join
from tracker.web.answers import Request, nothing_new, number_in, see_other
from tracker.web.browser import phone_of
from tracker.web.limits import MOVES


@require_safe
def match(request: HttpRequest, code: str) -> HttpResponse:
    """The table of a match, as far as this phone may see it; before it begins, the way in."""
    table = match_table(code)
    if table.waiting:
        return render_join(request, code)
    return _render_match(request, table, *_look_of(request, table))


@require_safe
def match_part(request: HttpRequest, code: str) -> HttpResponse:
    """The part that changes, or 204 when `after` is the newest move already.

    Before the match begins there is no such part, and nobody is shown a hand.
    """
    table = match_table(code)
    if table.waiting:
        return render_join(request, code)
    if part := nothing_new(request, table.revision, table.mark):
        return part
    since = number_in(request.GET, "after")
    stages = () if since is None else match_stages(table, since)
    return _render_match(request, table, *_look_of(request, table), part=True, stages=stages)


@require_POST
def moves(request: Request, code: str) -> HttpResponse:
    """A decision that answers move `number`, made by a seat of this phone; or `undo`.

    409 where the game is in the way, 403 for a seat of another phone, 400 for what is no decision.
    """
    MOVES.take(code)
    try:
        *earlier, table = _decide(request, code)
    except Refused as reason:
        return render_refused(request, code, reason)
    look = _look_after_deciding(request, table)
    if request.htmx:
        return _render_match(request, table, look, part=True, stages=[*earlier, table])
    query = "" if look.handover is None else f"?open={look.handover}"
    return see_other("match", code, query=query)


def _decide(request: HttpRequest, code: str) -> Sequence[DealtMatch]:
    """The stages that the decision led through; the last is how the match stands."""
    phone = phone_of(request)
    number, seat = (number_in(request.POST, name) for name in ("number", "seat"))
    decision = request.POST.get("decision", "")
    if number is None or seat is None:
        raise Malformed(gettext_noop("Incomplete request: seat or move is missing."))
    if decision == UNDO:
        return [match_undo(code=code, phone=phone, number=number)]
    return match_decide(code=code, phone=phone, seat=seat, number=number, decision=decision)


def render_refused(request: Request, code: str, reason: Refused) -> HttpResponse:
    table, message, status = match_table(code), refusal_text(reason), reason.status
    if table.waiting:
        return render_join(request, code, message, status)
    look, part = _look_after_deciding(request, table), bool(request.htmx)
    return _render_match(request, table, look, message, status=status, part=part)


def _look_of(request: HttpRequest, table: DealtMatch) -> tuple[Viewer, str]:
    """How a link asks for the table, and what there is to say about it.

    `open` is the move at which somebody has taken the phone over, `seat` whom they decide for.
    """
    handover, seat = (number_in(request.GET, name) for name in ("open", "seat"))
    look = Viewer(phone_of(request), handover, seat)
    if "advice" not in request.GET:
        return look, ""
    try:
        return replace(look, advice=_advice(table, look)), ""
    except Refused as reason:
        return look, refusal_text(reason)


def _advice(table: DealtMatch, look: Viewer) -> Advice | None:
    seat = acting(table, table.seats_of(look.phone), look.seat)
    return None if seat is None else match_advice(table, seat)


def _look_after_deciding(request: HttpRequest, table: DealtMatch) -> Viewer:
    """Leaves the phone with whoever has just decided if the next decision is theirs as well."""
    seat = number_in(request.POST, "seat")
    handover = table.revision if seat in table.to_act else None
    return Viewer(phone_of(request), handover, seat)


def _render_match(
    request: HttpRequest,
    table: DealtMatch,
    look: Viewer,
    message: str = "",
    *,
    status: int = 200,
    part: bool = False,
    stages: Sequence[DealtMatch] = (),
) -> HttpResponse:
    """The whole page, or only the part that htmx swaps; with the `stages` that led there."""
    template = "match/match.html#table" if part else "match/match.html"
    ctx = {"board": match_board(table, look, stages), "message": message}
    return render(request, template, ctx, status=status)
