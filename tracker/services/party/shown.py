"""The sight of a phone when it sent a command: the table as it was, and its own taps on it.

A phone that waits for the network shows its own taps as done. So a command is judged by what
others have done since the revision that it names, and never by what its own phone did.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from tracker.rules.refusals import Refused
from tracker.rules.table.changes import replay
from tracker.rules.table.commands import Command
from tracker.rules.table.costs import cost_between
from tracker.rules.table.party import Party
from tracker.rules.words import gettext_noop
from tracker.services.party.entry import Entry
from tracker.services.party.ledger import Ledger

PHONE = re.compile(r"\w+-(\w+)\.")  # in the keys that static/js/memory.js makes
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
        phones = {match[1] for match in map(PHONE.match, keys) if match}
        return cls(ledger, phones.pop() if len(phones) == 1 else "", ledger.revision)

    def differs(self, command: Command, revision: int, after: Party) -> bool:
        """Whether it costs something else now than it did in sight of its sender.

        Also where that is too long ago to say. `after` is the party once it is done now.
        """
        now = self.ledger
        if revision in (self.start, now.revision) or self._is_last(revision):
            return False
        try:
            then = self._party(revision)
            cost = cost_between(command, then, command.apply(then))
        except Refused:
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
        number, party = self.seen.get(revision) or (revision, self.ledger.state_at(revision))
        self.steps += self.ledger.revision - number
        if self.steps > MOST_STEPS:
            raise Refused(gettext_noop("That was too long ago."))
        for later in range(number + 1, self.ledger.revision + 1):
            entry = self.ledger.entries[later]
            if self._is_own(entry):
                party = _done(party, entry)
        self.seen[revision] = (self.ledger.revision, party)
        return party

    def _is_own(self, entry: Entry) -> bool:
        match = PHONE.match(entry.key)
        return entry.number > self.start or bool(self.phone and match and match[1] == self.phone)


def _done(party: Party, entry: Entry) -> Party:
    """With what the entry did: as its phone has painted it, else as it came to be."""
    try:
        return Command.read(entry.text).apply(party)
    except Refused:
        return replay(party, entry.changes)
