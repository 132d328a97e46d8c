"""A party as it stands, read for its screens."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from tracker.rules.table.party import Party
from tracker.services.party.entry import Entry

STORAGE_KEY = re.compile(r"([0-9]{1,18})\.([0-9]{1,11})")


@dataclass(frozen=True, kw_only=True)
class Table:
    """`recent` are the newest entries, newest first; `undo` what the undo button takes back and
    `redo` what the redo button brings back, which is the undo of entry `redo_top`.
    """

    party_id: int
    code: str
    watch_code: str
    created: datetime
    revision: int
    state: Party
    recent: tuple[Entry, ...] = ()
    undo: Entry | None = None
    redo: Entry | None = None
    redo_top: int = 0
    best: tuple[int, int] = (0, 0)
    """The record of its best finished run."""
    runs_found: bool = True
    """Whether its finished runs are worked out, so that they can be read."""

    @property
    def storage_key(self) -> str:
        """What phones keep its taps under; its code may change, its number come again."""
        return f"{self.party_id}.{int(self.created.timestamp())}"
