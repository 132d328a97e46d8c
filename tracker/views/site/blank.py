"""Pages of a party that nobody has begun, for the worker to begin one without a network.

They are drawn like any other; in the places of its codes and names stand signs that nobody types
(static/js/worker/offline_party.js fills them in).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from tracker.boards.party.cards.card_picker import pad_sheet
from tracker.boards.party.cards.play_card import take_sheet
from tracker.boards.party.cards.remaining_cards import left_sheet, pile_sheet
from tracker.boards.party.pages.home import party_note
from tracker.boards.party.sheet.sheet import dungeon_sheet, player_sheet
from tracker.boards.words.names import player_name
from tracker.rules.input import MAX_NAME
from tracker.rules.table.state.party import MAX_PLAYERS, new_party
from tracker.services.codes import CODE_LENGTH, CODE_LETTERS
from tracker.services.party.parties import Summary
from tracker.services.party.table import Table
from tracker.views.party.table import render_table
from tracker.web.browser import way_of
from tracker.web.kept import kept
from tracker.web.limits import THOUGHTS, network

CODE = CODE_LETTERS[0] * CODE_LENGTH
NAMES = tuple(chr(0xE000 + number) for number in range(MAX_PLAYERS))  # letters of no script
TITLE = chr(0xE000 + MAX_PLAYERS)
BETWEEN = chr(0xE000 + MAX_PLAYERS + 1)  # stands between sheets
NEVER = datetime.fromtimestamp(0, UTC)
QUIET = {"messages": ()}  # what is to be said is said on a page that somebody sees


@require_safe
@kept
def table(request: HttpRequest, count: int) -> HttpResponse:
    """The table of a new party of so many."""
    return render_table(request, _table(count, way_of(request)), more={**QUIET, "begun": True})


@require_safe
@kept
def sheets(request: HttpRequest, count: int) -> HttpResponse:
    """The sheets of that table: of each its address there, and how it opens over the table."""
    THOUGHTS.take(network(request))
    now = _table(count, way_of(request))
    players = ((f"player/{n}", "sheet/player", player_sheet(now, n, "")) for n in range(count))
    cards = (
        ("left", "cards/remaining_cards", left_sheet(now)),
        ("right", "cards/pile_correction", pile_sheet(now)),
        ("pad/deal", "cards/card_picker", pad_sheet(now, "deal", "", "")),
        ("take", "cards/play_card", take_sheet(now, None, "")),
    )
    some = (*players, ("dungeon", "sheet/dungeon", dungeon_sheet(now)), *cards)
    parts = [
        part for address, name, sheet in some for part in (address, _part(request, name, sheet))
    ]
    return HttpResponse(BETWEEN.join(parts))


@require_safe
@kept
def tile(request: HttpRequest, count: int) -> HttpResponse:
    """Draws that party as the first page lists it."""
    party = party_note(Summary(CODE, _table(count).state, NEVER))
    ctx = {"party": replace(party, names="", ago="", moment=""), **QUIET}
    return render(request, "site/home.html#tile", ctx)


def _part(request: HttpRequest, name: str, sheet: object) -> str:
    ctx = {"code": CODE, "revision": 0, "sheet": sheet, "frame": "_fragment.html", **QUIET}
    return render_to_string(f"party/{name}.html", ctx, request)


def _table(count: int, way: str = "count") -> Table:
    if not 1 <= count <= MAX_PLAYERS:
        raise Http404
    state = replace(new_party(NAMES[:count], TITLE), referee=way)
    return Table(party_id=0, code=CODE, watch_code="", created=NEVER, revision=0, state=state)


def placeholders() -> dict[str, object]:
    """Returns what the worker has to know of the signs, and of what people may type."""
    return {
        "code": CODE,
        "between": BETWEEN,
        "letters": CODE_LETTERS,
        "party": _table(1).storage_key,
        "names": [player_name(new_party(("",) * MAX_PLAYERS), n) for n in range(MAX_PLAYERS)],
        "longest": MAX_NAME,
    }
