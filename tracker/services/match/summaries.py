"""Reading many matches at once: those a browser has seats in, and others of the same deal."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from tracker import models
from tracker.rules.registry import GAMES
from tracker.services.match.deals import AnyGame
from tracker.services.match.match import DealtMatch
from tracker.services.match.rows import match_table

COLUMNS = (
    "id",
    "code",
    "game",
    "version",
    "options",
    "seed",
    "revision",
    "undo_count",
    "outcome",
    "winner",
    "score",
    "prefix_count",
    "seconds",
    "updated",
)
MOST_LISTED = 40


@dataclass(frozen=True, kw_only=True)
class MatchSummary:
    """A match without its log; `seats` are those played on the browser that asks.

    `seed` is "" as long as it is not over.
    """

    code: str
    game: AnyGame
    version: int
    options: dict[str, Any]
    seed: str
    revision: int
    undo_count: int
    outcome: str
    winner: int | None
    score: dict[str, Any]
    prefix_count: int
    seconds: int
    updated: datetime
    names: tuple[str, ...]
    levels: tuple[str, ...]
    seats: tuple[int, ...]
    key: str = ""
    """The key of a match that was brought from elsewhere and has no code here."""

    @property
    def going_on(self) -> bool:
        """Whether it can still be played, by the rules it was dealt by."""
        return not self.outcome and self.version == self.game.version


def matches_of(phone: str) -> list[MatchSummary]:
    """The newest matches with a seat on this browser, the one played last first."""
    return list(_summaries(phone, models.Match.objects.all(), MOST_LISTED))


def finished_of(phone: str, since: datetime | None = None) -> list[MatchSummary]:
    """All that came to an end, oldest first; one that was given up does not count, nor one that
    went on from another."""
    rows = models.Match.objects.filter(prefix_count=0).exclude(outcome__in=("", "quit"))
    brought = models.Result.objects.filter(phone=phone) if phone else models.Result.objects.none()
    if since:
        rows, brought = rows.filter(updated__gt=since), brought.filter(ended__gt=since)
    values = brought.order_by("id").values_list("data", "ended")
    results = itertools.starmap(_summary_of, values.iterator())
    found = [*_summaries(phone, rows), *results]
    return sorted(found, key=lambda match: match.updated)


def name_on(phone: str) -> str:
    """The last name of the player on this browser, "" if that is not known."""
    seats = models.Seat.objects.filter(phone=phone, number=0).order_by("-id") if phone else None
    return (seats.values_list("name", flat=True).first() or "") if seats is not None else ""


def _summary_of(data: dict[str, Any], ended: datetime) -> MatchSummary:
    game = GAMES[data["game"]]
    same = ("options", "seed", "outcome", "winner", "score", "seconds", "key")
    return MatchSummary(
        code="",
        game=game,
        version=game.version,
        revision=0,
        undo_count=0,
        prefix_count=0,
        updated=ended,
        names=tuple(data["names"]),
        levels=tuple(data["levels"]),
        seats=tuple(data["seats"]),
        **{name: data[name] for name in same},
    )


def _summaries(phone: str, matches: Any, most: int | None = None) -> Iterable[MatchSummary]:
    if not phone:  # free seats bear none
        return
    seated = models.Seat.objects.filter(phone=phone).values("match")
    mine = matches.filter(id__in=seated, game__in=GAMES)
    rows = list(mine.order_by("-updated").values(*COLUMNS)[:most])
    sides: dict[int, list[tuple[str, str, str]]] = {row["id"]: [] for row in rows}
    seats = models.Seat.objects.filter(match__in=sides).order_by("number")
    for match, name, level, where in seats.values_list("match", "name", "level", "phone"):
        sides[match].append((name, level, where))
    for row in rows:
        names, levels, phones = zip(*sides[row.pop("id")], strict=True)
        here = tuple(n for n, where in enumerate(phones) if where == phone)
        if not row["outcome"]:
            row["seed"] = ""
        game = GAMES[row.pop("game")]
        yield MatchSummary(**row, game=game, names=names, levels=levels, seats=here)


MOST_RIVALS = 3
MOST_LOOKED_AT = 60  # of a deal that many have played, the newest


def rivals_of(match: DealtMatch, phone: str = "") -> list[DealtMatch]:
    """The newest finished matches with the deal of this one that are played on this browser or
    are shared; of the others nobody is told."""
    seen = Q(share_code__gt="")
    if phone:
        seen |= Q(seats__phone=phone)
    rows = models.Match.objects.filter(seen, seed=match.deal, game=match.game.key, prefix_count=0)
    rows = rows.exclude(outcome__in=("", "quit")).exclude(id=match.id)
    return list(_alike(match, rows.distinct().order_by("-updated", "-id")[:MOST_LOOKED_AT]))


def _alike(match: DealtMatch, rows: Iterable[models.Match]) -> Iterator[DealtMatch]:
    """Yields the matches by the same house rules, for as many players."""
    chosen, left = match.game.chosen(match.options), MOST_RIVALS
    for row in rows:
        if left and row.version == match.version and match.game.chosen(row.options) == chosen:
            other = match_table(row.code)
            if not other.outdated and len(other.seats) == len(match.seats):
                left -= 1
                yield other
