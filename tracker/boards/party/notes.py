"""What is worth saying after a command that shows little on the page itself."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tracker.boards.words.saves import save_called
from tracker.rules.table.commands import Command


def note_text(command: Command) -> str:
    """One sentence, "" after most commands."""
    notes = {
        # Translators: {name} is that of a save, as it was typed.
        "save": _("Saved as {name}."),
        "load": _("{name} is loaded. Undo brings back what was here."),
        "resave": _("The earlier save is back."),
    }
    return notes.get(command.verb, "").format(name=save_called(command.value))
