"""A match: who may see what of it, and what a decision makes of it. Nothing is stored here.

No other module reads the secret state of a match: its cards, how it stood earlier, and the deal's
name, from which all cards follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from functools import cached_property
from random import Random
from typing import Any

from django.utils import timezone

from tracker.rules.games import GAMES
from tracker.rules.players import decision_of
from tracker.rules.protocol import BadSetup, Decision, Illegal, Outcome
from tracker.rules.words import Refused, gettext_noop
from tracker.services.apart import thought
from tracker.services.match.deals import (
    AWAY,
    SIT,
    UNDO,
    AnyGame,
    changes,
    first_state,
    is_seating,
    shuffle_of,
)

RECENT = 8  # moves of the log in reach of the table
NOBODY = -1
"""A seat that nobody sits on sees what everybody sees."""
MOST_IN_A_ROW = 400
"""Moves of computers after one another. No game comes near it before a person must decide; it only
keeps a fault in one from thinking for ever."""
PAUSE_S = 10 * 60
"""A person who makes no move for longer was doing something else."""


class Unfinished(Refused):
    """Somebody still has a decision to make, and would be shown what is hidden from them."""


@dataclass(frozen=True)
class Seat:
    """A seat of a match, as models.Seat describes it."""

    number: int
    name: str = ""
    level: str = ""
    phone: str = ""

    @property
    def free(self) -> bool:
        return not self.level and not self.phone

    @property
    def person(self) -> bool:
        """Whether it is a person's, also while a computer plays it."""
        return bool(self.phone) or not self.level


@dataclass(frozen=True)
class LoggedMove:
    """A line of the log, as models.Move describes it; `away` if a computer decided for a person."""

    number: int
    seat: int
    text: str
    report: str
    changes: dict[str, list[Any]]
    created: datetime
    away: bool = False


SEAT = tuple(column.name for column in fields(Seat))
MOVE = tuple(column.name for column in fields(LoggedMove) if column.name != "away")


@dataclass(frozen=True, kw_only=True)
class DealtMatch:
    """A match as it stands; `moves` are the newest of its log, newest first.

    `version` is that of the rules it was dealt by. `_state` is None where the rules of today are
    others, or cannot read it: such a match is over for good, and only its log and result count.
    `_earlier_state` is written as in its row (models.Match).
    """

    id: int = 0
    code: str = ""
    game: AnyGame
    version: int
    options: dict[str, Any]
    revision: int = 0
    earlier_revision: int = 0
    decision_count: int = 0
    undo_count: int = 0
    outcome: str = ""
    winner: int | None = None
    score: dict[str, Any] = field(default_factory=dict)
    prefix_count: int = 0
    seconds: int = 0
    share_code: str = ""
    review: dict[str, Any] | None = None
    par: dict[str, Any] | None = None
    created: datetime
    updated: datetime
    seats: tuple[Seat, ...]
    moves: tuple[LoggedMove, ...] = ()
    # Not in repr: a traceback in a log would tell all cards.
    _seed: str = field(repr=False)
    _state: Any = field(repr=False)
    _earlier_state: str = field(default="", repr=False)

    @property
    def outdated(self) -> bool:
        return self._state is None

    @property
    def mark(self) -> str:
        """Tells its log from another of the same length, from a restored backup."""
        return f"{self.updated.timestamp():.6f}"

    @property
    def alone(self) -> bool:
        return len(self.seats) == 1

    @property
    def waiting(self) -> bool:
        """Whether a seat is still free: the game begins when all are taken."""
        return not self.outdated and any(side.free for side in self.seats)

    @property
    def over(self) -> bool:
        """Nobody decides any more, though by the rules of the game computers still could."""
        return self.outdated or bool(self.outcome)

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.over or self.waiting else self.game.to_act(self._state)

    @property
    def may_undo(self) -> bool:
        """Tells whether undo is allowed: a lone player may take back every decision that stands."""
        return self.alone and self.decision_count > 0 and not self.outdated

    @property
    def secret(self) -> bool:
        """Whether there are hands that must not be seen, nor be worked out from the deal's name."""
        return self.game.hands and not self.outcome and not self.outdated

    @property
    def deal(self) -> str:
        """The name of the deal, "" while it would give hidden hands away."""
        return "" if self.secret else self._seed

    @property
    def namable(self) -> bool:
        """Whether it may be dealt by a name that somebody knows.

        Not where several people hold hands: one of them could have dealt it before.
        """
        people = [side for side in self.seats if side.person]
        return not self.game.hands or len(people) < 2

    def seen_by(self, seat: int | None) -> Any:
        """The state as this seat sees it, its hand and what lies open; None is who looks on."""
        return self.game.view(self._state, NOBODY if seat is None else seat)

    @property
    def revealed(self) -> Any:
        """The whole state. Raises Unfinished."""
        self.check_over()
        return self._state

    def check_over(self) -> None:
        """Raises Unfinished before the end: only then all cards are everybody's."""
        if not self.outcome:
            raise Unfinished(gettext_noop("The game is not over yet."))

    def decisions(self, seat: int) -> tuple[Decision, ...]:
        return () if self.over else self.game.decisions(self._state, seat)

    def decision_of(self, level: str, seat: int) -> Decision:
        """The choice of a computer of this level, which sees no more than the seat may see.

        Its dice follow from the deal too: whoever plays it meets the same opponents.
        """
        chance = Random(f"{self._seed}:{self.revision}")
        return thought(decision_of, self.game.key, level, self._state, seat, chance)

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats that people play themselves, without the fallen."""
        living = getattr(self._state, "living", range(len(self.seats)))
        return tuple(c for c in self.seats if c.number in living and not c.level)

    def seats_of(self, phone: str) -> tuple[int, ...]:
        """The seats that are played on this phone."""
        return tuple(c.number for c in self.seats if phone and c.phone == phone)

    def standing_at(self, state: Any, **changes: Any) -> DealtMatch:
        """The match in another state, with these fields changed."""
        return replace(self, _state=state, **changes)

    def earlier(self) -> DealtMatch | None:
        """How it stood before the newest decision of a person; None where that is not known."""
        state = read_state(self.game, self._earlier_state)
        if state is None:
            return None
        changed = {"revision": self.earlier_revision, "moves": (), "outcome": "", "winner": None}
        return self.standing_at(state, **changed)

    def after(self, move: LoggedMove) -> DealtMatch:
        """How it stood after a move of its log, which is not made again."""
        state = self._state
        if not is_seating(move.text):
            # `play`, not `apply`: the log was checked when the move was made.
            shuffle = shuffle_of(self.game, self._seed)
            state = self.game.play(state, move.seat, move.text, shuffle)
        return self.standing_at(state, revision=move.number, moves=(move, *self.moves))

    @cached_property
    def columns(self) -> dict[str, Any]:
        """The columns of its row that a move changes."""
        return {
            "state": self.game.to_json(self._state),
            "earlier_state": self._earlier_state,
            **{name: getattr(self, name) for name in CHANGED},
        }

    @property
    def deal_columns(self) -> dict[str, Any]:
        """The columns of its row that no move changes."""
        return {
            "game": self.game.key,
            "seed": self._seed,
            **{name: getattr(self, name) for name in ("version", "options", "prefix_count")},
            "created": self.created,
        }


CHANGED = (
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


def dealt(
    *,
    game: AnyGame,
    options: Mapping[str, Any],
    seats: Sequence[Seat],
    seed: str,
    prefix_count: int = 0,
) -> DealtMatch:
    """A match that is stored nowhere yet, before its first decision. Raises BadSetup."""
    now = timezone.now()
    return DealtMatch(
        game=game,
        version=game.version,
        options=dict(options),
        prefix_count=prefix_count,
        created=now,
        updated=now,
        seats=tuple(seats),
        _seed=seed,
        _state=first_state(game, options, len(seats), seed),
    )


def match_of(
    row: Mapping[str, Any], seats: Iterable[Seat], moves: Iterable[LoggedMove]
) -> DealtMatch:
    """The match that is stored so. It has no state where the rules have changed since."""
    columns, game = dict(row), GAMES[row["game"]]
    state = read_state(game, columns.pop("state"))
    return DealtMatch(
        **columns
        | {
            "game": game,
            "seats": tuple(seats),
            "moves": tuple(moves),
            "_seed": columns.pop("seed"),
            "_state": state if row["version"] == game.version else None,
            "_earlier_state": columns.pop("earlier_state"),
        }
    )


def read_state(game: AnyGame, text: str) -> Any:
    """A state as it was written; None for one that these rules do not know."""
    try:
        state = game.from_json(text)
    except (ValueError, TypeError, LookupError):
        return None
    # Valid JSON of another game would fail much later, on somebody's page.
    return state if isinstance(state, game.state_type) else None


def decide(match: DealtMatch, seat: int, decision: Decision) -> DealtMatch:
    """The match after a legal decision, with its move."""
    game, state = match.game, match._state
    after = game.play(state, seat, decision, shuffle_of(game, match._seed))
    match = replace(match, decision_count=match.decision_count + 1)
    return _moved(match, after, seat, decision, game.tale(state, seat, decision))


def remember(match: DealtMatch) -> DealtMatch:
    """The match with a note of where it stands, for showing what comes next move by move."""
    text = match.game.to_json(match._state)
    return replace(match, _earlier_state=text, earlier_revision=match.revision)


def sit(match: DealtMatch, side: Seat, text: str = SIT) -> DealtMatch:
    """The match with somebody else on a seat."""
    sides = tuple(side if c.number == side.number else c for c in match.seats)
    return note(replace(match, seats=sides), side.number, text)


def note(match: DealtMatch, seat: int, text: str) -> DealtMatch:
    """The match with a line of its log about who plays."""
    return _moved(match, match._state, seat, text, text)


def states(match: DealtMatch, moves: Iterable[LoggedMove], state: Any = None) -> Iterator[Any]:
    """The whole state before the first of these moves, and after each of them.

    They follow on `state`; where that is None, on the deal. Raises BadSetup and Illegal.
    """
    game, shuffle = match.game, shuffle_of(match.game, match._seed)
    if state is None:
        state = first_state(game, match.options, len(match.seats), match._seed)
    yield state
    for move in moves:
        state = game.apply(state, move.seat, move.text, shuffle)
        yield state


def not_undone(log: Iterable[LoggedMove]) -> list[LoggedMove]:
    """The moves of a log whose decisions were not taken back, oldest first."""
    moves: list[LoggedMove] = []
    away: set[int] = set()
    for move in log:
        if move.text == UNDO:
            moves.pop()
        elif not is_seating(move.text):
            moves.append(replace(move, away=move.seat in away))
        elif move.text == AWAY:
            away.add(move.seat)
        elif move.text == SIT:
            away.discard(move.seat)
    return moves


def undo(match: DealtMatch, log: Iterable[LoggedMove]) -> DealtMatch:
    """The match without its newest decision. Raises Refused where the rest leads nowhere."""
    try:
        *_, before = states(match, not_undone(log)[:-1])
    except (Illegal, BadSetup):
        raise Refused(
            gettext_noop("Its earlier moves no longer fit the rules, so nothing can be undone.")
        ) from None
    back = replace(match, decision_count=match.decision_count - 1, undo_count=match.undo_count + 1)
    return _moved(back, before, 0, UNDO, UNDO)


def computers_decide(match: DealtMatch) -> list[DealtMatch]:
    """How it stands after each move that computers make until a person must decide again."""
    stages: list[DealtMatch] = []
    while len(stages) < MOST_IN_A_ROW and (seat := _computer_to_act(match)) is not None:
        decision = match.decision_of(match.seats[seat].level, seat)
        match = decide(match, seat, decision)
        stages.append(match)
    return stages


def _computer_to_act(match: DealtMatch) -> int | None:
    """Leaves to people what they may decide as well, until they have all offered to run."""
    offers = getattr(match._state, "offers", ())
    seats = [seat for seat in match.to_act if seat not in offers] if match.present else []
    computers = [seat for seat in seats if match.seats[seat].level]
    # In a Red Room several may act, and no computer should be quicker than people.
    return computers[0] if computers and len(computers) == len(seats) else None


def _moved(match: DealtMatch, state: Any, seat: int, text: str, report: str) -> DealtMatch:
    """The match in its new state, with the move that led there on top of its log."""
    number, now = match.revision + 1, timezone.now()
    changed = changes(match.game, match._state, state)
    move = LoggedMove(number, seat, text, report, changed, now)
    outcome = match.game.outcome(state) or _left_to_computers(match, state)
    sides = match.seats
    if outcome:  # what comes afterwards is again for whom each seat belongs to
        sides = tuple(replace(c, level="") if c.person else c for c in sides)
    return match.standing_at(
        state,
        seats=sides,
        revision=number,
        seconds=match.seconds + _seconds_between(match.updated, now),
        updated=now,
        outcome=outcome.word if outcome else "",
        winner=outcome.winner if outcome else None,
        score=match.game.score(state) if outcome else {},
        moves=(move, *match.moves)[:RECENT],
    )


def _seconds_between(before: datetime, now: datetime) -> int:
    """Counts time played, without pauses."""
    seconds = round((now - before).total_seconds())
    return max(0, seconds) if seconds <= PAUSE_S else 0


def _left_to_computers(match: DealtMatch, state: Any) -> Outcome | None:
    """A table where only computers are alive is over: nobody is left to play for."""
    living = getattr(state, "living", None)
    if living is None or any(match.seats[seat].person for seat in living):
        return None
    return Outcome("over")
