"""A run to look back on."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tracker.boards.party.run import run_board
from tracker.services.party.history import run_entries
from tracker.services.party.parties import party_table


@require_safe
def run(request: HttpRequest, code: str) -> HttpResponse:
    """The record of the run being played, and how it came to it."""
    table = party_table(code)
    board = run_board(table, run_entries(table))
    return render(request, "party/run.html", {"code": code, "board": board})
