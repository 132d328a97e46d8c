"""Reading many parties at once: those a browser remembers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tracker import models
from tracker.rules.table.changes import FIELDS, PLAYER_FIELDS
from tracker.rules.table.party import Party, Player


@dataclass(frozen=True)
class Known:
    """A party as it is listed, without its log."""

    code: str
    state: Party
    updated: datetime


def parties_known(codes: Sequence[str]) -> list[Known]:
    """The parties with these codes, in this order; a code nobody has is passed over."""
    rows = models.Party.objects.filter(code__in=codes)
    columns = list(rows.values_list("id", "code", "updated", *FIELDS))
    players: dict[int, list[Player]] = {pk: [] for pk, *_ in columns}
    values = models.Player.objects.filter(party__in=players).order_by("number")
    for pk, *about in values.values_list("party", *PLAYER_FIELDS):
        players[pk].append(Player(*about))
    found = {
        code: Known(
            code, Party(tuple(players[pk]), **dict(zip(FIELDS, about, strict=True))), updated
        )
        for pk, code, updated, *about in columns
    }
    return [found[code] for code in codes if code in found]
