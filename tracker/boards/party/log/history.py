"""A party's log for reading: days, rooms, bursts of taps; and the table as it was at a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import groupby
from urllib.parse import urlencode

from django.utils.text import capfirst
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tracker.boards.party.log.lines import line_pieces
from tracker.boards.words.cards import CardFace, Pieces, card_face, text_of
from tracker.boards.words.clock import clock_text, weekday_text
from tracker.boards.words.names import (
    SeatNote,
    floor_of,
    player_name,
    seat_note,
    short_name,
    signed,
)
from tracker.rules.table.room.changes import Changes, path_of, place_of, rewind
from tracker.rules.table.state.party import MAX_PLAYERS, Party
from tracker.rules.table.texts.card_rows import read_strip
from tracker.rules.table.texts.notation import Verdict, read_used
from tracker.services.party.log import bursts, history_reach, seconds_of, tapped
from tracker.services.party.table import LogEntry, Table

PAGE = 50


@dataclass(frozen=True)
class HistoryRow:
    """One entry as it is shown; a burst carries its single taps, newest first."""

    number: int
    words: Pieces
    floor: int
    room: int
    """The floor and the room of the party after it."""
    created: datetime
    seat: int
    """The number on the crest of the player it is about, from 1; 0 for the whole party."""
    hp: str
    """The player's hit points after it; "" where it left them alone."""
    undone: bool
    undo: str
    """The command that takes it back; "" where there is nothing to take back."""
    phone: str
    """The player by whose phone it came; "" for their own, or one of the whole table."""
    taps: tuple[HistoryRow, ...] = ()

    @property
    def text(self) -> str:
        return text_of(self.words)

    @property
    def undoable(self) -> tuple[HistoryRow, ...]:
        return tuple(tap for tap in self.taps if tap.undo)


@dataclass(frozen=True)
class HistoryRoom:
    """The lines of one stay in a room."""

    floor: int
    room: int
    rows: tuple[HistoryRow, ...]
    time: str
    """How long the stay was, pauses left out; "" where not all of it is on this page."""


@dataclass(frozen=True)
class HistoryDay:
    """`time` is how long was played on it, pauses left out, "" where nobody has counted it."""

    heading: str
    time: str
    rooms: tuple[HistoryRoom, ...]


@dataclass(frozen=True)
class Only:
    """A choice of lines: those of one player, or all; `seat` is 0 for all."""

    seat: int
    name: str
    query: str
    here: bool


@dataclass(frozen=True)
class HistoryBoard:
    """A page of the log. The rest are queries: of this page, of those beside it, of the newest;
    "" where there is none to go to.
    """

    days: tuple[HistoryDay, ...]
    choices: tuple[Only, ...]
    here: str
    older: str
    newer: str
    newest: str


def history_board(
    entries: Sequence[LogEntry],
    state: Party,
    table: Table,
    *,
    player: int | None = None,
    before: int | None = None,
    days: Mapping[date, int] | None = None,
) -> HistoryBoard:
    """`entries` newest first, those below number `before`, or the newest of all.

    `days` are the seconds played on them. `state` is the party as it stood after the first of the
    entries. With a `player` they are those of that player and of the rooms, and only the player's
    are told.
    """
    states, revision = _states(entries, state), table.revision
    rows = _rows(entries, states, player)
    stays = _stays(entries, states, revision) if player is None else {}
    first = entries[0].number if entries else revision
    if len(entries) == PAGE:
        oldest = entries[-1].number
    else:
        oldest = 1 if player is None else history_reach(table, before)
    close = player is None and first + PAGE < revision
    older = before is not None and before <= revision
    return HistoryBoard(
        days=tuple(
            HistoryDay(_heading(day), _time((days or {}).get(day, 0)), _rooms(some, stays))
            for day, some in groupby(rows, lambda row: localdate(row.created))
        ),
        choices=_choices(table.state, player),
        here=_query(player, before),
        older=_query(player, oldest) if oldest > 1 else "",
        newer=_query(player, first + PAGE + 1) if close else "",
        newest=_query(player) if older else "",
    )


def _query(player: int | None, before: int | None = None) -> str:
    asked = {"player": None if player is None else player + 1, "before": before}
    return "?" + urlencode({name: value for name, value in asked.items() if value is not None})


def _choices(party: Party, player: int | None) -> tuple[Only, ...]:
    """The choices: all lines, those of each player at the table, and those that are shown."""
    numbers = [n for n in range(MAX_PLAYERS) if n in party.seated or n == player]
    some = (Only(n + 1, short_name(party, n), _query(n), n == player) for n in numbers)
    return (Only(0, pgettext("lines of the history", "All"), "?", player is None), *some)


def _rooms(rows: Iterable[HistoryRow], stays: Mapping[int, int]) -> tuple[HistoryRoom, ...]:
    return tuple(
        HistoryRoom(floor, room, lines, _time(stays.get(lines[0].number, 0)))
        for (floor, room), some in groupby(rows, lambda row: (row.floor, row.room))
        if (lines := tuple(some))
    )


def _time(seconds: int) -> str:
    return clock_text(seconds) if seconds >= 60 else ""


def _states(entries: Sequence[LogEntry], state: Party) -> dict[int, Party]:
    """The party after each entry, by its number."""
    states = {}
    for entry in entries:
        states[entry.number] = state
        state = rewind(state, entry.changes)
    return states


def _stays(
    entries: Sequence[LogEntry], states: Mapping[int, Party], revision: int
) -> dict[int, int]:
    """The seconds of the stay in a room that each entry is part of, by the number of the entry.

    Stays that begin or end on another page are left out.
    """

    def place(entry: LogEntry) -> tuple[int, int]:
        state = states[entry.number]
        return state.floor, state.room

    found: dict[int, int] = {}
    later: list[datetime] = []
    for _place, some in groupby(entries, place):
        stay = [*some]
        moments = [*(entry.created for entry in reversed(stay)), *later]
        later = [stay[-1].created]
        whole = stay[-1].number > entries[-1].number or entries[-1].number == 1
        if whole and (stay[0].number < entries[0].number or entries[0].number == revision):
            found |= dict.fromkeys((entry.number for entry in stay), seconds_of(moments))
    return found


def _rows(
    entries: Sequence[LogEntry], states: Mapping[int, Party], player: int | None
) -> list[HistoryRow]:
    some = (burst for burst in bursts(entries) if player is None or _concerns(burst[0], player))
    return [_burst_row(burst, states) for burst in some]


def _concerns(entry: LogEntry, player: int) -> bool:
    return player == entry.command.player or player in _players(entry)


def _players(entry: LogEntry) -> set[int]:
    """The numbers of the players whose values the entry changed."""
    return {player for player, _ in map(place_of, entry.changes) if player is not None}


def _burst_row(burst: Sequence[LogEntry], states: Mapping[int, Party]) -> HistoryRow:
    newest = burst[0]
    if len(burst) == 1:
        return _row(newest, states[newest.number])
    path = tapped(newest)
    steps = [entry.changes[path] for entry in burst if path in entry.changes]
    whole: Changes = {path: (steps[-1][0], steps[0][1])} if steps else {}
    row = _row(replace(newest, changes=whole), states[newest.number])
    return replace(row, undo="", taps=tuple(_row(entry, states[entry.number]) for entry in burst))


def _row(entry: LogEntry, state: Party) -> HistoryRow:
    number = _player(entry)
    something = bool(entry.changes) or entry.undoes is not None
    return HistoryRow(
        number=entry.number,
        words=line_pieces(entry, state),
        floor=floor_of(state),
        room=state.room,
        created=entry.created.replace(microsecond=0),
        seat=0 if number is None else number + 1,
        hp="" if number is None else _hp_after(entry, state, number),
        undone=entry.undone,
        undo=f"undo:{entry.number}" if something and not entry.undone else "",
        phone=player_name(state, int(entry.device))
        if entry.device not in ("", str(number))
        else "",
    )


def _hp_after(entry: LogEntry, state: Party, number: int) -> str:
    about_hp = entry.command.verb == "hp" or path_of(number, "hp") in entry.changes
    return signed(state.players[number].hp) if about_hp else ""


def _player(entry: LogEntry) -> int | None:
    """The number of the one player an entry is about."""
    if entry.command.player is not None:
        return entry.command.player
    players = _players(entry)
    return players.pop() if len(players) == 1 else None


def _heading(day: date) -> str:
    today = localdate()
    if day == today:
        return _("Today")
    if day == today - timedelta(days=1):
        return _("Yesterday")
    return capfirst(weekday_text(day, year=day.year != today.year))


@dataclass(frozen=True)
class PastPlayer(SeatNote):
    """`weapon` is the text as typed where it holds no cards that could be drawn."""

    leads: bool
    cards: tuple[CardFace, ...]
    shields: tuple[CardFace, ...]
    pocket: tuple[CardFace, ...]
    weapon: str


@dataclass(frozen=True)
class PastBoard:
    """`used` is the text as typed where it is more than cards; `floor` is 0 in a game for one."""

    number: int
    words: Pieces
    created: datetime
    undone: bool
    previous: int | None
    next: int | None
    floor: int
    room: int
    cards: tuple[CardFace, ...]
    used: str
    players: tuple[PastPlayer, ...]


def past_board(entry: LogEntry, state: Party, revision: int) -> PastBoard:
    """`state` is the party as it stood right after `entry`."""
    used = read_used(state.used)
    return PastBoard(
        number=entry.number,
        words=line_pieces(entry, state),
        created=entry.created.replace(microsecond=0),
        undone=entry.undone,
        previous=entry.number - 1 or None,
        next=entry.number + 1 if entry.number < revision else None,
        floor=floor_of(state),
        room=state.room,
        cards=tuple(card_face(card) for card in used.cards),
        used=state.used if used.verdict is Verdict.FREE else "",
        players=tuple(past_player(state, number) for number in state.seated),
    )


def past_player(state: Party, number: int) -> PastPlayer:
    player = state.players[number]
    return PastPlayer(
        **vars(seat_note(state, number)),
        leads=number == state.first,
        cards=tuple(map(card_face, player.gear)),
        pocket=tuple(map(card_face, read_strip(player.pocket))),
        shields=tuple(map(card_face, player.shield_cards)),
        weapon=player.own_words,
    )
