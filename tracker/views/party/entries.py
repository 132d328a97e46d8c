"""The one address that changes a party."""

from __future__ import annotations

import json
import zlib
from dataclasses import asdict

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_POST

from tracker.boards.party.log.recent_change import note_text
from tracker.boards.party.table.outcome import (
    Question,
    obstacle_of,
    question_of_change,
    question_of_repetition,
)
from tracker.boards.words.refusals import refusal_text
from tracker.rules.input import whole_number
from tracker.rules.table.room.changes import flat
from tracker.rules.table.verbs.commands import Command
from tracker.rules.words import Malformed, Refused, Repetition, gettext_noop
from tracker.services.party.ledger import UndoBlocked
from tracker.services.party.parties import party_table
from tracker.services.party.record import (
    MOST_COMMANDS,
    Envelope,
    OutcomeChanged,
    Receipt,
    party_record,
)
from tracker.views.party.history import render_history
from tracker.views.party.saves import render_saves
from tracker.views.party.settings import render_settings
from tracker.views.party.table import render_table
from tracker.web.answers import Request, leave_for, see_other
from tracker.web.browser import device_of, keep_way
from tracker.web.limits import COMMANDS, TooMany

UNPAINTED = ("cards", "deeds")
"""Phones paint all of a party but these, which come with the table."""
PAGES = {"history": render_history, "saves": render_saves, "settings": render_settings}


@require_POST
def entries(request: Request, code: str) -> HttpResponse:
    """Carries out the posted `command`s; each `value` was typed or chosen for the last of them.

    Answers with the table (htmx) or a redirect to the page named by `next`. A refusal is told on
    that page: 409 where the party is in the way, 400 where no party could do it, 429 where it
    comes too fast.
    """
    if request.content_type == "application/json":
        return _outbox(request, code)
    commands = _commands(request)
    try:
        COMMANDS.take(code, min(len(commands), MOST_COMMANDS))
        receipt = party_record(
            code=code,
            commands=commands,
            together=True,
            device=device_of(request),
            with_table=bool(request.htmx),
        )
    except Refused as reason:
        return _refuse(request, code, reason)
    for note in filter(None, map(note_text, receipt.entries_of(commands))):
        messages.success(request, note)
    return keep_way(request, _confirm(request, code, receipt), [c.text for c in commands])


def _outbox(request: HttpRequest, code: str) -> HttpResponse:
    """Takes a phone's waiting commands, each with its key; answers what became of each.

    `entries` are the numbers in the log of those that are `done`, by key; `state` is all that is
    painted.
    """
    try:
        commands = _read_outbox(request.body)
        COMMANDS.take(code, min(len(commands), MOST_COMMANDS))
        receipt = party_record(code=code, commands=commands, device=device_of(request))
    except Malformed as reason:
        return JsonResponse({"message": refusal_text(reason)}, status=reason.status)
    state = flat(receipt.ledger.state)
    answer = JsonResponse(
        {
            "revision": receipt.ledger.revision,
            "state": {path: now for path, now in state.items() if path not in UNPAINTED},
            "done": receipt.done,
            "entries": {entry.key: entry.number for entry in receipt.entries_of(commands)},
            "refused": {key: refusal_text(why) for key, why in receipt.refusals.items()},
            "questions": {
                key: {**asdict(question), "patience": question.patience}
                for key, why in receipt.refusals.items()
                if (question := _question(code, why))
            },
        }
    )
    return keep_way(request, answer, [command.text for command in commands])


def _question(code: str, why: Refused) -> Question | None:
    """Returns what the phone offers instead of what was refused, or says of it in a few words."""
    if isinstance(why, Repetition):
        return question_of_repetition(why)
    if isinstance(why, OutcomeChanged):
        return question_of_change(why)
    if isinstance(why, UndoBlocked):
        return obstacle_of(why).question(reverse("history", args=[code]))
    return None


def _read_outbox(body: bytes) -> list[Envelope]:
    """The commands of an outbox. Raises Malformed where the phone sent something else."""
    try:
        sent = json.loads(body)["commands"]
        return [
            Envelope(str(command["text"]), str(command["key"]), _revision(command.get("revision")))
            for command in sent
        ]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Malformed(
            gettext_noop("We couldn’t read that. Reload the page and try again.")
        ) from None


def _commands(request: HttpRequest) -> list[Envelope]:
    """A form's key counts for each of its commands apart.

    The same form sent twice counts once; an old page, shown again, may send something else.
    """
    texts = request.POST.getlist("command")
    if texts and "value" in request.POST:
        texts[-1] += "".join(request.POST.getlist("value"))
    key, revision = request.POST.get("key", ""), _revision(request.POST.get("revision"))
    if not key:
        return [Envelope(text, revision=revision) for text in texts]
    keys = (f"{key}.{turn}.{_mark(text)}" for turn, text in enumerate(texts))
    return [Envelope(*pair, revision) for pair in zip(texts, keys, strict=True)]


def _revision(sent: object) -> int | None:
    """Returns the revision of the table that the sender was shown, None if it was not sent."""
    return whole_number(str(sent))


def _mark(text: str) -> str:
    return f"{zlib.crc32(text.encode(errors='surrogatepass')):x}"


def _confirm(request: Request, code: str, receipt: Receipt) -> HttpResponse:
    page = request.POST.get("next", "table")
    if page in PAGES and Command.read(request.POST.get("command", "")).verb in ("load", "new"):
        return leave_for(request, "table", code)  # people want to see it
    if page == "table" and request.htmx:
        return render_table(request, receipt.ledger.table(), part=True)
    if page == "history" and request.GET:
        return see_other(page, code, query=f"?{request.GET.urlencode()}")
    return see_other(page if page in (*PAGES, "run", "dungeon") else "table", code)


def _refuse(request: Request, code: str, reason: Refused) -> HttpResponse:
    page, message, status = request.POST.get("next"), _message(code, reason), reason.status
    if page in PAGES:
        response = PAGES[page](request, code, message=message, status=status)
    else:
        part = bool(request.htmx)
        question = question_of_change(reason) if isinstance(reason, OutcomeChanged) else None
        response = render_table(
            request,
            party_table(code),
            message="" if question else message,
            question=question,
            status=status,
            part=part,
        )
    if isinstance(reason, TooMany):
        response["Retry-After"] = str(reason.seconds)
    return response


def _message(code: str, reason: Refused) -> str:
    """The reason, with a link to the line that is in the way if one is."""
    if not isinstance(reason, UndoBlocked):
        return refusal_text(reason)
    ctx = {"code": code, "obstacle": obstacle_of(reason)}
    return render_to_string("party/table/_obstacle.html", ctx)
