"""The saves of a party: named ones, the automatic one of every floor, and what each replaced."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tracker.boards.words.names import SeatNote, floor_of, save_called, seat_notes
from tracker.rules.table.state.party import Party
from tracker.rules.table.texts.save_names import SAVE_NAME_LENGTH, save_name_near
from tracker.services.party.saves import PAGE, ListedSave, SavesOfName


@dataclass(frozen=True)
class SavedPoint:
    """The content of one save, and the entry that made it; `name` is what commands call it."""

    name: str
    called: str
    number: int
    floor: int
    room: int
    players: tuple[SeatNote, ...]
    created: datetime
    automatic: bool
    run: int
    """Which run of the party it belongs to; 0 while there is only one."""


@dataclass(frozen=True)
class SavedName:
    """The save a name stands for, the newest it replaced, and how many more it replaced."""

    point: SavedPoint
    earlier: tuple[SavedPoint, ...]
    count: int
    more: int


@dataclass(frozen=True)
class SavesBoard:
    """A page of both lists; `older` are the `before` of the next pages, None on the last."""

    named: tuple[SavedName, ...]
    older: int | None
    floors: tuple[SavedName, ...]
    older_floors: int | None
    usual: str


@dataclass(frozen=True)
class SaveNameBoard:
    """A page of all saves under one name, the newest first."""

    called: str
    points: tuple[SavedPoint, ...]
    newest: int
    """The number of the save the name stands for."""
    older: int | None


def saves_board(
    named: Sequence[SavesOfName],
    floors: Sequence[SavesOfName],
    state: Party,
    starts: Sequence[int],
) -> SavesBoard:
    """A page of the saves as services list them: newest first, one over if there are more.

    `starts` are the numbers of the entries with which later runs began.
    """
    return SavesBoard(
        named=tuple(_name(saves, starts) for saves in named[:PAGE]),
        older=_older([some.save for some in named]),
        floors=tuple(_name(saves, starts) for saves in floors[:PAGE]),
        older_floors=_older([some.save for some in floors]),
        usual=usual_name(state),
    )


def save_name_board(
    name: str, saves: Sequence[ListedSave], newest: int, starts: Sequence[int]
) -> SaveNameBoard:
    """A page of the saves under one name; `newest` is the one that counts, `starts` as above."""
    points = tuple(saved_point(save, starts) for save in saves[:PAGE])
    return SaveNameBoard(
        called=save_called(name), points=points, newest=newest, older=_older(saves)
    )


def usual_name(state: Party) -> str:
    """The players' names joined by `_`, in the letters a name may have (rules.md 3.14.6)."""
    return "_".join(_usual(state, n) for n in state.seated)[:SAVE_NAME_LENGTH]


def _usual(state: Party, number: int) -> str:
    # Translators: a part of a suggested name of a save, in letters from a to z without a space.
    nobody = _("Player{number}").format(number=number + 1)
    names = (state.players[number].name, nobody)
    return next(filter(None, map(save_name_near, names)), f"Player{number + 1}")


def _older(saves: Sequence[ListedSave]) -> int | None:
    return saves[PAGE - 1].number if len(saves) > PAGE else None


def _name(saves: SavesOfName, starts: Sequence[int]) -> SavedName:
    return SavedName(
        point=saved_point(saves.save, starts),
        earlier=tuple(saved_point(save, starts) for save in saves.earlier),
        count=saves.count,
        more=saves.count - len(saves.earlier),
    )


def saved_point(save: ListedSave, starts: Sequence[int] = ()) -> SavedPoint:
    """A save as it is listed."""
    return SavedPoint(
        name=save.name,
        called=save_called(save.name),
        number=save.number,
        floor=floor_of(save.state),
        room=save.state.room,
        players=seat_notes(save.state),
        created=save.created.replace(microsecond=0),
        automatic=save.automatic,
        run=1 + bisect(starts, save.number) if starts else 0,
    )
