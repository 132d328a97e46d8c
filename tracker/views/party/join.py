"""Coming to the table with a phone: whose it is."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tracker.boards.party.pages.invite import join_board
from tracker.services.party.parties import party_table, phone_arrive
from tracker.web.answers import form_address, see_other
from tracker.web.browser import device_said, set_device


@form_address
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Asks who the phone belongs to; a POST says it (`device`) and leads to the table."""
    table = party_table(code)
    if request.method == "POST":
        device = request.POST.get("device", "")
        phone_arrive(code=code, number=device)
        response = see_other("table", code)
        set_device(request, response, code, device)
        return response
    board = join_board(table.state, device_said(request))
    ctx = {"code": code, "title": table.state.title, "board": board}
    return render(request, "party/pages/join.html", ctx)
