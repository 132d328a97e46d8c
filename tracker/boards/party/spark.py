"""How a lone player's health went lately, as a small line on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

from tracker.boards.words.names import signed
from tracker.rules.games.dungeon import MAX_HP
from tracker.rules.table.changes import path_of
from tracker.rules.table.party import Party
from tracker.services.party.entry import Entry

FEWEST = 2  # changes that are worth a line


@dataclass(frozen=True)
class Spark:
    """One change is one unit to the right, one hit point one unit down, no lower than 0.

    `floor` is the floor on which it begins.
    """

    width: int
    line: str
    floor: int
    label: str


def spark(party: Party, number: int, recent: Sequence[Entry]) -> Spark | None:
    """From the entries at hand, newest first, as far as they belong to this run."""
    path, floor = path_of(number, "hp"), party.floor
    values = [party.players[number].hp]
    for entry in recent:
        if entry.text == "new":
            break
        floor = int(entry.changes.get("floor", (floor,))[0])
        if path in entry.changes:
            values.append(int(entry.changes[path][0]))
    count = len(values) - 1
    return Spark(count, _line(values[::-1]), floor, _label(values)) if count >= FEWEST else None


def _line(values: Sequence[int]) -> str:
    places = [MAX_HP - max(0, value) for value in values]
    return f"M0 {places[0]}" + "".join(
        f"H{turn}V{place}" for turn, place in enumerate(places[1:], 1)
    )


def _label(values: Sequence[int]) -> str:
    count = len(values) - 1
    words = ngettext(
        "Health over the last {count} change, from {first} to {last}",
        "Health over the last {count} changes, from {first} to {last}",
        count,
    )
    return words.format(count=count, first=signed(values[-1]), last=signed(values[0]))
