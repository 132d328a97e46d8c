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


def strong(view: CastleState, seat: int, chance: Chance) -> Decision:
    """Weighs every card by what it lets go, burns and leaves to the other; never picks up early."""
    choices = laying(GAME, view, seat)
    if not named(choices[0]):
        return chance.choice(choices)
    unseen = unseen_ranks(view)
    return nearly_best(choices, lambda each: _score(view, seat, each, unseen), chance)


def _score(view: CastleState, seat: int, decision: Decision, unseen: Mapping[str, int]) -> float:
    after = GAME.play(view, seat, decision, tuple)
    fitting = [rank for rank in LOW_TO_HIGH if GAME.fits(after, f"{rank}c")]
    return score_of_laying(WEIGHTS[phase(view)], view, after, fitting, unseen)


WEIGHTS = {
    "deck": Weights(
        first=(-5.4, 4.7, 3.6, 0.7, 0.0, -0.1, -11.0, -1.1, -3.1, -8.3, -8.1, -4.2, -2.2),
        more=(4.0, 5.7, -3.0, 3.5, 3.5, 0.0, -0.6, 0.9, 1.1, -0.4, -3.2, -5.5, -1.1),
        burn=Worth(-4.5, 2.22),
        stuck=Worth(-1.0, -2.43),
        danger=1.9,
        last=0.0,
    ),
    "hand": Weights(
        first=(-9.7, 4.0, 3.5, 5.8, 1.5, 1.4, -9.0, -1.3, -1.2, -3.5, -8.2, -12.3, -17.2),
        more=(1.9, 2.2, 2.5, 2.8, 1.4, 0.3, -1.1, -0.9, -1.1, -2.2, -0.5, -0.7, -2.2),
        burn=Worth(-0.9, 3.39),
        stuck=Worth(-4.0, 1.59),
        danger=15.6,
        last=-1.6,
    ),
    "shown": Weights(
        first=(-9.4, 5.8, 4.1, 1.3, -2.3, -2.8, -6.3, -3.4, -4.7, -6.7, -5.1, -11.3, -12.9),
        more=(2.4, 2.6, -2.8, 4.7, 2.3, -1.8, -2.1, -1.4, -2.4, -1.3, 3.0, -5.4, 1.7),
        burn=Worth(-4.4, 0.32),
        stuck=Worth(4.5, -2.98),
        danger=-6.0,
        last=-4.5,
    ),
}
"""Found by playing, like those of Shiphead."""
