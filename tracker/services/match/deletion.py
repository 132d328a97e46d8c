"""Deleting a dealt game for good."""

from __future__ import annotations

from tracker import models
from tracker.rules.words import gettext_noop
from tracker.services.match.rows import match_table
from tracker.services.match.seats import Foreign
from tracker.services.news import DELETED, announce, match_topic
from tracker.services.writing import writing


def match_delete(*, code: str, phone: str) -> None:
    """Nothing of the match is left, and its open pages are told.

    Whoever has a seat may do it, also while others play: they could as well give up. Raises
    Foreign for a phone without a seat, and Missing.
    """
    match = match_table(code)
    if not match.seats_of(phone):
        raise Foreign(gettext_noop("Only those who play in this game can delete it."))
    with writing():
        models.Match.objects.filter(id=match.id).delete()
        announce(match_topic(match.id), DELETED)
