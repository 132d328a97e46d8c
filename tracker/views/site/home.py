"""The way in: a new party, a party this browser knows, a code, a save, a file."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from hashlib import sha256

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _

from tracker.boards.party.log.recent_change import note_text
from tracker.boards.party.pages.home import news_text, party_note
from tracker.boards.party.runs.hall import best_rows
from tracker.boards.words.refusals import refusal_text
from tracker.forms.party import ImportForm, NewPartyForm, OpenForm, OpenSaveForm
from tracker.rules.input import excerpt
from tracker.rules.words import Refused
from tracker.services.codes import Missing, new_code
from tracker.services.party.parties import (
    codes_for,
    party_has,
    party_summaries,
    party_table,
    party_take_over,
    party_watched,
)
from tracker.services.party.record import Envelope, party_record
from tracker.services.party.runs import runs_of_parties
from tracker.services.party.saves import code_of_save, near_names
from tracker.services.party.transfer import party_import as import_party
from tracker.services.party.transfer import party_is_imported
from tracker.services.register import Taken
from tracker.web.answers import code_for, form_address, see_other
from tracker.web.browser import has_news, keep_longer, keep_news, own_parties, remember, way_of
from tracker.web.limits import PARTIES, WRONG_CODES, network

BEST_RUNS = 3


@form_address
def home(request: HttpRequest) -> HttpResponse:
    """The start page; POST says that its news is read."""
    if request.method != "POST":
        response = _render_home(request)
        keep_longer(request, response)
        return response
    response = see_other("home")
    keep_news(request, response)
    return response


@form_address
def party_new(request: HttpRequest) -> HttpResponse:
    """A party by its number of players alone, or with all that can be typed about it."""
    form = NewPartyForm(_posted(request))
    status = 400 if form.is_bound else 200
    if form.is_valid():
        try:
            return _begin(request, form)
        except Taken as reason:
            form.add_error("code", refusal_text(reason))
            status = reason.status
    ctx = {"form": form, "codes": fresh_codes()}
    return render(request, "party/pages/new.html", ctx, status=status)


def _begin(request: HttpRequest, form: NewPartyForm) -> HttpResponse:
    """Leads to the new party, or to the one that this very choice has made. Raises Taken."""
    state, typed = form.state(), form.cleaned_data
    codes = codes_for(state=state, **{name: typed[name] for name in ("code", "watch_code")})
    if not party_has(**codes):
        PARTIES.take(network(request))
    code = party_take_over(state=replace(state, referee=way_of(request)), **codes)
    response = see_other("table", code, query="?invite" if len(state.seated) > 1 else "")
    remember(request, response, code)
    return response


def fresh_codes() -> dict[str, str]:
    """For a party that may be made on a page: sent twice, its form makes one party."""
    return {"code": new_code(), "watch_code": new_code()}


@form_address
def party_open(request: HttpRequest) -> HttpResponse:
    """The party whose code, or code to watch, stands in what was typed or pasted."""
    form = OpenForm(_posted(request))
    if not form.is_valid():
        return _render_home(request, 400 if form.is_bound else 200, open=form)
    code = form.cleaned_data["code"]
    with suppress(Missing):
        party_table(code)
        return see_other("table" if code in own_parties(request) else "join", code)
    try:
        party_watched(code)
        return see_other("watch", code)
    except Missing:
        WRONG_CODES.take(network(request))
        form.add_error("code", _("No party has this code. Check every letter."))
        return _render_home(request, 404, open=form)


@form_address
def save_open(request: HttpRequest) -> HttpResponse:
    """Loads the save of exactly this name, whichever of this browser's parties has it."""
    form = OpenSaveForm(_posted(request))
    if not form.is_valid():
        return _render_home(request, 400 if form.is_bound else 200, save=form)
    name, codes = form.cleaned_data["name"], own_parties(request)
    code, load = code_of_save(codes, name), Envelope(f"load:{name}", code_for(request, name))
    # Found or not, it may have been deleted since.
    with suppress(Refused, Missing):
        if code is not None:
            receipt = party_record(code=code, commands=[load], together=True)
            for entry in receipt.entries_of([load]):
                messages.success(request, note_text(entry))
            return see_other("table", code)
    message = _("No save of your parties is called “{name}”. Nothing was changed.")
    form.add_error("name", message.format(name=excerpt(name)))
    return _render_home(request, 404, save=form, near=near_names(codes, name))


@form_address
def party_import(request: HttpRequest) -> HttpResponse:
    """A new party out of an exported file."""
    form = ImportForm(_posted(request), request.FILES or None)
    if form.is_valid():
        data = form.cleaned_data["file"]
        code = code_for(request, sha256(data).hexdigest())
        if not party_is_imported(code):
            PARTIES.take(network(request))
        try:
            return see_other("table", import_party(data, code))
        except Refused as reason:
            form.add_error("file", refusal_text(reason))
    return _render_home(request, 400 if form.is_bound else 200, file=form)


def _posted(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _render_home(request: HttpRequest, status: int = 200, **forms: object) -> HttpResponse:
    """The page, with a form that was answered in the place of the same one left empty."""
    codes = own_parties(request)
    board = [*map(party_note, party_summaries(codes))]
    ctx = {
        "board": board,
        "runs": best_rows(runs_of_parties(codes, BEST_RUNS)),
        "codes": fresh_codes(),
        "news": news_text() if has_news(request) else "",
        "last": next((party for party in board if not party.fallen), None),
        "open": OpenForm(),
        "save": OpenSaveForm(),
        "file": ImportForm(),
        "unfold": bool(forms),
    }
    return render(request, "site/home.html", ctx | forms, status=status)
