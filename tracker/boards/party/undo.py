"""What the undo and redo buttons of a screen are about."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.boards.party.lines import line_label
from tracker.services.party.table import Table


@dataclass(frozen=True)
class Turn:
    """Undo or redo: the command, and in a few words what it is about."""

    command: str
    label: str


def undo_of(table: Table) -> Turn | None:
    """Takes back the newest change that stands."""
    entry = table.undo
    return Turn(f"undo:{entry.number}", line_label(entry, table.state)) if entry else None


def redo_of(table: Table) -> Turn | None:
    """Brings back what the last undo took back, as the undo of that undo."""
    entry = table.redo
    return Turn(f"undo:{table.redo_top}", line_label(entry, table.state)) if entry else None


def undo_on(page: str, table: Table) -> Turn | None:
    """Takes back the newest change that stands, if it belongs to this page."""
    verb = table.undo.command.meaning if table.undo else None
    return undo_of(table) if verb and verb.page == page else None
