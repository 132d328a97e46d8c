"""Others who have played the same deal by the same rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db.models import Q

from tracker import models
from tracker.services.match.match import Match
from tracker.services.match.rows import match_table

MOST_RIVALS = 3
MOST_LOOKED_AT = 60  # of a deal that many have played, the newest


def rivals_of(match: Match, phone: str = "") -> list[Match]:
    """The newest finished matches with the deal of this one that are played on this browser or
    are shared; of the others nobody is told."""
    seen = Q(share_code__gt="")
    if phone:
        seen |= Q(seats__phone=phone)
    rows = models.Match.objects.filter(seen, seed=match.deal, game=match.game.key, prefix_count=0)
    rows = rows.exclude(outcome__in=("", "quit")).exclude(id=match.id)
    return list(_alike(match, rows.distinct().order_by("-updated", "-id")[:MOST_LOOKED_AT]))


def _alike(match: Match, rows: Iterable[models.Match]) -> Iterator[Match]:
    """Those by the same house rules, for as many players."""
    chosen, left = match.game.chosen(match.options), MOST_RIVALS
    for row in rows:
        if left and row.version == match.version and match.game.chosen(row.options) == chosen:
            other = match_table(row.code)
            if not other.outdated and len(other.chairs) == len(match.chairs):
                left -= 1
                yield other
