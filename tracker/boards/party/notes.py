"""What is worth saying after a command that shows little on the page itself."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tracker.boards.words.saves import save_called
from tracker.services.party.entry import Entry


def note_text(entry: Entry) -> str:
    """One sentence on what it did, "" of most commands."""
    notes = {
        # Translators: {name} is that of a save, as it was typed.
        "save": _("Saved as {name}."),
        "load": _("{name} is loaded. Undo brings back what was here."),
        "resave": _("The earlier save is back."),
        "new": _("A new run begins"),
    }
    same = {"load": _("The table already stands as in {name}. Nothing has changed.")}
    command = entry.command
    found = (notes if entry.changes else notes | same).get(command.verb, "")
    return found.format(name=save_called(command.value))
