"""Computer players: they decide from what their seat sees, like everybody else."""

from typing import Any

from tracker.rules.players import castle, lone, shiphead
from tracker.rules.players.coop import COOP
from tracker.rules.players.levels import Computer, Dice, at_random, least_first
from tracker.rules.protocol import Decision
from tracker.rules.registry import GAMES

__all__ = ["PLAYERS", "Dice", "Computer", "decision_of"]

PLAYERS: dict[str, dict[str, Computer]] = {
    "shiphead": {
        "easy": at_random(shiphead.GAME),
        "medium": least_first(shiphead.GAME),
        "strong": shiphead.strong,
    },
    "castle": {
        "easy": at_random(castle.GAME),
        "medium": least_first(castle.GAME),
        "strong": castle.strong,
    },
    "coop": COOP,
    "solo": lone.SOLO,
    "rascal": lone.RASCAL,
}
"""By the key of the game, then by level."""


def decision_of(key: str, level: str, state: Any, seat: int, chance: Dice) -> Decision:
    """The decision of the player of this level, who is shown only the seat's view of the state."""
    return PLAYERS[key][level](GAMES[key].view(state, seat), seat, chance)
