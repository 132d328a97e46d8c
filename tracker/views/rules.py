"""The rules pages: every game on one page and to learn; returning cards, notation; a search.

Opened from a table they carry `?back=<party code>`, from a game `?game=<its code>`, so that every
page leads back to it.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tracker.boards.match.screen import Screen
from tracker.boards.match.screens import COOP, other_screens, screen_of
from tracker.boards.rules import pages as boards
from tracker.boards.rules import search as searches
from tracker.boards.rules.languages import is_foreign, words_of
from tracker.boards.rules.search import RulesSection, parts_of
from tracker.rules.games import GAMES
from tracker.rules.input import MAX_TEXT
from tracker.web.kept import OPENERS, kept, opener_of

COOP_PAGES = (
    ("rules", gettext_lazy("On one page")),
    ("rules-coop", gettext_lazy("How to play")),
    ("rules-tracker", gettext_lazy("With the tracker")),
    ("rules-returns", gettext_lazy("Returning cards")),
    ("rules-notation", gettext_lazy("Writing it down")),
    ("rules-search", gettext_lazy("Search")),
)
GAME_PAGES = (
    ("rules-one-page", gettext_lazy("On one page")),
    ("rules-game", gettext_lazy("How to play")),
)


@require_safe
@kept
def index(request: HttpRequest) -> HttpResponse:
    ctx = {"schedule": boards.schedule(), "games": other_screens()}
    return _render_coop(request, "index", {**ctx, "most_typed": searches.MOST_TYPED})


@require_safe
@kept
def coop(request: HttpRequest) -> HttpResponse:
    return _render_coop(request, "coop", _coop())


@require_safe
@kept
def tracker(request: HttpRequest) -> HttpResponse:
    return _render_coop(request, "tracker", {})


@require_safe
@kept
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
@kept
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
@kept
def game(request: HttpRequest, key: str) -> HttpResponse:
    screen = _screen(key)
    return _render_game(request, screen, key, _how_to_play(screen))


@require_safe
@kept
def one_page(request: HttpRequest, key: str) -> HttpResponse:
    screen = _screen(key)  # first: a name too long for a file is no game's
    part = f"{key}/_one_page.html"
    ctx = {"parts": [*words_of(part), "rules/_any_one_page.html"], "english": is_foreign(part)}
    return _render_game(request, screen, "one_page", ctx)


@require_safe
@kept
def search(request: HttpRequest) -> HttpResponse:
    """With `?q=run` the sections that speak of it; 400 for more than anybody would ask."""
    typed = request.GET.get("q", "")
    fits = len(typed) <= searches.MOST_TYPED
    ctx: dict[str, object] = {"typed": typed[: searches.MOST_TYPED], "fits": fits}
    ctx |= {"most_typed": searches.MOST_TYPED, "words": searches.FIRST_WORDS}
    if fits and typed:
        parts = _library(get_language(), tuple(GAMES))
        ctx["shelves"] = searches.found(parts, typed, _way_back(request)["keep"])
    return _render_coop(request, "search", ctx, status=200 if fits else 400)


@cache
def _library(_language: str | None, _games: tuple[str, ...]) -> tuple[RulesSection, ...]:
    """Returns what the pages say, read once: nothing on them depends on who looks."""
    return tuple(part for page in _pages() for part in page)


def _pages() -> Iterator[tuple[RulesSection, ...]]:
    yield _read(COOP.title, reverse("rules-coop"), "coop", _coop())
    yield _read(_("With the tracker"), reverse("rules-tracker"), "tracker", {})
    schedule = {"schedule": boards.schedule()}
    yield _read(_("Returning cards"), reverse("rules-returns"), "returns", schedule)
    yield _read(_("Writing it down"), reverse("rules-notation"), "notation", {})
    for screen in other_screens():
        ctx = {**_how_to_play(screen), "game": screen}
        yield _read(screen.title, reverse("rules-game", args=[screen.key]), screen.key, ctx)


def _read(
    page: str, address: str, template: str, ctx: Mapping[str, object]
) -> tuple[RulesSection, ...]:
    html = render_to_string(_templates(template), ctx)
    return parts_of(page, address, html, is_foreign(f"{template}.html"))


def _coop() -> dict[str, object]:
    return {"house_rules": COOP.differences(), "long": True}


def _how_to_play(screen: Screen[Any]) -> dict[str, object]:
    ctx = {"house_rules": screen.differences(), "examples": screen.stories(), "long": True}
    return {**screen.page(), **ctx}


def _screen(key: str) -> Screen[Any]:
    if key not in GAMES:
        raise Http404
    return screen_of(GAMES[key])


def _render_coop(
    request: HttpRequest, template: str, ctx: Mapping[str, object], status: int = 200
) -> HttpResponse:
    # The first page asks by itself.
    others = COOP_PAGES[:-1] if template == "index" else COOP_PAGES
    pages = [(reverse(name), label) for name, label in others]
    return _render_page(request, template, {**ctx, "pages": pages}, status)


def _render_game(
    request: HttpRequest, screen: Screen[Any], template: str, ctx: Mapping[str, object]
) -> HttpResponse:
    pages = [(reverse(name, args=[screen.key]), str(label)) for name, label in GAME_PAGES]
    pages += [(reverse("rules"), _("All games")), (reverse("rules-search"), _("Search"))]
    return _render_page(request, template, {**ctx, "game": screen, "pages": pages})


def _render_page(
    request: HttpRequest, template: str, ctx: dict[str, object], status: int = 200
) -> HttpResponse:
    ctx = {"english": is_foreign(f"{template}.html"), **_way_back(request), **ctx}
    return render(request, _templates(template), ctx, status=status)


def _templates(template: str) -> list[str]:
    """In the language of the page; a game without words of its own has a page that fits any."""
    return [*words_of(f"{template}.html"), "rules/any_game.html"]


def _way_back(request: HttpRequest) -> dict[str, str]:
    """`back` is the address of the table or game it was opened from, `keep` what says so."""
    name, code = opener_of(request)
    if not name:
        return {"back": "", "keep": ""}
    back, keep = reverse(OPENERS[name], args=[code]), f"?{name}={code}"
    return {"back": back, "keep": keep, "opener": name, "opener_code": code}
