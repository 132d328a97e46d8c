"""The party: its people, its name, its code, its file; and how it is deleted for good."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from tracker.boards.party.log.recent_change import undo_on
from tracker.boards.party.pages.settings import display_name, file_name, settings_board
from tracker.boards.party.sheet.sheet import lately_text
from tracker.boards.words.names import seat_notes
from tracker.forms.party import DeletionForm
from tracker.rules.table.verbs.commands import Command
from tracker.services.party.log import recent_play_time
from tracker.services.party.parties import party_delete, party_table
from tracker.services.party.saves import save_count
from tracker.services.party.transfer import file_of, party_export
from tracker.views.party.invite import invitation_board
from tracker.web.answers import download, form_address, see_other
from tracker.web.browser import SWITCHES, THEME_COOKIE, THEMES, device_of, keep


@form_address
def settings(request: HttpRequest, code: str) -> HttpResponse:
    """The party's screen. A POST says what this phone wants.

    That is a theme (`theme`, "" as its system has it) or one of SWITCHES. It leads back to where
    that stands (`?phone`).
    """
    if request.method != "POST":
        return render_settings(request, code)
    response = see_other("settings", code, query="?phone")
    if "theme" in request.POST:
        theme = request.POST["theme"]
        keep(request, response, THEME_COOKIE, theme if theme in THEMES else "")
    for name in SWITCHES:
        if name in request.POST:
            keep(request, response, name, "1" if request.POST[name] == "1" else "0")
    return response


@require_safe
def export(request: HttpRequest, code: str) -> HttpResponse:
    """The whole party in one file."""
    content = file_of(party_export(code))
    return download(content, file_name(party_table(code)), "application/json")


@form_address
def party_deletion(request: HttpRequest, code: str) -> HttpResponse:
    """Shows what will be gone; a POST with the party's name (`typed`) deletes it for good.

    The address names the party too (`party`): the second of two taps is told that it is deleted.
    """
    table = party_table(code)
    form = DeletionForm(display_name(table), request.POST if request.method == "POST" else None)
    if form.is_valid():
        party_delete(code=code)
        return see_other("table", code, query=f"?party={table.storage_key}")
    ctx = {
        "code": code,
        "title": table.state.title,
        "table": table,
        "seats": seat_notes(table.state),
        "saves": save_count(table),
        "form": form,
        "page": "settings",
    }
    return render(request, "party/pages/deletion.html", ctx, status=400 if form.is_bound else 200)


def render_settings(
    request: HttpRequest, code: str, *, message: str = "", status: int = 200
) -> HttpResponse:
    """The party's screen, with why something could not be done if it could not."""
    table = party_table(code)
    last = undo_on("settings", table)
    newest = table.undo.command if last and table.undo else None
    sent = request.POST.get("command", "") + request.POST.get("value", "")
    refused = Command.read(sent) if message else None
    ctx = {
        "code": code,
        "title": table.state.title,
        "board": settings_board(table.state, device_of(request), newest, refused),
        "time": lately_text(table.state, recent_play_time(table)),
        "themes": (
            ("", pgettext("theme", "Auto")),
            ("dark", pgettext("theme", "Dark")),
            ("light", pgettext("theme", "Light")),
        ),
        "invite": invitation_board(request, table),
        "last": last,
        "phone": "phone" in request.GET,
        "page": "settings",
        "message": message,
    }
    return render(request, "party/pages/settings.html", ctx, status=status)
