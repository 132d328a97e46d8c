"""A party opened for writing: its state, the lines of its log in reach, and what is added.

The undo pile and the redo pile are linked lists through the log (`Entry.below`). Undo takes the
top of the pile back and lays its own entry on the redo pile; redo is the undo of that entry. Any
other line can be taken back too; that is an entry on the undo pile like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from tracker import models
from tracker.rules.refusals import Refused
from tracker.rules.table.changes import Changes, changes_between, taken_back
from tracker.rules.table.party import Party
from tracker.services.party.rows import ENTRY, Rows

RECENT = 12  # lines kept in reach for the badges of the table


@dataclass(frozen=True)
class Line:
    """One line of a party's log, as models.Entry describes it; in the order of rows.ENTRY."""

    number: int
    key: str
    text: str
    changes: Changes
    created: datetime
    undoes: int | None = None
    undone: bool = False
    below: int = 0
    device: str = ""


def lines_in(entries: QuerySet[models.Entry]) -> list[Line]:
    return [Line(*row) for row in entries.values_list(*ENTRY)]


@dataclass
class Ledger:
    """`lines` holds what has been read so far, by number; `written` the numbers of new lines."""

    party_id: int
    code: str
    state: Party
    revision: int
    undo_top: int
    redo_top: int
    created: datetime
    updated: datetime
    device: str = ""
    rows: Rows = field(default_factory=Rows, compare=False)
    lines: dict[int, Line] = field(default_factory=dict)
    written: list[int] = field(default_factory=list)
    flipped: set[int] = field(default_factory=set)

    @property
    def recent(self) -> list[Line]:
        """The newest lines, newest first."""
        numbers = range(self.revision, max(0, self.revision - RECENT), -1)
        return [self.lines[number] for number in numbers if number in self.lines]

    @property
    def undo(self) -> Line | None:
        """What the undo button would take back."""
        return self.line(self.undo_top) if self.undo_top else None

    @property
    def redo(self) -> Line | None:
        """What the redo button would bring back: the line that the last undo took back."""
        if not self.redo_top:
            return None
        undoing = self.line(self.redo_top)
        return self.line(undoing.undoes) if undoing.undoes else None

    def line(self, number: int) -> Line:
        """The line of that number, read if need be. Raises Refused where there is none."""
        if number not in self.lines and 0 < number <= self.revision:
            self.read(numbers=[number])
        if number not in self.lines:
            raise Refused("There is no line {number} in this party's log.", number=number)
        return self.lines[number]

    def read(
        self, *, recent: bool = False, numbers: Sequence[int] = (), keys: Sequence[str] = ()
    ) -> None:
        """Brings lines in reach by number or key; `recent` the newest and both tops as well."""
        above = [self.revision - RECENT] if recent else []
        tops = [top for top in (self.undo_top, self.redo_top) if recent and top]
        rows = self.rows.entries(self.party_id, above=above, numbers=[*numbers, *tops], keys=keys)
        self.lines |= {line.number: line for line in (Line(*row) for row in rows)}

    def write(self, text: str, key: str, after: Party) -> Line:
        """Adds an entry; one that changed something lies on the undo pile and ends all redo."""
        changes = changes_between(self.state, after)
        below = self.undo_top if changes else 0
        line = self._append(Line(0, key, text, changes, timezone.now(), below=below), after)
        if changes:
            self.undo_top, self.redo_top = line.number, 0
        return line

    def take_back(self, number: int, key: str) -> Line:
        """Adds an entry that undoes line `number`; undo of an undo is redo.

        Raises Refused where the line is undone already, changed nothing, or was overwritten.
        """
        target = self.line(number)
        if target.undone:
            raise Refused("That line has been undone already.")
        if not target.changes and target.undoes is None:
            raise Refused("That line changed nothing, so there is nothing to undo.")
        after = taken_back(self.state, target.changes)
        changes = changes_between(self.state, after)
        line = Line(0, key, f"undo:{number}", changes, timezone.now(), undoes=number)
        line = self._piled(line, target)
        self._flip(target)
        return self._append(line, after)

    def _piled(self, line: Line, target: Line) -> Line:
        """The new undoing line, laid on the pile where it belongs."""
        if target.number == self.undo_top:
            self.undo_top, line = target.below, replace(line, below=self.redo_top)
            self.redo_top = self.revision + 1
        elif target.number == self.redo_top:
            self.undo_top, self.redo_top = target.undoes or 0, target.below
        else:
            line = replace(line, below=self.undo_top)
            self.undo_top, self.redo_top = self.revision + 1, 0
        return line

    def _flip(self, target: Line) -> None:
        """Marks a line undone, or done again; what it had undone itself turns with it."""
        self.lines[target.number] = replace(target, undone=not target.undone)
        self.flipped ^= {target.number}
        if target.undoes:
            self._flip(self.line(target.undoes))

    def _append(self, line: Line, after: Party) -> Line:
        self.revision += 1
        line = replace(line, number=self.revision, device=self.device)
        self.lines[line.number] = line
        self.written.append(line.number)
        self.state, self.updated = after, line.created
        return line

    def known_keys(self) -> Iterable[str]:
        return {line.key for line in self.lines.values()}
