"""What will be gone when a party, or one of its saves, is deleted for good."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import datetime

from tracker.boards.party.invite import code_groups
from tracker.boards.words.names import player_name
from tracker.services.party.deletion import Extent
from tracker.services.party.table import Table


@dataclass(frozen=True)
class DeletionBoard:
    """`called` is what has to be typed."""

    called: str
    party: str
    """What this phone keeps the party's taps under."""
    people: tuple[str, ...]
    entries: int
    saves: int
    created: datetime


def deletion_board(table: Table, extent: Extent) -> DeletionBoard:
    return DeletionBoard(
        called=party_called(table),
        party=table.storage_key,
        people=tuple(player_name(table.state, number) for number in table.state.seated),
        entries=extent.entries,
        saves=extent.saves,
        created=extent.created,
    )


def party_called(table: Table) -> str:
    """The party's own name; else that of its first player, else the start of its code."""
    first = [player_name(table.state, number) for number in table.state.seated[:1]]
    names = (table.state.title, *first, code_groups(table.code)[0])
    return next(name for name in names if said(name))


def said(name: str) -> str:
    """A name as it is said aloud: whatever its letters look like, and however they are spaced."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
