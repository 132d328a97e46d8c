"""The strong player of Castle."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.rules.games.castle import Castle, CastleState
from tracker.rules.games.shedding import LOW_TO_HIGH
from tracker.rules.players.levels import Chance, laying, named
from tracker.rules.players.scores import (
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
        first=(-9.9, 6.1, 17.1, 12.6, 5.3, 2.7, -14.0, -0.6, -0.8, -5.0, -14.2, -2.8, -4.2),
        more=(8.3, 7.9, -3.4, 2.4, 1.5, 5.1, -1.4, 2.1, -1.0, 2.1, -2.9, -0.8, -3.5),
        burn=Worth(0.5, 1.95),
        stuck=Worth(-4.1, -6.84),
        danger=-2.5,
        last=0.0,
    ),
    "hand": Weights(
        first=(-13.1, 6.6, 5.0, 10.7, 3.7, 3.1, -6.8, 1.2, 0.3, -5.0, -8.9, -14.4, -26.9),
        more=(-0.5, 12.1, -0.9, 7.0, -0.4, 6.7, 7.6, -0.3, -1.5, -1.7, -1.2, -1.1, -0.1),
        burn=Worth(0.4, 5.18),
        stuck=Worth(-6.5, 2.36),
        danger=15.8,
        last=-6.0,
    ),
    "shown": Weights(
        first=(-11.7, 7.8, 6.9, 4.8, 3.4, 0.1, -1.2, 2.0, -3.2, -4.8, -9.4, -15.3, -11.2),
        more=(7.6, -1.1, -6.3, 8.5, 5.3, -4.1, 0.3, -0.5, -1.4, 1.9, 2.1, 1.2, 5.2),
        burn=Worth(-1.1, -5.20),
        stuck=Worth(7.9, -2.94),
        danger=-3.5,
        last=-3.2,
    ),
}
"""Found by playing, like those of Shiphead."""
