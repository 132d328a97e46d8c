"""The table's best plan, and how likely the next room is deadly: asked for by a touch."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tracker.boards.party.cards.advice import advice_sheet, after_all, other_risks, risk_text
from tracker.rules.table.ahead.risk import Risk
from tracker.rules.table.state.party import Party
from tracker.services.party.advice import party_plan, party_risks
from tracker.services.party.parties import party_table
from tracker.services.party.table import Table
from tracker.web.answers import Request, render_sheet
from tracker.web.limits import THOUGHTS, network


@require_safe
def advice(request: Request, code: str) -> HttpResponse:
    """The best way found to leave the room. 404 where cards are not counted or nobody lives."""
    now = _counted(code)
    return render_sheet(
        request, "party/cards/advice.html", advice_sheet(now, party_plan(now.state))
    )


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
