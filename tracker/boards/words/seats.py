"""A player of a table as the screens list them: crest, name and health."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.boards.words.names import player_name, signed
from tracker.rules.table.state.party import Party


@dataclass(frozen=True)
class SeatNote:
    number: int
    """The number by which commands name the player."""
    name: str
    hp: str
    fallen: bool

    @property
    def seat(self) -> int:
        """The number on the crest, from 1."""
        return self.number + 1


def seat_note(state: Party, number: int) -> SeatNote:
    player = state.players[number]
    return SeatNote(number, player_name(state, number), signed(player.hp), player.fallen)


def seat_notes(state: Party) -> tuple[SeatNote, ...]:
    """The players at the table with their health, in table order."""
    return tuple(seat_note(state, number) for number in state.seated)
