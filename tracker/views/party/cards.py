"""What the table has said of its cards: what is left, putting it right, all cards to touch."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from tracker.boards.party.card import card_sheet, take_sheet
from tracker.boards.party.left import left_sheet
from tracker.boards.party.pad import TASKS, pad_sheet
from tracker.boards.party.right import right_sheet
from tracker.rules.input import MAX_TEXT
from tracker.rules.table.room import Room
from tracker.services.party.parties import party_table
from tracker.web.answers import Request, render_sheet


@require_safe
def left(request: Request, code: str) -> HttpResponse:
    """What is left in the pile, and what may come of it."""
    return render_sheet(request, "party/left.html", left_sheet(party_table(code)))


@require_safe
def right(request: Request, code: str) -> HttpResponse:
    """What the app believes of the pile, to be put right."""
    return render_sheet(request, "party/right.html", right_sheet(party_table(code)))


@require_safe
def card(request: Request, code: str, card: str) -> HttpResponse:
    """A card that was touched: who deals with it, and how."""
    now = party_table(code)
    if card not in Room(now.state).pack or not now.state.living:
        raise Http404
    return render_sheet(request, "party/card.html", card_sheet(now, card))


@require_safe
def take(request: Request, code: str, number: int | None = None) -> HttpResponse:
    """All cards, each to be touched as somebody deals with it."""
    now = party_table(code)
    if not now.state.living or (number is not None and number not in now.state.living):
        raise Http404
    return render_sheet(request, "party/take.html", take_sheet(now, number))


@require_safe
def pad(request: Request, code: str, do: str) -> HttpResponse:
    """All cards, of which some are out or in after all; `words` names them as they are typed."""
    if do not in TASKS:
        raise Http404
    words = request.GET.get("words", "")[:MAX_TEXT]
    return render_sheet(request, "party/pad.html", pad_sheet(party_table(code), do, words))
