"""Which entries of a log are told as one: quick taps on one number, as on a player's hit points."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from tracker.rules.table.changes import place_of
from tracker.rules.table.party import TALLIES, count_field
from tracker.services.party.entry import Entry

BURST = timedelta(seconds=2)  # changes closer together count as one
TAPPED = ("hp", *(count_field(int(number)) for number in TALLIES))


def bursts(entries: Iterable[Entry]) -> list[list[Entry]]:
    """Taps on one number that follow each other closely, together; other entries alone.

    Two people tapping at once make two bursts; any other entry ends them all.
    """
    found: list[list[Entry]] = []
    running: dict[str, list[Entry]] = {}
    for entry in entries:
        path = tapped(entry)
        if not path:
            running.clear()
        elif path in running and _belongs(entry, running[path][-1]):
            running[path].append(entry)
            continue
        found.append([entry])
        if path:
            running[path] = found[-1]
    return found


def tapped(entry: Entry) -> str:
    """Where the number stands that a tap moved, or a tap taken back; "" for other entries."""
    command = entry.command
    if command.path and command.amount[:1] in ("+", "-"):
        return command.path
    path = next(iter(entry.changes), "")
    moved = place_of(path)[1] in TAPPED and entry.undoes and len(entry.changes) == 1
    return path if moved else ""


def _belongs(entry: Entry, later: Entry) -> bool:
    kind, other = ((some.undone, bool(some.undoes), some.device) for some in (entry, later))
    return kind == other and later.created - entry.created <= BURST
