"""The saves of a party: named ones, the automatic one of every floor, and what each replaced."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tracker.boards.words.names import player_name, signed
from tracker.rules.table.notation import SAVE_NAME_LENGTH
from tracker.rules.table.party import Party
from tracker.services.party.saves import SaveRow

NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_-]")


@dataclass(frozen=True)
class SavedPlayer:
    seat: int
    name: str
    hp: str
    fallen: bool


@dataclass(frozen=True)
class SavedPoint:
    """What one save holds, and the entry that made it."""

    name: str
    number: int
    floor: int
    room: int
    players: tuple[SavedPlayer, ...]
    created: datetime
    automatic: bool


@dataclass(frozen=True)
class SavedName:
    """The save a name stands for, and those it replaced, newest first."""

    point: SavedPoint
    earlier: tuple[SavedPoint, ...]


@dataclass(frozen=True)
class SavesBoard:
    named: tuple[SavedName, ...]
    floors: tuple[SavedName, ...]
    usual: str


def saves_board(rows: Sequence[SaveRow], state: Party) -> SavesBoard:
    """`rows` newest first, as services.saves.saves_of lists them."""
    return SavesBoard(
        named=_by_name([row for row in rows if not row.automatic]),
        floors=_by_name([row for row in rows if row.automatic]),
        usual=usual_name(state),
    )


def usual_name(state: Party) -> str:
    """The players' names joined by `_`, in the letters a name may have (rules.md 3.14.6)."""
    names = [_allowed(state.players[n].name) or f"Player{n + 1}" for n in state.seated]
    return "_".join(names)[:SAVE_NAME_LENGTH]


def _allowed(name: str) -> str:
    return NOT_IN_A_NAME.sub("", unicodedata.normalize("NFKD", name))


def _by_name(rows: Sequence[SaveRow]) -> tuple[SavedName, ...]:
    return tuple(
        SavedName(
            _point(row),
            tuple(_point(other) for other in rows if other.replaced and other.name == row.name),
        )
        for row in rows
        if not row.replaced
    )


def _point(row: SaveRow) -> SavedPoint:
    state = row.state
    players = tuple(
        SavedPlayer(number + 1, player_name(state, number), signed(player.hp), player.fallen)
        for number in state.seated
        for player in [state.players[number]]
    )
    return SavedPoint(
        name=row.name,
        number=row.number,
        floor=state.floor,
        room=state.room,
        players=players,
        created=row.created.replace(microsecond=0),
        automatic=row.automatic,
    )
