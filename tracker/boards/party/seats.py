"""Everybody at a table in a few figures, as lists of parties and saves show them."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.boards.words.names import player_name, signed
from tracker.rules.table.party import Party


@dataclass(frozen=True)
class SeatNote:
    seat: int
    """The number on the crest, from 1."""
    name: str
    hp: str
    fallen: bool


def seat_notes(state: Party) -> tuple[SeatNote, ...]:
    """In table order."""
    return tuple(
        SeatNote(n + 1, player_name(state, n), signed(player.hp), player.fallen)
        for n in state.seated
        for player in [state.players[n]]
    )
