"""The one way anything of a party changes: commands, each at most once, in one transaction."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from tracker.rules.input import excerpt, whole_number
from tracker.rules.refusals import Malformed, Refused
from tracker.rules.table.commands import Command
from tracker.rules.table.party import Party
from tracker.rules.words import gettext_noop
from tracker.services.news import announce, party_topic
from tracker.services.party import saves
from tracker.services.party.entry import Entry
from tracker.services.party.ledger import Ledger
from tracker.services.party.parties import open_ledger
from tracker.services.party.runs import runs_follow
from tracker.services.party.shown import Shown
from tracker.services.party.surprise import Surprise
from tracker.services.writing import writing

MOST_COMMANDS = 200
KEY = re.compile(r"[A-Za-z0-9._-]{1,64}")


@dataclass(frozen=True)
class Envelope:
    """A command as it is sent, with the key that makes sending it again harmless."""

    text: str
    key: str = field(default_factory=lambda: uuid.uuid4().hex)
    revision: int | None = None
    """Of the party as it was shown when the command was chosen, None where that was not sent."""

    @cached_property
    def command(self) -> Command:
        return Command.read(self.text)


@dataclass(frozen=True)
class Receipt:
    """What became of some commands: the party now, the keys now in the log, the refusals by key."""

    ledger: Ledger
    done: list[str]
    refusals: dict[str, Refused]

    def entries_of(self, commands: Sequence[Envelope]) -> list[Entry]:
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
        raise Malformed(gettext_noop("That is not something this table can take in."))
    with writing():
        ledger = open_ledger(code, lock=True)
        ledger.device = device
        in_view = ledger.in_view() if with_table else []
        ledger.read(numbers=[*_undo_targets(commands), *in_view], keys=[c.key for c in commands])
        before = ledger.state
        receipt = _carry_out(ledger, commands, together)
        _store(ledger, before)
        runs_follow(ledger, before)
    return receipt


def _undo_targets(commands: Sequence[Envelope]) -> list[int]:
    """The numbers of the entries they would undo."""
    undos = (envelope.command for envelope in commands)
    return [whole_number(undo.value) or 0 for undo in undos if undo.verb == "undo"]


def _carry_out(ledger: Ledger, commands: Sequence[Envelope], together: bool) -> Receipt:
    receipt = Receipt(ledger, [], {})
    keys = {entry.key for entry in ledger.entries.values()}
    shown = Shown.of(ledger, [envelope.key for envelope in commands])
    for envelope in commands:
        try:
            if envelope.key not in keys:
                _do(ledger, envelope, shown)
                keys.add(envelope.key)
            receipt.done.append(envelope.key)
        except Refused as reason:
            if together:
                raise
            receipt.refusals[envelope.key] = reason
    return receipt


def _do(ledger: Ledger, envelope: Envelope, shown: Shown) -> None:
    command, floor = envelope.command, ledger.state.floor
    if command.verb in DEEDS:
        command.check()
        return DEEDS[command.verb](ledger, command.value, envelope.key)
    after = command.apply(ledger.state)
    seen = envelope.revision if command.deed.check().costs else None
    if seen is not None and shown.differs(command, seen, after):
        raise Surprise(command, ledger.state)
    ledger.write(command.text, envelope.key, after)
    if ledger.state.floor > floor:
        saves.save_floor(ledger)


def _undo(ledger: Ledger, text: str, key: str) -> None:
    number = whole_number(text)
    if number is None:
        raise Malformed(gettext_noop("There is no line “{number}” to undo."), number=excerpt(text))
    ledger.take_back(number, key)


DEEDS: dict[str, Callable[[Ledger, str, str], None]] = {
    "undo": _undo,
    "save": saves.save,
    "load": saves.load,
    "resave": saves.resave,
    "return": saves.go_back,
}
"""What is done to the log and the saves, of which the rules know nothing but the verb."""


def _store(ledger: Ledger, before: Party) -> None:
    """Writes the columns that changed and one row for each new entry."""
    if not ledger.additions:
        return
    rows, party_id, new = ledger.rows, ledger.party_id, set(ledger.additions)
    rows.update_party(ledger.head, ledger.state)
    for number, player in enumerate(ledger.state.players):
        if player != before.players[number]:
            rows.update_player(party_id, number, player)
    if older := sorted(ledger.turns - new):
        rows.turn_entries(party_id, older)
    entries = (ledger.entries[number] for number in ledger.additions)
    # Whether an undo stands follows from its root: of itself it keeps nothing.
    kept = (replace(entry, undone=False) if entry.root else entry for entry in entries)
    rows.add_entries(party_id, kept, ledger.states)
    announce(party_topic(party_id), ledger.revision)
