"""The strong player of Castle."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.rules.games._shedding import LOW_TO_HIGH
from tracker.rules.games.castle import Castle, CastleState
from tracker.rules.players._levels import Chance, laying, named
from tracker.rules.players._scores import (
    Weights,
    Worth,
    nearly_best,
    phase,
    score_of_laying,
    unseen_ranks,
)
from tracker.rules.protocol import Decision

GAME = Castle()
NEAR = (0.5,) * 99 + (1000,)
"""How near the best a score must be; once in a hundred turns anything goes, short of a win."""


def strong(view: CastleState, seat: int, chance: Chance) -> Decision:
    """Weighs every card by what it lets go, burns and leaves to the other; never picks up early."""
    choices = laying(GAME, view, seat)
    if not named(choices[0]):
        return chance.choice(choices)
    unseen, near = unseen_ranks(view), chance.choice(NEAR)
    return nearly_best(choices, lambda each: _score(view, seat, each, unseen), near, chance)


def _score(view: CastleState, seat: int, decision: Decision, unseen: Mapping[str, int]) -> float:
    after = GAME.play(view, seat, decision, tuple)
    fitting = [rank for rank in LOW_TO_HIGH if GAME.fits(after, f"{rank}c")]
    return score_of_laying(WEIGHTS[phase(view)], view, after, fitting, unseen)


WEIGHTS = {
    "deck": Weights(
        first=(-8.9, 3.2, 16.0, 10.7, 1.3, 3.5, -14.0, -1.1, -1.3, -4.5, -15.1, -4.7, -4.4),
        more=(8.8, 7.9, -1.9, 2.3, 2.9, 5.4, 0.6, 3.6, -3.1, 3.7, -2.9, 1.2, -3.4),
        burn=Worth(-2.1, 1.46),
        stuck=Worth(-1.9, -6.10),
        danger=-2.9,
        last=0.0,
    ),
    "hand": Weights(
        first=(-11.0, 4.7, 5.9, 13.8, 3.2, 2.5, -6.6, -1.2, -0.5, -4.0, -7.7, -13.9, -25.8),
        more=(0.5, 11.1, -0.9, 5.2, 1.7, 5.9, 3.3, 0.6, -1.6, -0.7, -0.8, -2.6, -1.3),
        burn=Worth(0.9, 1.92),
        stuck=Worth(-5.3, 2.24),
        danger=16.1,
        last=-5.5,
    ),
    "shown": Weights(
        first=(-11.8, 7.3, 6.0, 6.0, 5.8, -1.3, -0.6, 0.4, -3.0, -3.6, -10.8, -16.2, -9.9),
        more=(7.1, 1.5, -3.7, 8.7, 6.0, -3.8, -0.4, -0.6, -1.9, 1.0, -0.3, 0.5, 2.7),
        burn=Worth(-3.5, -7.82),
        stuck=Worth(7.1, -0.48),
        danger=-8.3,
        last=-4.3,
    ),
}
"""Found by playing, like those of Shiphead."""
