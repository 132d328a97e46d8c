"""The public page of a finished match: a key of its own, which leads to that page alone.

It says nothing of the match's own code, and nothing that it opens writes.
"""

from __future__ import annotations

from tracker import models
from tracker.rules.words import gettext_noop
from tracker.services.codes import Missing
from tracker.services.match.match import Match
from tracker.services.match.rows import match_table, read_row
from tracker.services.match.seats import Foreign
from tracker.services.register import give_out
from tracker.services.writing import writing


def match_share(*, code: str, phone: str) -> None:
    """Makes the public page if there is none. Raises Missing, Foreign for a phone without a seat,
    and Unfinished."""
    match = _own(code, phone)
    with writing():
        rows = models.Match.objects.filter(id=match.id, share_code="").exclude(outcome="")
        if rows.exists():
            rows.update(share_code=give_out())


def match_withdraw(*, code: str, phone: str) -> None:
    """The page is gone, and its key opens nothing ever again. Raises what match_share does."""
    match = _own(code, phone)
    with writing():
        models.Match.objects.filter(id=match.id).update(share_code="")


def match_shared(share_code: str) -> Match:
    """The match behind the key. Raises Missing, also while it has been taken up again, and once
    the rules have changed."""
    if not share_code:
        raise Missing("No match is shared under this key.")
    match = read_row(models.Match.objects.filter(share_code=share_code).exclude(outcome=""))
    if match.outdated:
        raise Missing("The match under this key can no longer be shown.")
    return match


def _own(code: str, phone: str) -> Match:
    match = match_table(code)
    if not match.seats_of(phone):
        raise Foreign(gettext_noop("Only those who play in this game can share it."))
    match.check_over()
    return match
