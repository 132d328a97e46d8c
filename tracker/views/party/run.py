"""Runs to look back on: the one being played, and those that are finished."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from tracker.boards.party.runs.hall import as_csv, as_json, groups, hall_board
from tracker.boards.party.runs.run import bg_stats_link, picture_of, replay_board, run_board
from tracker.services.party.parties import party_table
from tracker.services.party.runs import (
    moments,
    run_finished,
    run_in_play,
    run_numbered,
    run_share,
    run_shared,
    run_withdraw,
    runs_exported,
    runs_of,
    runs_of_parties,
)
from tracker.web.answers import download, number_in, see_other
from tracker.web.browser import own_parties

FORMS = {"csv": "text/csv; charset=utf-8", "json": "application/json"}
MOST_RUNS = 100  # of a browser's parties
MOST_SKIPPED = 100_000


@require_safe
def run(request: HttpRequest, code: str) -> HttpResponse:
    """The record of the run being played, and how it came to it."""
    table = party_table(code)
    board = run_board(run_in_play(table), table)
    return render(request, "party/runs/run.html", {"code": code, "board": board, "playing": True})


@require_safe
def story(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """A finished run, by the entry it began with."""
    table = party_table(code)
    found = run_finished(table, number)
    if found is None:
        raise Http404
    ctx = {
        "code": code,
        "board": run_board(found),
        "shared": _address(request, found.share_code),
        "bg_stats": bg_stats_link(found, table.storage_key),
    }
    return render(request, "party/runs/run.html", ctx)


@require_POST
def share(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Makes the run's public page, or takes it back (`do`: share, withdraw)."""
    if request.POST.get("do") == "withdraw":
        run_withdraw(code=code, first=number)
    else:
        run_share(code=code, first=number)
    return see_other("run-story", code, number)


@require_safe
def shared(request: HttpRequest, share_code: str) -> HttpResponse:
    """The public page of a run. Nothing on it leads to the party."""
    board = run_board(run_shared(share_code))
    ctx = {
        "board": board,
        "address": _address(request, share_code),
        "picture": request.build_absolute_uri(reverse("run-picture", args=[share_code])),
        "language_at": request.path,
    }
    return render(request, "site/shared_run.html", ctx)


@require_safe
def picture(request: HttpRequest, share_code: str) -> HttpResponse:
    """Draws the shared run as a picture, for previews of the link."""
    return HttpResponse(picture_of(run_shared(share_code).story), content_type="image/png")


def _address(request: HttpRequest, share_code: str) -> str:
    """Returns the address of a shared run's page, "" for a run that is not shared."""
    way = reverse("shared-run", args=[share_code]) if share_code else ""
    return way and request.build_absolute_uri(way)


@require_safe
def replay(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """A run again, moment by moment; a page beginning with entry `begin`."""
    table = party_table(code)
    found = run_numbered(table, number)
    if found is None:
        raise Http404
    last = found.last or table.revision
    begin = max(found.first, min(number_in(request.GET, "begin") or 0, last))
    board = replay_board(found, moments(table, found, begin), begin, last)
    ctx = {"code": code, "title": table.state.title, "board": board, "playing": not found.ending}
    return render(request, "party/runs/replay.html", ctx)


@require_safe
def runs(request: HttpRequest, code: str) -> HttpResponse:
    """The hall of runs: all that this party has finished, a page beginning after `skip`."""
    table = party_table(code)
    skip = min(number_in(request.GET, "skip") or 0, MOST_SKIPPED)
    board = hall_board(runs_of(table, skip=skip), skip)
    ctx = {"code": code, "title": table.state.title, "board": board}
    return render(request, "party/runs/hall.html", ctx)


@require_safe
def runs_file(request: HttpRequest, code: str, form: str) -> HttpResponse:
    """All finished runs as a file: `csv` or `json`."""
    found = runs_exported(party_table(code))
    text = as_csv(found) if form == "csv" else as_json(found)
    return download(text, f"runs.{form}", FORMS[form])


@require_safe
def own_runs(request: HttpRequest) -> HttpResponse:
    """The best runs of this browser's parties, by who played."""
    found = runs_of_parties(own_parties(request), MOST_RUNS)
    return render(request, "site/runs.html", {"groups": groups(found).items()})
