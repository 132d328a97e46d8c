"""The table of a party: everything on it as plain values, in the order it is printed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tracker.boards.party.ending import Ending, ending_of
from tracker.boards.party.left import left_count
from tracker.boards.party.lines import line_text
from tracker.boards.party.marker import Marker, marker_of
from tracker.boards.party.panel import Panel, panels
from tracker.boards.party.ribbon import Returns, SpecialCard, Step, returns, special_cards, track
from tracker.boards.party.room import RoomBoard, room_board
from tracker.boards.party.tallies import TallyBox, party_tallies
from tracker.boards.party.undo import Turn, redo_of, undo_of
from tracker.boards.words.isolation import isolated
from tracker.boards.words.names import player_name, record_text
from tracker.rules.games.dungeon import MONSTERS
from tracker.rules.table.notation import used_cards
from tracker.rules.table.party import MAX_COUNT, Party
from tracker.rules.table.room import Room, room_name
from tracker.services.party.table import Table


@dataclass(frozen=True)
class TableBoard:
    """`ending` says how the run ended, None while it goes on.

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
    here: str
    """Both, as commands name the room: a step says which one it leaves, so that it counts once."""
    floors: bool
    """There are none where one plays alone."""
    enemies: str
    """How many are left in pile and room, "" where there are floors or cards are not counted."""
    left: str
    room_board: RoomBoard | None
    track: tuple[Step, ...]
    returns: Returns
    cards: tuple[SpecialCard, ...]
    players: tuple[Panel, ...]
    ending: Ending | None
    undo: Turn | None
    redo: Turn | None
    own: int | None = None
    """The player whose phone it is, None on a phone of the whole table."""
    mine: bool = False
    """That player comes first and large, with all cards at hand; the others are a strip."""
    most: int = MAX_COUNT
    latest: str = ""
    """What was done last; "" before anything was."""
    further: str = ""
    """Said right after the step by which the party came further than in its best run."""
    tallies: tuple[TallyBox, ...] = ()
    """The party's own counters."""
    marker: Marker | None = None


def table_board(table: Table, now: datetime, device: str = "", mine: bool = True) -> TableBoard:
    """`now` says what is news still, `device` whose phone it is (their number, or "").

    That player comes first unless `mine` is off.
    """
    party = table.state
    own = next((number for number in party.seated if str(number) == device), None)
    front = own if mine else None
    due, ending = used_cards(party.due), ending_of(party)
    newest = next((entry.text for entry in table.recent if entry.changes), "")
    room = None if ending else room_board(party, device, newest)
    return TableBoard(
        code=table.code,
        watch_code=table.watch_code,
        party=table.storage_key,
        title=_title(party),
        revision=table.revision,
        floor=party.floor,
        room=party.room,
        here=room_name(party),
        floors=party.game == "coop",
        enemies=_enemies(party),
        left=left_count(party),
        room_board=room,
        track=track(party.floor, table.best[0] + 1 if any(table.best) else 0),
        returns=returns(party, due),
        cards=special_cards(party, due),
        players=panels(party, table.recent, now, front, room.seat if room else 0),
        ending=ending,
        undo=undo_of(table),
        redo=redo_of(table),
        own=own,
        mine=front is not None,
        latest=line_text(table.recent[0], party) if table.recent else "",
        further=_further(table),
        tallies=party_tallies(party),
        marker=marker_of(party),
    )


def _enemies(party: Party) -> str:
    if party.game == "coop" or party.referee == "off":
        return ""
    room = Room(party)
    return str(len((room.unseen | room.places.lies) & MONSTERS))


def _further(table: Table) -> str:
    changes = table.recent[0].changes if table.recent else {}
    before = tuple(int(changes.get(path, (now,))[0]) for path, now in _place(table.state))
    best = (table.best[0] + 1, table.best[1] + 1)
    lone = table.state.game != "coop"
    if lone or not any(table.best) or not before <= best < (table.state.floor, table.state.room):
        return ""
    return _("Further than ever: {record}").format(record=record_text(*table.state.record))


def _place(party: Party) -> tuple[tuple[str, int], ...]:
    return (("floor", party.floor), ("room", party.room))


def _title(party: Party) -> str:
    """The party's name, or those of its players."""
    return party.title or ", ".join(isolated(player_name(party, n)) for n in party.seated)
