"""The one address that changes a party."""

from __future__ import annotations

import zlib

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tracker.boards.refusals import refusal_text
from tracker.rules.party import Malformed, Refused
from tracker.services.party import Command, Recorded, party_record, party_table
from tracker.views.history import render_history
from tracker.views.saves import render_saves
from tracker.views.settings import render_settings
from tracker.views.table import render_table

PAGES = {"history": render_history, "saves": render_saves, "settings": render_settings}


@require_POST
def entries(request: HttpRequest, code: str) -> HttpResponse:
    """Carries out the posted `command`s; `value` is what was typed for the last of them.

    Answers with the table (htmx) or a redirect to the page named by `next`. A refusal is told on
    that page: 409 where the party is in the way, 400 where no party could do it.
    """
    commands = _commands(request)
    try:
        recorded = party_record(code=code, commands=commands, together=True, page=_part(request))
    except Refused as reason:
        return _refused(request, code, reason)
    for note in filter(None, map(_note, commands)):
        messages.success(request, note)
    return _done(request, code, recorded)


def _commands(request: HttpRequest) -> list[Command]:
    """A form's key counts for each of its commands apart.

    The same form sent twice counts once; an old page, shown again, may send something else.
    """
    texts = request.POST.getlist("command")
    if texts and "value" in request.POST:
        texts[-1] += request.POST["value"]
    key = request.POST.get("key", "")
    if not key:
        return [Command(text) for text in texts]
    return [Command(text, f"{key}.{turn}.{_mark(text)}") for turn, text in enumerate(texts)]


def _mark(text: str) -> str:
    return f"{zlib.crc32(text.encode(errors='surrogatepass')):x}"


def _note(command: Command) -> str:
    """What is worth saying after a command that shows little on the page itself."""
    verb, _colon, name = command.text.partition(":")
    if verb == "save":
        return _("Saved as %(name)s.") % {"name": name}
    if verb == "load":
        return _("%(name)s is loaded. Undo brings back what was here.") % {"name": name}
    if verb == "resave":
        return _("The earlier save counts again.")
    return ""


def _done(request: HttpRequest, code: str, recorded: Recorded) -> HttpResponse:
    page = request.POST.get("next", "table")
    if page == "table" and _part(request):
        return render_table(request, recorded.table, part=True)
    target = page if page in (*PAGES, "run", "dungeon") else "table"
    response = redirect(target, code)
    response.status_code = 303
    return response


def _refused(request: HttpRequest, code: str, reason: Refused) -> HttpResponse:
    status = 400 if isinstance(reason, Malformed) else 409
    message = refusal_text(reason)
    page = request.POST.get("next", "table")
    if page in PAGES:
        return PAGES[page](request, code, message=message, status=status)
    opened = party_table(code)
    return render_table(request, opened, message=message, status=status, part=_part(request))


def _part(request: HttpRequest) -> bool:
    """Whether only the part of a page is asked for that changes."""
    return "HX-Request" in request.headers
