"""The sheets of cards: one card, those left, those to take, and advice on what to do with them."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tracker.boards.party.cards.advice import advice_sheet, after_all, other_risks, risk_text
from tracker.boards.party.cards.card_picker import TASKS, pad_sheet
from tracker.boards.party.cards.card_sheet import card_sheet
from tracker.boards.party.cards.play_card import take_sheet
from tracker.boards.party.cards.remaining_cards import left_sheet, pile_sheet
from tracker.rules.input import MAX_TEXT
from tracker.rules.table.ahead.risk import Risk
from tracker.rules.table.room.room import Room
from tracker.rules.table.state.party import Party
from tracker.services.party.advice import party_plan, party_risks
from tracker.services.party.parties import party_table
from tracker.services.party.table import Table
from tracker.web.answers import Request, render_sheet
from tracker.web.browser import device_of
from tracker.web.limits import THOUGHTS, network


@require_safe
def left(request: Request, code: str) -> HttpResponse:
    """Shows what is left in the pile, and what may come of it."""
    now = party_table(code)
    return render_sheet(request, "party/cards/remaining_cards.html", now, left_sheet(now))


@require_safe
def right(request: Request, code: str) -> HttpResponse:
    """Shows what the app believes of the pile, to be corrected."""
    now = party_table(code)
    return render_sheet(request, "party/cards/pile_correction.html", now, pile_sheet(now))


@require_safe
def card(request: Request, code: str, card: str) -> HttpResponse:
    """A card that was touched: who deals with it, and how; each `value` was named with it."""
    now = party_table(code)
    pack = Room(now.state).pack
    # The pocket may hold a card that a house rule has left out since.
    pockets = {player.pocket for player in now.state.players}
    if card not in pack | pockets or not now.state.living:
        raise Http404
    others = sorted(pack.intersection(request.GET.getlist("value")))
    sheet = card_sheet(now, card, others)
    return render_sheet(request, "party/cards/card_sheet.html", now, sheet)


@require_safe
def take(request: Request, code: str, number: int | None = None) -> HttpResponse:
    """All cards, each to be touched as somebody deals with it."""
    now = party_table(code)
    if not now.state.living or (number is not None and number not in now.state.living):
        raise Http404
    sheet = take_sheet(now, number, device_of(request))
    return render_sheet(request, "party/cards/play_card.html", now, sheet)


@require_safe
def pad(request: Request, code: str, do: str) -> HttpResponse:
    """All cards, of which some are out or in after all; `words` names them as they are typed.

    `card` is the one that lies in place of the one that is looked for.
    """
    now, card = party_table(code), request.GET.get("card", "")
    if do not in TASKS or (do == "swap") != (card in Room(now.state).pack):
        raise Http404
    words = request.GET.get("words", "")[:MAX_TEXT]
    sheet = pad_sheet(now, do, words, card)
    return render_sheet(request, "party/cards/card_picker.html", now, sheet)


@require_safe
def advice(request: Request, code: str) -> HttpResponse:
    """The best way found to leave the room. 404 where cards are not counted or nobody lives."""
    now = _counted(code)
    sheet = advice_sheet(now, party_plan(now.state))
    return render_sheet(request, "party/cards/advice.html", now, sheet)


@require_safe
def advice_risk(request: Request, code: str) -> HttpResponse:
    """How likely the room after this one is deadly, if all is done as advised or otherwise."""
    THOUGHTS.take(network(request))
    party = _counted(code).state
    plan = party_plan(party)
    choices = plan.choices if plan else ()
    risks = party_risks([after_all(party, choice.commands) for choice in choices] or [party])
    others = other_risks(party, plan, risks) if plan else ()
    return _render_risk(request, party, risks[0], reverse("advice", args=[code]), others)


@require_safe
def left_risk(request: Request, code: str) -> HttpResponse:
    """How likely the next room is deadly, as the table stands."""
    THOUGHTS.take(network(request))
    party = _counted(code).state
    (risk,) = party_risks([party])
    return _render_risk(request, party, risk, reverse("left", args=[code]))


def _counted(code: str) -> Table:
    now = party_table(code)
    if now.state.referee == "off" or not now.state.living:
        raise Http404
    return now


def _render_risk(
    request: Request, party: Party, risk: Risk | None, back: str, others: Sequence[str] = ()
) -> HttpResponse:
    part = "#line" if request.htmx else ""
    ctx = {"text": risk_text(risk, party), "others": others, "back": back}
    return render(request, f"party/cards/risk.html{part}", ctx)
