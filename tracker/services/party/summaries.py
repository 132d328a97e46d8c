"""Reading many parties at once: those a browser remembers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tracker import models
from tracker.rules.table.party import FIELDS, Party
from tracker.rules.table.player import PLAYER_FIELDS, Player


@dataclass(frozen=True)
class Summary:
    """A party as it is listed, without its log."""

    code: str
    state: Party
    updated: datetime


def party_summaries(codes: Sequence[str]) -> list[Summary]:
    """The parties with these codes, in this order; a code nobody has is passed over."""
    parties = models.Party.objects.filter(code__in=codes).in_bulk(field_name="code")
    players: dict[int, list[Player]] = {party.pk: [] for party in parties.values()}
    for row in models.Player.objects.filter(party__in=players).order_by("number"):
        values = {name: getattr(row, name) for name in PLAYER_FIELDS}
        players[row.party_id].append(Player(**values))
    return [_summary(parties[code], players) for code in codes if code in parties]


def _summary(party: models.Party, players: dict[int, list[Player]]) -> Summary:
    values = {name: getattr(party, name) for name in FIELDS}
    return Summary(party.code, Party(players=tuple(players[party.pk]), **values), party.updated)
