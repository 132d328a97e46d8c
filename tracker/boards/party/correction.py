"""The card that was dealt with last, and what was likelier meant if that was wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from tracker.boards.party.lines import line_label
from tracker.boards.party.outcome import outcome
from tracker.boards.words.names import short_name
from tracker.rules.input import first_and_rest
from tracker.rules.table.changes import rewind
from tracker.rules.table.party import Party
from tracker.rules.table.rascal import INV
from tracker.rules.table.room import next_living
from tracker.rules.table.ways import pocket_ways, ways
from tracker.services.party.table import Table

MOST = 2


@dataclass(frozen=True)
class Instead:
    """What is done in place of it: "Bare hands: −7, 5 left", "Odo: −7, 5 left"."""

    seat: int
    command: str
    label: str
    text: str


@dataclass(frozen=True)
class LastTake:
    """`undo` takes it back; one of `instead` follows at once."""

    label: str
    undo: str
    instead: tuple[Instead, ...]


def last_take(table: Table) -> LastTake | None:
    """None where the newest change that stands is no card of a room."""
    entry = table.undo
    verb, rest = first_and_rest(entry.text) if entry else ("", "")
    if entry is None or verb != "take" or entry.command.player is None:
        return None
    name, done = first_and_rest(rest)
    number, card = entry.command.player, entry.command.card
    before = rewind(table.state, entry.changes)
    found = (
        _instead(before, other, f"take:{name}:{deed}", by_another=other != number)
        for other, deed in _deeds(before, number, card, done)
        if deed != done
    )
    label = line_label(entry, table.state)
    return LastTake(label, f"undo:{entry.number}", tuple(islice(found, MOST)))


def _deeds(before: Party, number: int, card: str, done: str) -> Iterator[tuple[int, str]]:
    """The other ways of whoever did it, then what is taken for granted of the others in turn."""
    pocket = done.startswith(INV)
    for deed in pocket_ways(before, number) if pocket else ways(before, number, card):
        yield number, deed
    other = next_living(before, number)
    while other != number and other in before.living:
        yield from ((other, deed) for deed in ways(before, other, card)[:1])
        other = next_living(before, other)


def _instead(before: Party, number: int, command: str, by_another: bool) -> Instead:
    found = outcome(before, number, command)
    own = found.label if ":fight:" in command else found.says
    label = short_name(before, number) if by_another else own
    return Instead(number + 1, command, label, found.text)
