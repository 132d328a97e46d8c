"""The strong player of Shiphead."""

from __future__ import annotations

from tracker.rules.games.shiphead import Shiphead, ShipheadState
from tracker.rules.players.levels import Dice
from tracker.rules.players.trials import best_by_trials
from tracker.rules.protocol import Decision

GAME = Shiphead()
TRIALS = 400
"""In all, for one decision against one other; among more, half as many again."""


def strong(view: ShipheadState, seat: int, chance: Dice) -> Decision:
    """Plays every decision on to the end many times over."""
    choices = GAME.distinct(view, seat)
    if view.holding.pile == "hidden":
        return chance.choice(choices)
    trials = TRIALS if len(view.players) == 2 else TRIALS * 3 // 2
    return best_by_trials(GAME, view, choices, trials, chance)
