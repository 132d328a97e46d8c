"""The table of a party: everything on it as plain values, in the order it is printed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tracker.boards.party.left import left_count
from tracker.boards.party.lines import line_text
from tracker.boards.party.panel import Panel, panels
from tracker.boards.party.ribbon import Returns, SpecialCard, Step, returns, special_cards, track
from tracker.boards.party.room import RoomBoard, room_board
from tracker.boards.party.undo import Turn, redo_of, undo_of
from tracker.boards.words.names import player_name, record_text
from tracker.rules.table.notation import used_cards
from tracker.rules.table.party import MAX_COUNT, Party
from tracker.services.party.table import Table


@dataclass(frozen=True)
class TableBoard:
    """`record` says how far the party came once all have fallen, "" while somebody lives.

    `code` is "" where the table may only be looked on. `party` names the party for good, also
    when its codes change: under it phones keep what they have not sent yet, but under `watch_code`
    what was tapped before the party had that name (static/js/begun.js). Floor and room are at
    least 1, at most `most`. `left` is the number of cards in the pile, "" where none are counted.
    """

    code: str
    watch_code: str
    party: str
    title: str
    revision: int
    floor: int
    room: int
    floors: bool
    """There are none where one plays alone."""
    left: str
    room_board: RoomBoard | None
    track: tuple[Step, ...]
    returns: Returns
    cards: tuple[SpecialCard, ...]
    players: tuple[Panel, ...]
    record: str
    undo: Turn | None
    redo: Turn | None
    own: int | None = None
    """The player whose phone it is, None on a phone of the whole table."""
    mine: bool = False
    """That player comes first and large, with all cards at hand; the others are a strip."""
    most: int = MAX_COUNT
    latest: str = ""
    """What was done last; "" before anything was."""


def table_board(table: Table, now: datetime, device: str = "", mine: bool = True) -> TableBoard:
    """`now` says what is news still, `device` whose phone it is (their number, or "").

    That player comes first unless `mine` is off.
    """
    party = table.state
    own = next((number for number in party.seated if str(number) == device), None)
    front = own if mine else None
    due = used_cards(party.due)
    return TableBoard(
        code=table.code,
        watch_code=table.watch_code,
        party=table.storage_key,
        title=_title(party),
        revision=table.revision,
        floor=party.floor,
        room=party.room,
        floors=party.game == "coop",
        left=left_count(party),
        room_board=room_board(party, device),
        track=track(party.floor),
        returns=returns(party, due),
        cards=special_cards(party, due),
        players=panels(party, table.recent, now, front),
        record=record_text(*party.record) if party.over else "",
        undo=undo_of(table),
        redo=redo_of(table),
        own=own,
        mine=front is not None,
        latest=line_text(table.recent[0], party) if table.recent else "",
    )


def _title(party: Party) -> str:
    """The party's name, or those of its players."""
    return party.title or ", ".join(player_name(party, number) for number in party.seated)
