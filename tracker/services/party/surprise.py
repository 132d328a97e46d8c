"""A command that would not do what its sender was shown."""

from __future__ import annotations

from tracker.rules.refusals import Refused
from tracker.rules.table.commands import Command
from tracker.rules.table.party import Party
from tracker.rules.words import gettext_noop


class Surprise(Refused):
    """The table has changed, so that the command would cost something else now.

    It is not done but asked again; `party` is the party in which it would be done.
    """

    def __init__(self, command: Command, party: Party) -> None:
        super().__init__(gettext_noop("The table has changed meanwhile."))
        self.command = command
        self.party = party
