"""What somebody has done elsewhere that changes much at once: one line, with its undo."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tracker.boards.party.lines import line_text
from tracker.boards.words.isolation import isolated
from tracker.boards.words.names import player_name
from tracker.services.party.entry import Entry
from tracker.services.party.table import Table


@dataclass(frozen=True)
class Deed:
    """`key` is that of its entry, by which a phone knows what it has done itself.

    `undo` is the command that takes it back, "" where that is done from elsewhere.
    """

    key: str
    text: str
    undo: str


def deed_of(table: Table, after: int) -> Deed | None:
    """The newest of the entries after that revision that changed more than somebody's cards."""
    for entry in table.recent:
        if entry.number <= after:
            return None
        if _is_large(entry):
            return Deed(entry.key, _text(entry, table), f"undo:{entry.number}")
    return None


def _is_large(entry: Entry) -> bool:
    verb = entry.command.meaning
    return bool(verb and (verb.large or entry.undoes) and entry.changes)


def _text(entry: Entry, table: Table) -> str:
    text = line_text(entry, table.state)
    if not entry.device:
        return text
    name = isolated(player_name(table.state, int(entry.device)))
    # Translators: {deed} is a line of the history; {name} a player on whose phone it was tapped.
    return _("{deed} (by {name}’s phone)").format(deed=text, name=name)
