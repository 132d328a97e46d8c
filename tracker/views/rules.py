"""The rules pages: how to play, returning cards, notation.

Opened from a table they carry `?back=<party code>`, so that every page leads back to it.
"""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tracker.boards import rules as boards

PARTY_CODE = re.compile("[23456789abcdefghjkmnpqrstuvwxyz]{13}")
PAGES = (
    ("rules", "On one page"),
    ("rules-coop", "How to play"),
    ("rules-returns", "Returning cards"),
    ("rules-notation", "Writing it down"),
)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return _render_page(request, "index", "rules", {"schedule": boards.schedule()})


@require_safe
def coop(request: HttpRequest) -> HttpResponse:
    return _render_page(request, "coop", "rules-coop", {"schedule": boards.schedule()})


@require_safe
def returns(request: HttpRequest) -> HttpResponse:
    """With `?floor=12` also what comes back next; 400 for anything that is not a floor."""
    ctx: dict[str, object] = {"schedule": boards.schedule()}
    typed = request.GET.get("floor")
    if typed is None:
        return _render_page(request, "returns", "rules-returns", ctx)
    floor = boards.floor_typed(typed)
    if floor is None:
        ctx |= {"typed": typed, "fault": boards.floor_fault(typed)}
        return _render_page(request, "returns", "rules-returns", ctx, status=400)
    ctx |= {"typed": floor, "answer": boards.floor_answer(floor)}
    return _render_page(request, "returns", "rules-returns", ctx)


@require_safe
def notation(request: HttpRequest) -> HttpResponse:
    """With `?weapon=…` or `?used=…` also the reading of that text; no text is wrong."""
    weapon, used = request.GET.get("weapon"), request.GET.get("used")
    ctx: dict[str, object] = {
        "weapon": None if weapon is None else boards.weapon_reading(weapon),
        "used": None if used is None else boards.used_reading(used),
    }
    return _render_page(request, "notation", "rules-notation", ctx)


def _render_page(
    request: HttpRequest, template: str, page: str, ctx: dict[str, object], status: int = 200
) -> HttpResponse:
    back = request.GET.get("back", "")
    if not PARTY_CODE.fullmatch(back):
        back = ""
    ctx |= {"page": page, "pages": PAGES, "back": back, "keep": f"?back={back}" if back else ""}
    return render(request, f"rules/{template}.html", ctx, status=status)
