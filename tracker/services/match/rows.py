"""A match and its rows: as it is read, and how it is stored again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tracker import models
from tracker.rules.registry import GAMES
from tracker.services.codes import Missing
from tracker.services.match.deals import AnyGame
from tracker.services.news import announce, match_topic

RECENT = 8  # lines of the log in reach of the table
LINE = ("number", "seat", "text", "told", "changes", "created")
CHAIR = ("number", "name", "level", "phone")
CACHED = ("revision", "standing", "undone", "outcome", "winner", "score", "updated")


@dataclass(frozen=True)
class Chair:
    """A seat of a match, as models.Seat describes it; in the order of CHAIR."""

    number: int
    name: str = ""
    level: str = ""
    phone: str = ""

    @property
    def free(self) -> bool:
        return not self.level and not self.phone


@dataclass(frozen=True)
class Line:
    """A line of the log, as models.Move describes it; in the order of LINE."""

    number: int
    seat: int
    text: str
    told: str
    changes: dict[str, list[Any]]
    created: datetime


@dataclass(frozen=True, kw_only=True)
class Match:
    """A match as it stands; `lines` are the newest of its log, newest first."""

    id: int
    code: str
    game: AnyGame
    options: dict[str, Any]
    seed: str
    state: Any
    revision: int
    standing: int
    undone: int
    outcome: str
    winner: int | None
    score: dict[str, Any]
    created: datetime
    updated: datetime
    chairs: tuple[Chair, ...]
    lines: tuple[Line, ...] = ()

    @property
    def alone(self) -> bool:
        return len(self.chairs) == 1

    @property
    def waiting(self) -> bool:
        """Whether a seat is still free: the game begins when all are taken."""
        return any(chair.free for chair in self.chairs)

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.waiting else self.game.to_act(self.state)

    @property
    def may_undo(self) -> bool:
        """Who plays alone may take back every decision that stands."""
        return self.alone and self.standing > 0

    def held(self, phone: str) -> tuple[int, ...]:
        """The seats that are played on this phone."""
        return tuple(c.number for c in self.chairs if phone and c.phone == phone)


def read(code: str, *, lock: bool = False) -> Match:
    """The match with this code; with `lock` nobody else writes to it. Raises Missing."""
    rows = models.Match.objects.filter(code=code)
    row = (rows.select_for_update() if lock else rows).values().first()
    if row is None:
        raise Missing("No match has this code.")
    game = GAMES[row["game"]]
    chairs = models.Seat.objects.filter(match=row["id"]).order_by("number")
    lines = models.Move.objects.filter(match=row["id"], number__gt=row["revision"] - RECENT)
    found = {
        "game": game,
        "state": game.from_json(row["state"]),
        "chairs": tuple(Chair(*values) for values in chairs.values_list(*CHAIR)),
        "lines": tuple(Line(*v) for v in lines.order_by("-number").values_list(*LINE)),
    }
    return Match(**{**row, **found})


def stored(match: Match, lines: Sequence[Line]) -> Match:
    """Writes these new lines, and where they have led."""
    if lines:
        values = {name: getattr(match, name) for name in CACHED}
        state = match.game.to_json(match.state)
        models.Match.objects.filter(id=match.id).update(state=state, **values)
        models.Move.objects.bulk_create(
            models.Move(match_id=match.id, **{name: getattr(line, name) for name in LINE})
            for line in lines
        )
        announce(match_topic(match.id), match.revision)
    return match


def add_chairs(row: models.Match, chairs: Sequence[Chair]) -> None:
    models.Seat.objects.bulk_create(
        models.Seat(match=row, **{name: getattr(chair, name) for name in CHAIR}) for chair in chairs
    )


def log_of(match: Match) -> Iterable[tuple[int, str]]:
    """Seat and text of every line."""
    moves = models.Move.objects.filter(match=match.id).order_by("number")
    return moves.values_list("seat", "text")
