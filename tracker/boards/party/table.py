"""The table of a party: everything on it as plain values, in the order it is printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tracker.boards.party.lines import line_label
from tracker.boards.party.panel import Panel, panels
from tracker.boards.party.ribbon import News, SpecialCard, Step, due_now, news, special_cards, track
from tracker.boards.words.names import player_name, record_text
from tracker.rules.table.party import Party

if TYPE_CHECKING:
    from tracker.services.party.ledger import Ledger, Line


@dataclass(frozen=True)
class Turn:
    """Undo or redo: the command, and in a few words what it is about."""

    command: str
    label: str


@dataclass(frozen=True)
class TableBoard:
    """`record` says how far the party came once all have fallen, "" while somebody lives.

    `code` is "" where the table may only be looked on. `party` names the party for good, also
    when its codes change: under it phones keep what they have not sent yet.
    """

    code: str
    party: str
    title: str
    revision: int
    floor: int
    room: int
    track: tuple[Step, ...]
    news: News
    cards: tuple[SpecialCard, ...]
    players: tuple[Panel, ...]
    record: str
    undo: Turn | None
    redo: Turn | None


def table_board(table: Ledger) -> TableBoard:
    party = table.state
    due = due_now(party, table.recent)
    return TableBoard(
        code=table.code,
        party=f"{table.party_id}.{int(table.created.timestamp())}",
        title=_title(party),
        revision=table.revision,
        floor=party.floor,
        room=party.room,
        track=track(party.floor),
        news=news(party, due),
        cards=special_cards(party, due),
        players=panels(party, table.recent),
        record=record_text(*party.record) if party.over else "",
        undo=_turn(table.undo_top, table.undo, party),
        redo=_turn(table.redo_top, table.redo, party),
    )


def _title(party: Party) -> str:
    """The party's name, or those of its players."""
    return party.title or ", ".join(player_name(party, number) for number in party.seated)


def _turn(entry: int, about: Line | None, party: Party) -> Turn | None:
    """`entry` is taken back; with a redo that is the undo of the line it is about."""
    return Turn(f"undo:{entry}", line_label(about, party)) if about else None
