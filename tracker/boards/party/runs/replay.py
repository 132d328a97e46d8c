"""A run again, moment by moment: what was done, and everybody's health after it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tracker.boards.party.log.history import PastPlayer, past_player
from tracker.boards.party.log.lines import line_text
from tracker.boards.words.cards import card_face
from tracker.rules.table.room.changes import path_of
from tracker.rules.table.state.party import Party
from tracker.services.party.runs import REPLAY_PAGE, Moment, RunSpan
from tracker.services.party.table import LogEntry

NEWEST = 6  # enemies on a weapon that are drawn


@dataclass(frozen=True)
class PlayerAtMoment(PastPlayer):
    """`touched` by what was done; of the enemies on the weapon `cards` has only the newest."""

    touched: bool


@dataclass(frozen=True)
class MomentRow:
    number: int
    words: str
    created: datetime
    undone: bool
    floor: int
    room: int
    players: tuple[PlayerAtMoment, ...]


@dataclass(frozen=True)
class RunReplayBoard:
    """`earlier` and `later` are the entries with which the pages beside this one begin."""

    number: int
    moments: tuple[MomentRow, ...]
    earlier: int | None
    later: int | None


def replay_board(run: RunSpan, moments: Iterable[Moment], begin: int, last: int) -> RunReplayBoard:
    """The page that begins with entry `begin`; `last` is the newest of the run."""
    return RunReplayBoard(
        number=run.first,
        moments=tuple(_row(entry, state) for entry, state in moments),
        earlier=max(run.first, begin - REPLAY_PAGE) if begin > run.first else None,
        later=begin + REPLAY_PAGE if begin + REPLAY_PAGE <= last else None,
    )


def _row(entry: LogEntry, state: Party) -> MomentRow:
    return MomentRow(
        number=entry.number,
        words=line_text(entry, state),
        created=entry.created.replace(microsecond=0),
        undone=entry.undone,
        floor=state.floor,
        room=state.room,
        players=tuple(_player(entry, state, number) for number in state.seated),
    )


def _player(entry: LogEntry, state: Party, number: int) -> PlayerAtMoment:
    arms = state.players[number].hero.arms
    cards = tuple(map(card_face, arms[:1] + arms[1:][-NEWEST:]))
    touched = any(path.startswith(path_of(number, "")) for path in entry.changes)
    return PlayerAtMoment(**vars(past_player(state, number)) | {"cards": cards}, touched=touched)
