"""The table for everybody who may look and not touch: a tablet or a television in the middle."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tracker.boards.party.table.table import TableBoard, table_board
from tracker.services.party.parties import party_watched
from tracker.web.answers import nothing_new


@require_safe
def watch(request: HttpRequest, watch_code: str) -> HttpResponse:
    """The table read only. Nothing on it tells the code to write."""
    return _render_watch(request, watch_code, _board(watch_code))


@require_safe
def watch_part(request: HttpRequest, watch_code: str) -> HttpResponse:
    """The part that changes, or 204 when `after` is the newest revision already."""
    board = _board(watch_code)
    part = "#table"
    return nothing_new(request, board.revision) or _render_watch(request, watch_code, board, part)


def _board(watch_code: str) -> TableBoard:
    return replace(
        table_board(party_watched(watch_code), timezone.now()), code="", undo=None, redo=None
    )


def _render_watch(
    request: HttpRequest, watch_code: str, board: TableBoard, part: str = ""
) -> HttpResponse:
    ctx = {"board": board, "watch_code": watch_code}
    return render(request, f"party/table/watch.html{part}", ctx)
