"""What the table had best do, and how likely the next room is deadly: asked for by a touch."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tracker.boards.party.advice import advice_sheet, after_plan, risk_text
from tracker.rules.table.party import Party
from tracker.rules.table.room import Room
from tracker.services.party.advice import party_plan, party_risk
from tracker.services.party.parties import party_table
from tracker.services.party.table import Table
from tracker.web.answers import Request, render_sheet


@require_safe
def advice(request: Request, code: str) -> HttpResponse:
    """The best way found to leave the room. 404 where cards are not counted or nobody lives."""
    now = _counted(code)
    return render_sheet(request, "party/advice.html", advice_sheet(now, party_plan(now.state)))


@require_safe
def advice_risk(request: Request, code: str) -> HttpResponse:
    """How likely the room after this one is deadly, if all is done as advised."""
    party = _counted(code).state
    if plan := party_plan(party):
        party = after_plan(party, plan)
    return _render_risk(request, party, reverse("advice", args=[code]))


@require_safe
def left_risk(request: Request, code: str) -> HttpResponse:
    """How likely the next room is deadly, as the table stands."""
    return _render_risk(request, _counted(code).state, reverse("left", args=[code]))


def _counted(code: str) -> Table:
    now = party_table(code)
    if now.state.referee == "off" or not now.state.living:
        raise Http404
    return now


def _render_risk(request: Request, party: Party, back: str) -> HttpResponse:
    part = "#line" if request.htmx else ""
    text = risk_text(party_risk(party), Room(party).sure)
    return render(request, f"party/risk.html{part}", {"text": text, "back": back})
