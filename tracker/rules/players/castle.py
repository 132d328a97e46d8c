"""The strong player of Castle."""

from __future__ import annotations

from tracker.rules.games.castle import Castle, CastleState
from tracker.rules.players.levels import Dice, laying, named
from tracker.rules.players.trials import best_by_trials
from tracker.rules.protocol import Decision

GAME = Castle()
TRIALS = 250
"""In all, for one decision."""


def strong(view: CastleState, seat: int, chance: Dice) -> Decision:
    """Plays every card on to the end many times over; never picks up early."""
    choices = laying(GAME, view, seat)
    if not named(choices[0]):
        return chance.choice(choices)
    return best_by_trials(GAME, view, choices, TRIALS, chance)
