"""The rules pages: every game on one page and to learn; returning cards, notation.

Opened from a table they carry `?back=<party code>`, from a game `?game=<its code>`, so that every
page leads back to it.
"""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tracker.boards.match.screen import Screen
from tracker.boards.match.screens import COOP, other_screens, screen_of
from tracker.boards.rules import pages as boards
from tracker.rules.input import MAX_TEXT
from tracker.rules.registry import GAMES
from tracker.services.codes import CODE

COOP_PAGES = (
    ("rules", "On one page"),
    ("rules-coop", "How to play"),
    ("rules-returns", "Returning cards"),
    ("rules-notation", "Writing it down"),
)
GAME_PAGES = (("rules-one-page", "On one page"), ("rules-game", "How to play"))


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    ctx = {"schedule": boards.schedule(), "games": other_screens()}
    return _render_coop(request, "index", ctx)


@require_safe
def coop(request: HttpRequest) -> HttpResponse:
    ctx = {"schedule": boards.schedule(), "house_rules": COOP.differences(), "long": True}
    return _render_coop(request, "coop", ctx)


@require_safe
def returns(request: HttpRequest) -> HttpResponse:
    """With `?floor=12` also what comes back next; 400 for anything that is not a floor."""
    ctx: dict[str, object] = {"schedule": boards.schedule(), "digits": boards.FLOOR_DIGITS}
    typed = request.GET.get("floor")
    if typed is None:
        return _render_coop(request, "returns", ctx)
    floor = boards.floor_typed(typed)
    if floor is None:
        ctx |= {"typed": typed[: boards.MOST_TYPED], "fault": boards.floor_fault(typed)}
        return _render_coop(request, "returns", ctx, status=400)
    ctx |= {"typed": floor, "answer": boards.floor_answer(floor)}
    return _render_coop(request, "returns", ctx)


@require_safe
def notation(request: HttpRequest) -> HttpResponse:
    """With `?weapon=…` or `?used=…` also the reading of that text; 400 for one that fits no box."""
    weapon, used = request.GET.get("weapon"), request.GET.get("used")
    readings = {
        "weapon": None if weapon is None else boards.weapon_reading(weapon),
        "used": None if used is None else boards.used_reading(used),
    }
    fits = all(reading is None or reading.fits for reading in readings.values())
    ctx = {**readings, "longest": MAX_TEXT}
    return _render_coop(request, "notation", ctx, status=200 if fits else 400)


@require_safe
def game(request: HttpRequest, key: str) -> HttpResponse:
    screen = _screen(key)
    ctx = {"house_rules": screen.differences(), "examples": screen.stories(), "long": True}
    return _render_game(request, screen, key, {**screen.page(), **ctx})


@require_safe
def one_page(request: HttpRequest, key: str) -> HttpResponse:
    parts = [f"rules/{key}/_one_page.html", "rules/_any_one_page.html"]
    return _render_game(request, _screen(key), "one_page", {"parts": parts})


def _screen(key: str) -> Screen[Any]:
    if key not in GAMES:
        raise Http404
    return screen_of(GAMES[key])


def _render_coop(
    request: HttpRequest, template: str, ctx: Mapping[str, object], status: int = 200
) -> HttpResponse:
    pages = [(reverse(name), label) for name, label in COOP_PAGES]
    return _render_page(request, template, {**ctx, "pages": pages}, status)


def _render_game(
    request: HttpRequest, screen: Screen[Any], template: str, ctx: Mapping[str, object]
) -> HttpResponse:
    pages = [(reverse(name, args=[screen.key]), label) for name, label in GAME_PAGES]
    pages.append((reverse("rules"), "All games"))
    return _render_page(request, template, {**ctx, "game": screen, "pages": pages})


def _render_page(
    request: HttpRequest, template: str, ctx: dict[str, object], status: int = 200
) -> HttpResponse:
    ctx |= _way_back(request)
    # A game without words of its own has a page that fits any.
    templates = [f"rules/{template}.html", "rules/any_game.html"]
    return render(request, templates, ctx, status=status)


def _way_back(request: HttpRequest) -> dict[str, str]:
    """`back` is the address of the table or game it was opened from, `keep` what says so."""
    for name, view in (("back", "table"), ("game", "match")):
        code = request.GET.get(name, "")
        if CODE.fullmatch(code):
            back, keep = reverse(view, args=[code]), f"?{name}={code}"
            return {"back": back, "keep": keep, "opener": name, "opener_code": code}
    return {"back": "", "keep": ""}
