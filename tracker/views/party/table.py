"""The table, the sheets that open from it, and the table for everybody who may only look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tracker.boards.party.log.recent_change import RecentChange, recent_change
from tracker.boards.party.sheet.sheet import (
    dungeon_sheet,
    hand_of,
    lately_text,
    player_sheet,
    without_others,
)
from tracker.boards.party.table.outcome import Question
from tracker.boards.party.table.table import NO_HINT, table_board
from tracker.services.party.log import recent_play_time
from tracker.services.party.parties import party_table, party_watched
from tracker.services.party.table import Table
from tracker.views.party.invite import fresh_invitation
from tracker.web.answers import Request, nothing_new, number_in, render_sheet, see_other
from tracker.web.browser import (
    HAND_COOKIE,
    device_of,
    keep,
    own_parties,
    remember,
    set_view,
    shows_own_first,
)
from tracker.web.kept import digest
from tracker.web.shared import shared


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table of the party whose code is known; the browser remembers it.

    One that has just been made (`invite`) asks the others to come. One begun without a network says
    whether its first code was another's (`taken`). `view` turns this phone to
    its own player (`mine`) or to the whole table (`whole`).
    """
    if view := request.GET.get("view", ""):
        response = see_other("table", code)
        set_view(request, response, code, view)
        return response
    now = party_table(code)
    more = fresh_invitation(request, now) if "invite" in request.GET else {}
    if "taken" in request.GET:
        taken = _(
            "This party’s code was taken already, so it has a new one. Nothing you tapped is "
            "lost; invite the others again."
        )
        more = {**more, "taken": taken}
    response = render_table(request, now, more=more)
    remember(request, response, code)
    return response


@require_safe
def table_part(request: HttpRequest, code: str) -> HttpResponse:
    """The part of the table that changes, or 204 when `after` is the newest revision already.

    All phones ask for it once somebody has tapped; those that see the same share one drawing.
    """
    now = party_table(code)
    if unchanged := nothing_new(request, now.revision, now.mark):
        return unchanged
    after = number_in(request.GET, "after")
    deed = None if after is None else recent_change(now, after)
    return shared(render_table(request, now, deed=deed, part=True))


@require_safe
def player(request: Request, code: str, number: int) -> HttpResponse:
    """All that can be done with one player's cards and numbers."""
    now = party_table(code)
    if number not in now.state.seated:
        raise Http404
    sheet = player_sheet(now, number, request.GET.get("tab", ""))
    return render_sheet(request, "party/sheet/player.html", now, sheet)


@require_safe
def cards(request: Request, code: str, number: int) -> HttpResponse:
    """All cards a player may meet, without tabs; on their own phone, once opened, they lie on the
    table.
    """
    now = party_table(code)
    if number not in now.state.seated:
        raise Http404
    if "own" in request.GET and request.htmx:
        response = HttpResponse(drawn_hand(now, number))
        keep(request, response, HAND_COOKIE, "1", path=reverse("table", args=[code]))
        return response
    hand = hand_of(now, number)
    return render_sheet(request, "party/sheet/hand.html", now, hand, hand=hand)


@require_safe
def dungeon(request: Request, code: str) -> HttpResponse:
    """Floor, room, used cards and the lead, by hand."""
    now = party_table(code)
    sheet = dungeon_sheet(now, lately_text(now.state, recent_play_time(now)))
    return render_sheet(request, "party/sheet/dungeon.html", now, sheet)


def render_table(
    request: HttpRequest,
    table: Table,
    *,
    message: str = "",
    question: Question | None = None,
    deed: RecentChange | None = None,
    more: Mapping[str, object] = MappingProxyType({}),
    status: int = 200,
    part: bool = False,
) -> HttpResponse:
    """The whole page, on which there may be `more`, or only the part that htmx swaps."""
    template = "party/table/table.html#table" if part else "party/table/table.html"
    board = table_board(table, timezone.now(), device_of(request), shows_own_first(request))
    ctx = {"board": board, "message": message, "question": question, "deed": deed, **more}
    ctx["hint"] = (_is_first(request, table) and board.hint) or NO_HINT
    ctx["unfolded"] = HAND_COOKIE in request.COOKIES
    if part and board.mine and ctx["unfolded"] and not board.rooms:  # a page fetches it later
        ctx["hand"] = drawn_hand(table, board.players[0].number)
    return render(request, template, ctx, status=status)


def drawn_hand(table: Table, number: int) -> SafeString:
    """All cards of a player as they lie on their own phone, drawn anew only where they differ."""
    key = digest((without_others(table.state, number), number, get_language()))
    found: SafeString | None = caches["hands"].get(key)
    if found is None:
        hand = hand_of(table, number)
        found = render_to_string("party/sheet/_own_hand.html", {"hand": hand})
        caches["hands"].set(key, found)
    return found


def _is_first(request: HttpRequest, table: Table) -> bool:
    """Whether it is this phone's first table, in its first room."""
    state = table.state
    return (state.floor, state.room) == (1, 1) and not own_parties(request)[1:]


@require_safe
def watch(request: HttpRequest, watch_code: str, part: str = "") -> HttpResponse:
    """The table read only, or the `part` that changes. Nothing on it tells the code to write.

    204 for a part when `after` is the newest revision already.
    """
    table = party_watched(watch_code)
    if part and (unchanged := nothing_new(request, table.revision, table.mark)):
        return unchanged
    board = replace(table_board(table, timezone.now()), code="", undo=None, redo=None)
    ctx = {"board": board, "watch_code": watch_code, "language_at": request.path, "hint": NO_HINT}
    return render(request, f"party/table/watch.html{part}", ctx)
