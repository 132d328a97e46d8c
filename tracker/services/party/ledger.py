"""A party being written to: its state, the entries of its log in reach, and what is added.

The undo pile and the redo pile are linked lists through the log (`Entry.below`). Undo takes the
top of the pile back and lays its own entry on the redo pile; redo is the undo of that entry. Any
other entry can be taken back too; that is an entry on the undo pile like any other.

An undo can be undone, and so on without end. All entries of such a chain know its first one, the
`root`, and whether they bring it back (`restores`); whether they stand follows from whether the
root does. So one mark turns with each undo, however long the chain.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any

from django.utils import timezone

from tracker import models
from tracker.rules.table.room.changes import (
    SOURCE,
    Changes,
    Overwritten,
    flat,
    from_flat,
    kind_of,
    logged,
    rewind,
    take_back,
)
from tracker.rules.table.state.party import Party
from tracker.rules.table.verbs.commands import RENEWING
from tracker.rules.words import Refused, gettext_noop
from tracker.services.party.rows import Head, Rows
from tracker.services.party.table import LogEntry, Table


class UndoBlocked(Overwritten):
    """`entry` has to be undone first; `party` is the party in which it stands."""

    def __init__(self, why: Overwritten, entry: LogEntry, party: Party) -> None:
        super().__init__(why.reason, why.path, **why.details)
        self.entry = entry
        self.party = party


CHANGED_MEANWHILE = gettext_noop("The table has changed in the meantime.")
CHANGED_NOTHING = gettext_noop("That entry changed nothing, so there is nothing to undo.")
RECENT = 40  # entries kept in reach for the badges of the table: a held button makes many
MOST_LOOKED_AT = 20_000  # entries, the newest, among which renewals are looked for
MOST_RENEWALS = 100  # the newest
STRIDE = 500  # each such entry keeps the whole state, so that looking back is never far


@dataclass
class Ledger:
    """`entries` holds what has been read so far, by number; `additions` the numbers of new ones."""

    head: Head
    state: Party
    rows: Rows
    device: str = ""
    entries: dict[int, LogEntry] = field(default_factory=dict)
    additions: list[int] = field(default_factory=list)
    turns: set[int] = field(default_factory=set)
    """Entries that were there before and are undone now, or stand again."""
    states: dict[int, dict[str, Any]] = field(default_factory=dict)

    @property
    def party_id(self) -> int:
        return self.head.id

    @property
    def revision(self) -> int:
        return self.head.revision

    def table(self) -> Table:
        """The party as it stands now; what its screens show is read if need be."""
        head = self.head
        self.read(numbers=self.in_view())
        undoing = self.entries.get(head.redo_top)
        return Table(
            party_id=head.id,
            code=head.code,
            watch_code=head.watch_code,
            created=head.created,
            revision=head.revision,
            state=self.state,
            recent=tuple(self.entries[n] for n in self._recent() if n in self.entries),
            undo=self.entries.get(head.undo_top),
            redo=self.entry(undoing.undoes) if undoing and undoing.undoes else None,
            redo_top=head.redo_top,
            best_settled=(head.best_floors, head.best_rooms),
            runs_found=head.runs_found,
            phones=head.phones,
        )

    def entry(self, number: int) -> LogEntry:
        """The entry of that number, read if need be. Raises Refused where there is none."""
        self.read(numbers=[number])
        if number not in self.entries:
            raise Refused(
                gettext_noop("There is no entry {number} in this party’s history."), number=number
            )
        return self.entries[number]

    def newest(self, since: int) -> list[LogEntry]:
        """The entries after that one, read if need be, newest first."""
        numbers = range(self.revision, since, -1)
        self.read(numbers=numbers)
        return [self.entries[number] for number in numbers]

    def in_view(self) -> list[int]:
        """Numbers of the entries that the table shows: the newest and both tops."""
        tops = (self.head.undo_top, self.head.redo_top)
        return [*self._recent(), *filter(None, tops)]

    def read(self, *, numbers: Iterable[int] = (), keys: Sequence[str] = ()) -> None:
        """Brings entries in reach by number or key, those that are not."""
        # Entry 0 is the beginning, which no row stands for.
        newest = self.revision
        lacking = [n for n in {*numbers} - {*self.entries} if 0 < n <= newest]
        if not lacking and not keys:
            return
        for entry in self.rows.entries(self.party_id, numbers=lacking, keys=keys):
            # An entry here may have been undone in this transaction, and the row not yet.
            self.entries.setdefault(entry.number, entry)

    def renewals(self) -> list[LogEntry]:
        """The entries that may have put another player, counter or run in a place, newest first.

        With undos of such, and all that was added in this transaction.
        """
        # One may have been undone in this transaction, and its row not yet.
        stored = [self.entries.get(entry.number, entry) for entry in self._stored_renewals]
        return [self.entries[number] for number in reversed(self.additions)] + stored

    @cached_property
    def _stored_renewals(self) -> list[LogEntry]:
        after = self.revision - MOST_LOOKED_AT
        return self.rows.newest_of(self.party_id, RENEWING, after=after, most=MOST_RENEWALS)

    def write(self, text: str, key: str, after: Party, *, source: int = 0) -> None:
        """Adds an entry; one that changed something lies on the undo pile and ends all redo.

        One that brings an old state back names its `source`, the entry after which that was.
        """
        changes, number = logged(self.state, after), self.revision + 1
        if changes and source:
            changes[SOURCE] = 0, source
        undo_top, redo_top = self.head.undo_top, self.head.redo_top
        # Undo must not stop at an entry that changed nothing, such as a note.
        below, tops = (undo_top, (number, 0)) if changes else (0, (undo_top, redo_top))
        entry = self._entry(text, key, changes, below=below)
        self._append(entry, after, *tops)

    def take_back(self, number: int, key: str) -> None:
        """Adds an entry that undoes entry `number`; undo of an undo is redo.

        Raises Refused where the entry is undone already or changed nothing, UndoBlocked where it
        was overwritten.
        """
        target = self.entry(number)
        if target.undone:
            raise Refused(gettext_noop("That entry has already been undone."))
        # An undo that changed nothing can still be redone: it turns its root.
        if not target.changes and target.undoes is None:
            raise Refused(CHANGED_NOTHING)
        try:
            after = self._without(target)
        except UndoBlocked:
            raise
        except Overwritten as why:
            raise self._blocked(why, number) from None
        below, *tops = self._piles(target)
        entry = self._entry(
            f"undo:{number}",
            key,
            logged(self.state, after),
            undoes=number,
            root=target.root or number,
            root_text=target.root_text or target.text,
            restores=target.root is not None and not target.restores,
            below=below,
        )
        self._turn(target.root or number)
        self._append(entry, after, *tops)

    def _without(self, target: LogEntry) -> Party:
        """The party with the changes of that entry undone. Raises Overwritten.

        What lies on top of a pile left the table just as it stands: there the values from before
        are put back as they were.
        """
        if target.number in (self.head.undo_top, self.head.redo_top):
            return rewind(self.state, target.changes)
        after = take_back(self.state, target.changes)
        paths = [path for path in target.changes if kind_of(path)]
        for later in self.renewals() if target.number < self.head.renewed else ():
            if path := next((p for p in paths if later.renews(p, target.number)), ""):
                raise UndoBlocked(Overwritten(CHANGED_MEANWHILE, path), later, self.state)
        return after

    def _blocked(self, why: Overwritten, number: int) -> Overwritten:
        """Names the entry to be undone before that number, where the log still tells it."""
        new = (n for n in reversed(self.additions) if why.path in self.entries[n].changes)
        log = models.Entry.objects.filter(party=self.party_id, number__gt=number)
        stored = log.filter(changes__has_key=why.path).order_by("-number")
        later = next(new, None) or stored.values_list("number", flat=True).first()
        return why if later is None else UndoBlocked(why, self.entry(later), self.state)

    def _piles(self, target: LogEntry) -> tuple[int, int, int]:
        """The number below the entry that undoes `target`, and the tops of both piles after it."""
        number, undo_top, redo_top = self.revision + 1, self.head.undo_top, self.head.redo_top
        if target.number == undo_top:
            return redo_top, target.below, number
        if target.number == redo_top:
            return 0, target.undoes or 0, target.below
        return undo_top, number, 0

    def _turn(self, root: int) -> None:
        """The root of a chain is undone, or stands again, and its chain with it."""
        # Undone and redone in one batch, nothing has to be written.
        self.turns ^= {root}
        for entry in self.entries.values():
            if (entry.root or entry.number) == root:
                self.entries[entry.number] = replace(entry, undone=not entry.undone)

    def _entry(self, text: str, key: str, changes: Changes, **undo: Any) -> LogEntry:
        number, now = self.revision + 1, timezone.now()
        return LogEntry(number, key, text, changes, now, self.device, **undo)

    def _append(self, entry: LogEntry, after: Party, undo_top: int, redo_top: int) -> None:
        self.head = replace(
            self.head,
            revision=entry.number,
            renewed=entry.number if entry.verb in RENEWING else self.head.renewed,
            updated=entry.created,
            undo_top=undo_top,
            redo_top=redo_top,
        )
        self.entries[entry.number] = entry
        self.additions.append(entry.number)
        self.state = after
        # History looks back from the nearest whole state instead of from now.
        if entry.number % STRIDE == 0:
            self.states[entry.number] = flat(after)

    def _recent(self) -> range:
        return range(self.revision, max(0, self.revision - RECENT), -1)


def state_at(party: Table | Ledger, number: int, newest: Sequence[LogEntry] = ()) -> Party:
    """The party as it stood right after entry `number`; 0 is the beginning.

    Goes back through the `newest` entries, where they are at hand, then through the log: from
    there, or from a state kept with an entry.
    """
    values, start = flat(party.state), party.revision
    reach = start - len(newest)
    log = models.Entry.objects.filter(party=party.party_id)
    if number < reach:
        # Rounded up: states are rewound, never played forward.
        next_kept = max(1, -(-number // STRIDE)) * STRIDE
        nearest = log.filter(number=next_kept, state__isnull=False)
        start, kept = nearest.values_list("number", "state").first() or (start, {})
        values |= kept or {}
    rewound: Iterable[Changes] = [e.changes for e in newest if number < e.number <= start]
    if number < reach:
        later = log.filter(number__gt=number, number__lte=min(start, reach)).order_by("-number")
        rewound = chain(rewound, later.values_list("changes", flat=True).iterator())
    for changes in rewound:
        for path, (before, _) in changes.items():
            values[path] = before
    return from_flat(values)
