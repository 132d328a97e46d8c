"""The newest changes: what undo and redo are about, what is worth saying of them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tracker.boards.party.log.lines import line_label, line_text
from tracker.boards.words.names import isolated, player_name, save_called
from tracker.services.party.table import LogEntry, Table


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


@dataclass(frozen=True)
class RecentChange:
    """`key` is that of its entry, by which a phone knows what it has done itself.

    `undo` is the command that takes it back, "" where that is done from elsewhere.
    """

    key: str
    text: str
    undo: str


def recent_change(table: Table, after: int) -> RecentChange | None:
    """The newest of the entries after that revision that changed more than somebody's cards."""
    for entry in table.recent:
        if entry.number <= after:
            return None
        if _is_large(entry):
            return RecentChange(entry.key, _text(entry, table), f"undo:{entry.number}")
    return None


def _is_large(entry: LogEntry) -> bool:
    verb = entry.command.meaning
    return bool(verb and (verb.large or entry.undoes) and entry.changes)


def _text(entry: LogEntry, table: Table) -> str:
    text = line_text(entry, table.state)
    if not entry.device:
        return text
    name = isolated(player_name(table.state, int(entry.device)))
    # Translators: {deed} is a line of the history; {name} a player on whose phone it was tapped.
    return _("{deed} (from {name}’s phone)").format(deed=text, name=name)


def note_text(entry: LogEntry) -> str:
    """One sentence on what the entry did; "" for most commands."""
    notes = {
        # Translators: {name} is that of a save, as it was typed.
        "save": _("Saved as {name}."),
        "load": _("{name} is loaded. Undo brings back what was here."),
        "resave": _("The earlier save is back."),
        "new": _("A new run begins"),
    }
    same = {"load": _("The table already matches {name}. Nothing has changed.")}
    command = entry.command
    found = (notes if entry.changes else notes | same).get(command.verb, "")
    return found and found.format(name=save_called(command.value))
