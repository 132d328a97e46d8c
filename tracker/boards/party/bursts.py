"""Which entries of a log are told as one: quick taps on one player's hit points."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from tracker.rules.table.changes import place_of
from tracker.services.party.entry import Entry

BURST = timedelta(seconds=2)  # changes closer together count as one


def bursts(entries: Iterable[Entry]) -> list[list[Entry]]:
    """Taps on one player's hp that follow each other closely, together; other entries alone.

    Two people tapping at once make two bursts; any other entry ends them all.
    """
    found: list[list[Entry]] = []
    running: dict[int, list[Entry]] = {}
    for entry in entries:
        player = _tapped(entry)
        if player is None:
            running.clear()
        elif player in running and _belongs(entry, running[player][-1]):
            running[player].append(entry)
            continue
        found.append([entry])
        if player is not None:
            running[player] = found[-1]
    return found


def _tapped(entry: Entry) -> int | None:
    """The player whose hit points a tap moved, or a tap taken back; None for other entries."""
    command = entry.command
    if command.verb == "hp" and command.sign in ("+", "-"):
        return command.player
    player, field = place_of(next(iter(entry.changes), ""))
    return player if field == "hp" and entry.undoes and len(entry.changes) == 1 else None


def _belongs(entry: Entry, later: Entry) -> bool:
    kind, other = ((some.undone, bool(some.undoes), some.device) for some in (entry, later))
    return kind == other and later.created - entry.created <= BURST
