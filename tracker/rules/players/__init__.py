"""Computer players: they decide from what their seat sees, like everybody else."""

from typing import Any

from tracker.rules.games import GAMES
from tracker.rules.players.people import COOP, RASCAL, SOLO
from tracker.rules.players.shedding import (
    CASTLE,
    SHIPHEAD,
    at_random,
    least_first,
    strong_castle,
    strong_shiphead,
)
from tracker.rules.protocol import Computer, Decision, Dice

__all__ = ["PLAYERS", "Dice", "Computer", "decision_of"]

PLAYERS: dict[str, dict[str, Computer]] = {
    "shiphead": {
        "easy": at_random(SHIPHEAD),
        "medium": least_first(SHIPHEAD),
        "strong": strong_shiphead,
    },
    "castle": {
        "easy": at_random(CASTLE),
        "medium": least_first(CASTLE),
        "strong": strong_castle,
    },
    "coop": COOP,
    "solo": SOLO,
    "rascal": RASCAL,
}
"""By the key of the game, then by level."""


def decision_of(key: str, level: str, state: Any, seat: int, chance: Dice) -> Decision:
    """The decision of the player of this level, who is shown only the seat's view of the state."""
    return PLAYERS[key][level](GAMES[key].view(state, seat), seat, chance)
