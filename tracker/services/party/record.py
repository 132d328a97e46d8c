"""The one way anything of a party changes: commands, each at most once, in one transaction.

A phone that waits for the network shows its own taps as done. So a command is judged by what
others have done since the revision that it names, and never by what its own phone did.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from tracker.rules.input import excerpt, whole_number
from tracker.rules.table.room.changes import replay
from tracker.rules.table.state.fields import Value
from tracker.rules.table.state.party import Party
from tracker.rules.table.verbs.commands import Command, cost_between
from tracker.rules.words import Malformed, Refused, gettext_noop
from tracker.services.news import announce, party_topic
from tracker.services.party import saves
from tracker.services.party.ledger import CHANGED_MEANWHILE, CHANGED_NOTHING, Ledger, state_at
from tracker.services.party.parties import open_ledger
from tracker.services.party.runs import runs_follow
from tracker.services.party.table import LogEntry
from tracker.services.writing import writing

MOST_COMMANDS = 200
KEY = re.compile(r"[A-Za-z0-9._-]{1,64}")
KEY_OF_PHONE = re.compile(r"\w+-(\w+)\.\w*", re.ASCII)  # static/js/outbox/memory.js makes them


@dataclass(frozen=True)
class Envelope:
    """A command as it is sent, with the key that makes sending it again harmless."""

    text: str
    key: str = field(default_factory=lambda: uuid.uuid4().hex)
    revision: int | None = None
    """The party's revision on show when the command was chosen, None where that was not sent."""

    @cached_property
    def command(self) -> Command:
        return Command.read(self.text)


@dataclass(frozen=True)
class Receipt:
    """Results of some commands: the party now, the keys now in the log, the refusals by key."""

    ledger: Ledger
    done: list[str]
    refusals: dict[str, Refused]

    def entries_of(self, commands: Sequence[Envelope]) -> list[LogEntry]:
        """Their lines in the log, of those that are done, in order."""
        by_key = {entry.key: entry for entry in self.ledger.entries.values()}
        return [by_key[envelope.key] for envelope in commands if envelope.key in by_key]


def party_record(
    *,
    code: str,
    commands: Sequence[Envelope],
    together: bool = False,
    device: str = "",
    with_table: bool = False,
) -> Receipt:
    """Carries out commands in order, each at most once by its key, all in one transaction.

    `device` is the number of the player whose phone it is, "" for one of the whole table. Whoever
    shows the table afterwards says so (`with_table`): all that it needs is then read at once.

    A refused command changes nothing and is named with its reason; the others go on, but with
    `together` the first refusal is raised and nothing at all is done. Raises Missing, and
    Malformed where a key is malformed or there are none or too many commands.
    """
    if not 0 < len(commands) <= MOST_COMMANDS or not all(KEY.fullmatch(c.key) for c in commands):
        raise Malformed(gettext_noop("The table can’t use that."))
    with writing():
        ledger = open_ledger(code, lock=True)
        ledger.device = device
        in_view = ledger.in_view() if with_table else []
        undone = [c.command.value for c in commands if c.command.verb == "undo"]
        numbers = filter(None, map(whole_number, undone))
        keys = filter(KEY_OF_PHONE.fullmatch, undone)
        ledger.read(numbers=[*numbers, *in_view], keys=[*(c.key for c in commands), *keys])
        before = ledger.state
        receipt = _carry_out(ledger, commands, together)
        runs_follow(ledger, before)
        _store(ledger, before)
    return receipt


def _carry_out(ledger: Ledger, commands: Sequence[Envelope], together: bool) -> Receipt:
    receipt = Receipt(ledger, [], {})
    # Read under the lock, so no other phone can add one of them meanwhile.
    keys = {entry.key for entry in ledger.entries.values()}
    shown = Shown.of(ledger, [envelope.key for envelope in commands])
    for envelope in commands:
        try:
            if envelope.key not in keys:
                _do(ledger, envelope, shown)
                # One key may come twice in one batch.
                keys.add(envelope.key)
            receipt.done.append(envelope.key)
        except Refused as reason:
            if together:
                raise
            receipt.refusals[envelope.key] = reason
    return receipt


def _do(ledger: Ledger, envelope: Envelope, shown: Shown) -> None:
    command, floor = envelope.command, ledger.state.floor
    if command.verb in LOG_VERBS:
        command.check()
        return LOG_VERBS[command.verb](ledger, command.value, envelope.key)
    seen = envelope.revision
    if seen is not None and shown.is_renewed(command, seen):
        raise Refused(CHANGED_MEANWHILE)
    after = command.apply(ledger.state)
    if seen is not None and command.deed.check().costs and shown.differs(command, seen, after):
        raise OutcomeChanged(command, ledger.state)
    ledger.write(command.text, envelope.key, after)
    # Not by verb: `floor:+1` and `descend` both begin a floor.
    if ledger.state.floor > floor:
        saves.save_floor(ledger)


def _undo(ledger: Ledger, text: str, key: str) -> None:
    """Undoes an entry by its number, or by its key while its phone has no answer yet."""
    if KEY_OF_PHONE.fullmatch(text):
        number = next((n for n, entry in ledger.entries.items() if entry.key == text), None)
        if number is None:
            raise Refused(CHANGED_NOTHING)
    else:
        number = whole_number(text)
    if number is None:
        raise Malformed(gettext_noop("There is no entry “{number}” to undo."), number=excerpt(text))
    ledger.take_back(number, key)


LOG_VERBS: dict[str, Callable[[Ledger, str, str], None]] = {
    "undo": _undo,
    "save": saves.save,
    "load": saves.load,
    "resave": saves.resave,
    "return": saves.go_back,
}
"""Actions on the log and the saves, of which the rules know nothing but the verb."""


def _store(ledger: Ledger, before: Party) -> None:
    """Writes the columns that changed and one row for each new entry."""
    # Repeats alone write nothing, so a phone that retries costs no disk.
    if not ledger.additions:
        return
    rows, party_id, new = ledger.rows, ledger.party_id, set(ledger.additions)
    rows.update_party(ledger.head, ledger.state)
    for number, player in enumerate(ledger.state.players):
        if player != before.players[number]:
            rows.update_player(party_id, number, player)
    if older := sorted(ledger.turns - new):
        rows.turn_entries(party_id, older)
    entries = [ledger.entries[number] for number in ledger.additions]
    # Whether an undo stands follows from its root: of itself it keeps nothing.
    kept = (replace(entry, undone=False) if entry.root else entry for entry in entries)
    rows.add_entries(party_id, kept, ledger.states)
    announce(party_topic(party_id), ledger.revision, _numbers(entries))


def _numbers(entries: Sequence[LogEntry]) -> str:
    """The health by path, in JSON, where each of these entries changes one player's; else "".

    `from` is the revision before them. Somebody who falls or rises changes more than a number, and
    so does an undo: it can no longer be done by a button that another phone shows.
    """
    values: dict[str, Value] = {}
    for entry in entries:
        (path, (before, now)), *more = entry.changes.items() or [("", (0, 0))]
        if more or entry.undoes or not path.endswith(".hp") or (int(before) > 0) != (int(now) > 0):
            return ""
        values[path] = now
    number = entries[0].number - 1
    return json.dumps({"from": number, "revision": number + len(entries), "values": values})


MOST_BACK = 500  # entries that come between what a phone shows and what it sends
MOST_STEPS = 2_000  # that a batch is followed, entry by entry, while nobody else can write


@dataclass
class Shown:
    """The sight of a batch's sender; to be made before anything of the batch is done."""

    ledger: Ledger
    phone: str
    """As its keys name it, "" for a sender whose keys do not."""
    start: int
    """The revision before the batch."""
    seen: dict[int, tuple[int, Party]] = field(default_factory=dict)
    """The party as it was shown, by revision, with the newest entry that it has been taken to."""
    others: int | None = None
    steps: int = 0

    @classmethod
    def of(cls, ledger: Ledger, keys: Iterable[str]) -> Shown:
        phones = {match[1] for match in map(KEY_OF_PHONE.match, keys) if match}
        return cls(ledger, phones.pop() if len(phones) == 1 else "", ledger.revision)

    def is_renewed(self, command: Command, revision: int) -> bool:
        """Whether others have put another player, counter or run in the place it was chosen for."""
        # Nearly always: nobody has.
        if revision >= self.ledger.head.renewed:
            return False
        target = command.target
        return any(entry.renews(target, revision) for entry in self.renewals)

    @cached_property
    def renewals(self) -> list[LogEntry]:
        return [entry for entry in self.ledger.renewals() if not self._is_own(entry)]

    def differs(self, command: Command, revision: int, after: Party) -> bool:
        """Whether it costs something else now than it did in sight of its sender.

        Also where that is too long ago to say. `after` is the party once it is done now.
        """
        now = self.ledger
        # Nothing of others came in between: what was shown is what is done.
        if revision in (self.start, now.revision) or self._is_last(revision):
            return False
        try:
            then = self._party(revision)
            cost = cost_between(command, then, command.apply(then))
        except Refused:
            # Commands that were refused then, or are too far back to work out, are asked about too.
            return True
        return cost != cost_between(command, now.state, after)

    def _is_last(self, revision: int) -> bool:
        """Whether nobody else has made an entry since."""
        if self.others is None:
            self.others = self._newest_of_others() if self.phone else self.start
        return self.others <= revision < self.start

    def _newest_of_others(self) -> int:
        ledger, after = self.ledger, max(0, self.start - MOST_STEPS)
        return ledger.rows.newest_beside(ledger.party_id, f"%-{self.phone}.%", after) or after

    def _party(self, revision: int) -> Party:
        """The party of that revision, as this phone has changed it since. Raises Refused."""
        ledger = self.ledger
        number, party = self.seen.get(revision) or (revision, None)
        between = ledger.revision - number
        near = party is not None or 0 <= between <= MOST_BACK
        self.steps += between if near else 0
        if not near or self.steps > MOST_STEPS:
            raise Refused(gettext_noop("That was too long ago."))
        party = party or state_at(ledger, revision, ledger.newest(revision))
        for later in range(number + 1, ledger.revision + 1):
            entry = ledger.entries[later]
            if self._is_own(entry):
                party = _done(party, entry)
        self.seen[revision] = (ledger.revision, party)
        return party

    def _is_own(self, entry: LogEntry) -> bool:
        match = KEY_OF_PHONE.match(entry.key)
        return entry.number > self.start or bool(self.phone and match and match[1] == self.phone)


def _done(party: Party, entry: LogEntry) -> Party:
    """With what the entry did: as its phone has painted it, else as it came to be."""
    try:
        return Command.read(entry.text).apply(party)
    except Refused:
        return replay(party, entry.changes)


class OutcomeChanged(Refused):
    """The table has changed, so that the command would cost something else now.

    It is not done but asked again; `party` is the party in which it would be done.
    """

    def __init__(self, command: Command, party: Party) -> None:
        super().__init__(CHANGED_MEANWHILE)
        self.command = command
        self.party = party
