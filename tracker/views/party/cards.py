"""Cards as the table has reported them: what is left, corrections, all cards to touch."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from tracker.boards.party.cards.card_picker import TASKS, pad_sheet
from tracker.boards.party.cards.card_sheet import card_sheet
from tracker.boards.party.cards.play_card import take_sheet
from tracker.boards.party.cards.remaining_cards import left_sheet, right_sheet
from tracker.rules.input import MAX_TEXT
from tracker.rules.table.room.room import Room
from tracker.services.party.parties import party_table
from tracker.web.answers import Request, render_sheet
from tracker.web.browser import device_of


@require_safe
def left(request: Request, code: str) -> HttpResponse:
    """Shows what is left in the pile, and what may come of it."""
    return render_sheet(request, "party/cards/remaining_cards.html", left_sheet(party_table(code)))


@require_safe
def right(request: Request, code: str) -> HttpResponse:
    """Shows what the app believes of the pile, to be corrected."""
    return render_sheet(request, "party/cards/pile_correction.html", right_sheet(party_table(code)))


@require_safe
def card(request: Request, code: str, card: str) -> HttpResponse:
    """A card that was touched: who deals with it, and how; each `value` was named with it."""
    now = party_table(code)
    pack = Room(now.state).pack
    if card not in pack or not now.state.living:
        raise Http404
    others = sorted(pack.intersection(request.GET.getlist("value")))
    return render_sheet(request, "party/cards/card_sheet.html", card_sheet(now, card, others))


@require_safe
def take(request: Request, code: str, number: int | None = None) -> HttpResponse:
    """All cards, each to be touched as somebody deals with it."""
    now = party_table(code)
    if not now.state.living or (number is not None and number not in now.state.living):
        raise Http404
    sheet = take_sheet(now, number, device_of(request))
    return render_sheet(request, "party/cards/play_card.html", sheet)


@require_safe
def pad(request: Request, code: str, do: str) -> HttpResponse:
    """All cards, of which some are out or in after all; `words` names them as they are typed.

    `card` is the one that lies in place of the one that is looked for.
    """
    now, card = party_table(code), request.GET.get("card", "")
    if do not in TASKS or (do == "swap") != (card in Room(now.state).pack):
        raise Http404
    words = request.GET.get("words", "")[:MAX_TEXT]
    return render_sheet(request, "party/cards/card_picker.html", pad_sheet(now, do, words, card))
