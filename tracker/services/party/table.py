"""A party as it stands and an entry of its log, as services and boards read them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from tracker.rules.table.room.changes import SOURCE, Changes, path_of
from tracker.rules.table.room.room import cleared
from tracker.rules.table.state.party import Party, Player
from tracker.rules.table.verbs.commands import Command

SHIELD_TEXTS = ("weapon", "shields")  # of a player, either of which holds shields


@dataclass(frozen=True)
class LogEntry:
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

    @property
    def stands(self) -> bool:
        """Whether it is a deed that nobody has taken back."""
        return not self.undone and self.undoes is None

    @property
    def verb(self) -> str:
        """The verb that it carries out, takes back or brings back."""
        return (self.root_text or self.text).partition(":")[0]

    def renews(self, path: str, since: int) -> bool:
        """Whether something else is at this path than was there after entry `since`."""
        stands = not self.undone if self.root is None else self.root <= since
        # A state that was brought back has all that came before it.
        _, source = self.changes.get(SOURCE, (0, -1))
        if not (stands and self.changes and int(source) < since < self.number):
            return False
        return Command.read(self.root_text or self.text).renews(path)

    def shields_spent(self, number: int) -> list[str]:
        """The shields that it took from a player, beside the weapon and in its text alike."""
        paths = [path_of(number, field) for field in SHIELD_TEXTS]
        # A story asks this of thousands of entries, and few change either text.
        if self.changes.keys().isdisjoint(paths):
            return []
        texts = (self.changes.get(path, ("", "")) for path in paths)
        before, after = (
            Player(weapon=str(weapon), shields=str(shields)).shield_cards
            for weapon, shields in zip(*texts, strict=True)
        )
        return [card for card in before if card not in after]


STORAGE_KEY = re.compile(r"([0-9]{1,18})\.([0-9]{1,11})")


@dataclass(frozen=True, kw_only=True)
class Table:
    """`recent` are the newest entries, newest first; `undo` what the undo button takes back and
    `redo` what the redo button brings back, which is the undo of entry `redo_top`.
    """

    party_id: int
    code: str
    watch_code: str
    created: datetime
    revision: int
    state: Party
    recent: tuple[LogEntry, ...] = ()
    undo: LogEntry | None = None
    redo: LogEntry | None = None
    redo_top: int = 0
    best_settled: tuple[int, int] = (0, 0)
    """The record of the best run that can't go on any more."""
    runs_found: bool = True
    """Whether its finished runs are worked out, so that they can be read."""
    phones: str = ""
    """The numbers of the players whose phones have come, the first first."""

    @cached_property
    def best(self) -> tuple[int, int]:
        """The record of its best finished run: of the one on the table too, while that is over."""
        over = self.state.over or cleared(self.state)
        return max(self.best_settled, self.state.record) if over else self.best_settled

    @property
    def mark(self) -> str:
        """Tells this log from another of the same length: when its newest entry was written."""
        newest = next(iter(self.recent), self)
        return f"{newest.created.timestamp():.6f}"

    @property
    def storage_key(self) -> str:
        """The key under which phones keep its taps; its code may change, its number come again."""
        return f"{self.party_id}.{int(self.created.timestamp())}"
