"""Dealt games: the shelf, dealing one, who sits where."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tracker.boards.match.board import AboutBoard, about_board
from tracker.boards.match.frame import seat_name
from tracker.boards.match.games import games_board
from tracker.boards.match.screens import COOP, screen_of
from tracker.boards.party.pages.invite import link_to
from tracker.boards.words.refusals import refusal_text
from tracker.forms.match import MatchForm
from tracker.rules.games import GAMES
from tracker.rules.input import MAX_NAME, text_of
from tracker.rules.words import Refused
from tracker.services.codes import Missing, code_of
from tracker.services.match.deals import TAUGHT, AnyGame, daily_seed
from tracker.services.match.play import (
    Foreign,
    match_create,
    match_delete,
    match_is_made,
    match_move_seat,
    match_sit,
    seat_by_key,
)
from tracker.services.match.rows import match_table
from tracker.services.match.summaries import matches_of, name_on
from tracker.web.answers import code_for, form_address, number_in, say_once, see_other
from tracker.web.browser import keep_phone, own_phone, phone_of
from tracker.web.doors import address_for_others, is_local_only
from tracker.web.limits import MATCHES, WRONG_CODES, network


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The games there are, and those that this browser plays."""
    board = games_board(matches_of(phone_of(request)))
    return render(request, "match/index.html", {"board": board})


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """Leads to the taught floor: a deal like any other, for whoever plays."""
    return see_other("match-new", COOP.key, query=f"?seed={TAUGHT}")


@form_address
def new(request: HttpRequest, key: str) -> HttpResponse:
    """A game by its name: who plays, by which house rules, which deal; `today` leads to that of the
    day."""
    game = _game(key)
    if request.method != "POST":
        if "today" in request.GET:
            return see_other("match-new", key, query=f"?seed={_today(game)}")
        own = name_on(phone_of(request))
        return _render_new(request, MatchForm(game, prefill=request.GET, name=own))
    form = MatchForm(game, request.POST)
    if not form.is_valid():
        return _render_new(request, form, status=400)
    phone, seed = own_phone(request), form.cleaned_data["seed"]
    if after := request.POST.get("after"):  # a game: all its phones come to one next
        code = code_of(after, "again", seed)
    else:
        code = code_for(request, phone, [*request.POST.lists()])
    if not match_is_made(code):
        MATCHES.take(network(request))
    try:
        code = match_create(
            game=game,
            options=form.options,
            seats=form.seats(phone),
            seed=seed,
            code=code,
        )
    except Refused as reason:
        form.add_error("seed", refusal_text(reason))
        return _render_new(request, form, status=reason.status)
    return to_match(request, code, phone)


@require_safe
def about(request: HttpRequest, code: str) -> HttpResponse:
    """All about a match that its table has no room for."""
    return _render_about(request, about_board(match_table(code), phone_of(request)))


@form_address
def deletion(request: HttpRequest, code: str) -> HttpResponse:
    """Shows what will be gone, and for whom; a POST by a phone with a seat deletes it for good."""
    phone = phone_of(request)
    if request.method != "POST":
        board = about_board(match_table(code), phone)
        return render(request, "match/deletion.html", {"board": board})
    try:
        match_delete(code=code, phone=phone)
    except Missing:  # by the first of two taps, perhaps
        WRONG_CODES.take(network(request))
    except Foreign as reason:
        board = about_board(match_table(code), phone)
        return _render_about(request, board, refusal_text(reason), reason.status)
    say_once(request, _("The game is deleted for good."))
    return see_other("play")


@form_address
def join(request: HttpRequest, code: str) -> HttpResponse:
    """The free seats of a match, and the link that leads other phones here; POST takes one."""
    if request.method != "POST":
        return render_join(request, code)
    phone = own_phone(request)
    seat = number_in(request.POST, "seat")
    try:
        name = text_of(request.POST.get("name", ""), MAX_NAME)
        match_sit(code=code, seat=-1 if seat is None else seat, phone=phone, name=name)
    except Refused as reason:
        return render_join(request, code, refusal_text(reason), reason.status)
    return to_match(request, code, phone)


@form_address
def seat(request: HttpRequest, code: str, place: int, key: str) -> HttpResponse:
    """A seat's secret link: goes on with it on this phone. 404 once it has moved on."""
    if request.method != "POST":
        table = match_table(code)
        side = seat_by_key(table, place, key)
        ctx = {"title": screen_of(table.game).title, "name": seat_name(table, side.number)}
        return render(request, "match/seat.html", ctx)
    phone = own_phone(request)
    match_move_seat(code=code, seat=place, key=key, phone=phone)
    return to_match(request, code, phone)


def to_match(request: HttpRequest, code: str, phone: str) -> HttpResponse:
    """Leads to a match that is played on this phone from now on."""
    response = see_other("match", code)
    keep_phone(request, response, phone)
    return response


def render_join(
    request: HttpRequest, code: str, message: str = "", status: int = 200
) -> HttpResponse:
    """Shows who sits where, and the way in for others."""
    board = about_board(match_table(code), phone_of(request))
    link = link_to(address_for_others(request, reverse("match-join", args=[code])))
    ctx = {"board": board, "link": link, "only_here": is_local_only(request), "message": message}
    ctx |= {"language_at": request.path, "typed": request.POST.get("name", "")}
    return render(request, "match/join.html", ctx, status=status)


def _render_about(
    request: HttpRequest, board: AboutBoard, message: str = "", status: int = 200
) -> HttpResponse:
    site = address_for_others(request, "/").rstrip("/")
    ctx = {"board": board, "site": site, "message": message}
    return render(request, "match/about.html", ctx, status=status)


def _game(key: str) -> AnyGame:
    if key not in GAMES:
        raise Http404
    return GAMES[key]


def _today(game: AnyGame) -> str:
    return daily_seed(game, timezone.localdate())


def _render_new(request: HttpRequest, form: MatchForm, status: int = 200) -> HttpResponse:
    ctx = {
        "form": form,
        "game": screen_of(form.game),
        "taught": form.game.key == COOP.key and form["seed"].value() == TAUGHT,
        "today": _today(form.game),
    }
    return render(request, "match/new.html", ctx, status=status)
