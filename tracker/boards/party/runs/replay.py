"""A run again, moment by moment: what was done, and everybody's health after it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tracker.boards.party.log.lines import line_text
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import player_name, signed
from tracker.rules.table.room.changes import path_of
from tracker.rules.table.state.party import Party, Player
from tracker.rules.table.texts.notation import Verdict
from tracker.services.party.runs import REPLAY_PAGE, Moment, RunSpan
from tracker.services.party.table import LogEntry

NEWEST = 6  # enemies on a weapon that are drawn


@dataclass(frozen=True)
class Standing:
    """One player at a moment; `touched` by what was done.

    `cards` are the weapon and the newest enemies on it; `words` is a weapon box that cannot be
    read, as typed.
    """

    seat: int
    name: str
    hp: str
    cards: tuple[CardFace, ...]
    shields: tuple[CardFace, ...]
    words: str
    fallen: bool
    touched: bool


@dataclass(frozen=True)
class MomentRow:
    number: int
    words: str
    created: datetime
    undone: bool
    floor: int
    room: int
    players: tuple[Standing, ...]


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
        players=tuple(_standing(entry, state, number) for number in state.seated),
    )


def _standing(entry: LogEntry, state: Party, number: int) -> Standing:
    player = state.players[number]
    return Standing(
        seat=number + 1,
        name=player_name(state, number),
        hp=signed(player.hp),
        cards=_hand(player),
        shields=tuple(map(card_face, player.shield_cards)),
        words=player.weapon if player.reading.verdict is Verdict.FREE else "",
        fallen=player.fallen,
        touched=any(path.startswith(path_of(number, "")) for path in entry.changes),
    )


def _hand(player: Player) -> tuple[CardFace, ...]:
    read = player.reading
    return (
        tuple(map(card_face, (f"{read.weapon}d", *read.monsters[-NEWEST:]))) if read.weapon else ()
    )
