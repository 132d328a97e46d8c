"""Reading many matches at once: those a browser has seats in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tracker import models
from tracker.rules.registry import GAMES
from tracker.services.match.deals import AnyGame

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
    "updated",
)
MOST_LISTED = 40


@dataclass(frozen=True, kw_only=True)
class Played:
    """A match without its log; `held` are the seats played on the browser that asks."""

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
    updated: datetime
    names: tuple[str, ...]
    levels: tuple[str, ...]
    held: tuple[int, ...]

    @property
    def going_on(self) -> bool:
        """Whether it can still be played, by the rules it was dealt by."""
        return not self.outcome and self.version == self.game.version


def matches_of(phone: str) -> list[Played]:
    """The newest matches with a seat on this browser, the one played last first."""
    return list(_played(phone, models.Match.objects.all(), MOST_LISTED))


def finished_of(phone: str, since: datetime | None = None) -> list[Played]:
    """All that came to an end, oldest first; one that was broken off does not count."""
    rows = models.Match.objects.exclude(outcome__in=("", "quit"))
    rows = rows.filter(updated__gt=since) if since else rows
    return list(_played(phone, rows))[::-1]


def name_on(phone: str) -> str:
    """What whoever plays on this browser was called last, "" if that is not known."""
    seats = models.Seat.objects.filter(phone=phone, number=0).order_by("-id") if phone else None
    return (seats.values_list("name", flat=True).first() or "") if seats is not None else ""


def _played(phone: str, matches: Any, most: int | None = None) -> Iterable[Played]:
    held = models.Seat.objects.filter(phone=phone).values("match")
    mine = matches.filter(id__in=held, game__in=GAMES)
    rows = list(mine.order_by("-updated").values(*COLUMNS)[:most])
    seats: dict[int, list[tuple[str, str, str]]] = {row["id"]: [] for row in rows}
    chairs = models.Seat.objects.filter(match__in=seats).order_by("number")
    for match, *chair in chairs.values_list("match", "name", "level", "phone"):
        seats[match].append((chair[0], chair[1], chair[2]))
    for row in rows:
        names, levels, phones = zip(*seats[row.pop("id")], strict=True)
        here = tuple(n for n, where in enumerate(phones) if where == phone)
        game = GAMES[row.pop("game")]
        yield Played(**row, game=game, names=names, levels=levels, held=here)
