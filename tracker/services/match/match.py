"""A match and its rows: as it is read, and how it is stored again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from tracker import models
from tracker.rules.protocol import Decision
from tracker.rules.refusals import Refused
from tracker.rules.registry import GAMES
from tracker.rules.words import gettext_noop
from tracker.services.codes import Missing
from tracker.services.match.deals import AnyGame
from tracker.services.news import announce, match_topic
from tracker.services.register import give_out

RECENT = 8  # moves of the log in reach of the table
CACHED = (
    "earlier_state",
    "earlier_revision",
    "revision",
    "decision_count",
    "undo_count",
    "outcome",
    "winner",
    "score",
    "seconds",
    "updated",
)


@dataclass(frozen=True)
class Chair:
    """A seat of a match, as models.Seat describes it."""

    number: int
    name: str = ""
    level: str = ""
    phone: str = ""

    @property
    def free(self) -> bool:
        return not self.level and not self.phone


@dataclass(frozen=True)
class Move:
    """A line of the log, as models.Move describes it."""

    number: int
    seat: int
    text: str
    report: str
    changes: dict[str, list[Any]]
    created: datetime


class Unfinished(Refused):
    """Somebody still has a decision to make, and would be shown what is hidden from them."""


CHAIR = tuple(column.name for column in fields(Chair))
MOVE = tuple(column.name for column in fields(Move))


@dataclass(frozen=True, kw_only=True)
class Match:
    """A match as it stands; `moves` are the newest of its log, newest first.

    `version` is that of the rules it was dealt by. `state` is None where the rules of today are
    others, or cannot read it: such a match is over for good, and only its log and result count.
    `earlier_state` is written as in its row (models.Match).
    """

    id: int
    code: str
    game: AnyGame
    version: int
    options: dict[str, Any]
    seed: str
    state: Any
    revision: int
    earlier_state: str
    earlier_revision: int
    decision_count: int
    undo_count: int
    outcome: str
    winner: int | None
    score: dict[str, Any]
    prefix_count: int
    seconds: int
    share_code: str
    review: dict[str, Any] | None
    par: dict[str, Any] | None
    created: datetime
    updated: datetime
    chairs: tuple[Chair, ...]
    moves: tuple[Move, ...] = ()

    @property
    def outdated(self) -> bool:
        return self.state is None

    @property
    def alone(self) -> bool:
        return len(self.chairs) == 1

    @property
    def waiting(self) -> bool:
        """Whether a seat is still free: the game begins when all are taken."""
        return not self.outdated and any(chair.free for chair in self.chairs)

    @property
    def over(self) -> bool:
        """Nobody decides any more, though by the rules of the game computers still could."""
        return self.outdated or bool(self.outcome)

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.over or self.waiting else self.game.to_act(self.state)

    @property
    def may_undo(self) -> bool:
        """Who plays alone may take back every decision that stands."""
        return self.alone and self.decision_count > 0 and not self.outdated

    @property
    def secret(self) -> bool:
        """Whether there are hands that must not be seen, nor be worked out from the deal's name."""
        return self.game.hands and not self.outcome and not self.outdated

    def decisions(self, seat: int) -> tuple[Decision, ...]:
        return () if self.over else self.game.decisions(self.state, seat)

    def seats_of(self, phone: str) -> tuple[int, ...]:
        """The seats that are played on this phone."""
        return tuple(c.number for c in self.chairs if phone and c.phone == phone)


def read(code: str, *, lock: bool = False) -> Match:
    """The match with this code; with `lock` nobody else writes to it.

    Raises Missing, also for one of a game that is not dealt here.
    """
    return read_row(models.Match.objects.filter(code=code), lock=lock)


def read_row(found: QuerySet[models.Match], *, lock: bool = False) -> Match:
    """The first of these matches; see `read`."""
    rows = found.filter(game__in=GAMES)
    row = (rows.select_for_update() if lock else rows).values().first()
    if row is None:
        raise Missing("No match has this code.")
    chairs = models.Seat.objects.filter(match=row["id"]).order_by("number")
    moves = models.Move.objects.filter(match=row["id"], number__gt=row["revision"] - RECENT)
    parts = {
        "game": GAMES[row["game"]],
        "state": _state(row),
        "chairs": tuple(Chair(*values) for values in chairs.values_list(*CHAIR)),
        "moves": tuple(Move(*v) for v in moves.order_by("-number").values_list(*MOVE)),
    }
    return Match(**{**row, **parts})


def _state(row: Mapping[str, Any]) -> Any:
    """None where the rules have changed since, with or without a word about it."""
    game = GAMES[row["game"]]
    return read_state(game, row["state"]) if row["version"] == game.version else None


def read_state(game: AnyGame, text: str) -> Any:
    """A state as it was written; None for one that these rules do not know."""
    try:
        state = game.from_json(text)
    except (ValueError, TypeError, LookupError):
        return None
    return state if isinstance(state, game.state_type) else None


def store(match: Match, moves: Sequence[Move]) -> Match:
    """Writes these new moves, and where they have led."""
    if moves:
        values = {name: getattr(match, name) for name in CACHED}
        state = match.game.to_json(match.state)
        models.Match.objects.filter(id=match.id).update(state=state, **values)
        models.Move.objects.bulk_create(
            models.Move(match_id=match.id, **{name: getattr(move, name) for name in MOVE})
            for move in moves
        )
        announce(match_topic(match.id), match.revision)
    return match


def add_match(
    game: AnyGame,
    options: Mapping[str, Any],
    chairs: Sequence[Chair],
    seed: str,
    start: Any,
    prefix_count: int = 0,
) -> Match:
    """Stores a new match that begins in the state `start`, inside `writing`."""
    now = timezone.now()
    row = models.Match.objects.create(
        code=give_out(),
        game=game.key,
        version=game.version,
        options=dict(options),
        seed=seed,
        state=game.to_json(start),
        prefix_count=prefix_count,
        created=now,
        updated=now,
    )
    models.Seat.objects.bulk_create(
        models.Seat(match=row, **{name: getattr(chair, name) for name in CHAIR}) for chair in chairs
    )
    return read(row.code)


def check_over(match: Match) -> None:
    """Raises Unfinished before the end: all cards of a match are everybody's only then."""
    if not match.outcome:
        raise Unfinished(gettext_noop("The game is not over yet."))


def log_of(match: Match) -> Iterable[tuple[int, str]]:
    """Seat and text of every move, oldest first."""
    moves = models.Move.objects.filter(match=match.id).order_by("number")
    return moves.values_list("seat", "text")
