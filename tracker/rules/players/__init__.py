"""Computer players: they decide from what their seat sees, like everybody else."""

from typing import Any

from tracker.rules.players import castle, lone, shiphead
from tracker.rules.players.coop import COOP
from tracker.rules.players.levels import Chance, Computer, at_random, least_first
from tracker.rules.protocol import Decision
from tracker.rules.registry import GAMES

__all__ = ["PLAYERS", "Chance", "Computer", "decision_of"]

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


def decision_of(key: str, level: str, state: Any, seat: int, chance: Chance) -> Decision:
    """What the player of this level does; of the state it is shown the seat's view only."""
    return PLAYERS[key][level](GAMES[key].view(state, seat), seat, chance)
