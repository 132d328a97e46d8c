"""An entry of a party's log, as services and boards read it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from tracker.rules.table.changes import Changes
from tracker.rules.table.commands import Command


@dataclass(frozen=True)
class Entry:
    """One line of a party's log, with the columns of models.Entry.

    Here `undone` also holds for an entry that undoes another one: it is undone as long as the
    `root` of the chain stands as if it had never been made. `root_text` is the text of that root,
    "" for an entry that undoes none.
    """

    number: int
    key: str
    text: str
    changes: Changes
    created: datetime
    device: str = ""
    undoes: int | None = None
    root: int | None = None
    restores: bool = False
    undone: bool = False
    below: int = 0
    root_text: str = ""

    @cached_property
    def command(self) -> Command:
        """Its text taken apart; in a log from long ago that may mean nothing any more.

        Of a card that is taken in a room, what was done with it.
        """
        return Command.read(self.text).deed
