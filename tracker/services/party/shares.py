"""The public page of a finished run: a key of its own, which leads to the run and to nothing else.

The key says nothing of the party's codes, and no page that it opens writes or names one.
"""

from __future__ import annotations

from django.db.models import QuerySet

from tracker import models
from tracker.services.codes import Missing
from tracker.services.party.parties import party_table
from tracker.services.party.runs import Run, run_of_row, runs_work_out
from tracker.services.register import give_out
from tracker.services.writing import writing


def run_share(*, code: str, first: int) -> str:
    """The key to the run's public page, made if there is none. Raises Missing."""
    runs_work_out(party_table(code))
    with writing():
        row = _rows(code, first).select_for_update(of=("self",)).first()
        if row is None:
            raise Missing("No run of this party began there.")
        if not row.share_code:
            row.share_code = give_out()
            row.save(update_fields=["share_code"])
    return row.share_code


def run_withdraw(*, code: str, first: int) -> None:
    """The page is gone, and its key opens nothing ever again. Raises Missing."""
    with writing():
        if not _rows(code, first).update(share_code=""):
            raise Missing("No run of this party began there.")


def run_shared(share_code: str) -> Run:
    """The run behind the key. Raises Missing."""
    shared = models.Run.objects.filter(share_code=share_code).exclude(share_code="")
    row = shared.select_related("party").first()
    if row and not row.party.runs_found:
        runs_work_out(party_table(row.party.code))
        row = shared.first()
    if row is None:
        raise Missing("No run is shared under this key.")
    return run_of_row(row)


def _rows(code: str, first: int) -> QuerySet[models.Run]:
    return models.Run.objects.filter(party__code=code, first=first)
