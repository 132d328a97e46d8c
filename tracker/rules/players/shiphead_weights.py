"""The weights of the strong Shiphead player, by the phase of the game.

They were found by playing: again and again the variants that won most games against the other
players, and soonest, were mixed into the next ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tracker.rules.players.scores import Weights, Worth


@dataclass(frozen=True, slots=True)
class ShipheadWeights(Weights):
    take: Worth
    gain: Sequence[float]
    """Taking a card with the centre, for each rank from 2 to ace."""
    wait: float


FACE_TO_FACE = {
    "deck": ShipheadWeights(
        first=(-5.4, 1.8, 9.8, 13.3, -1.5, -12.3, 1.2, -2.8, 0.0, 1.2, -0.7, -3.8, -6.8),
        more=(7.2, 13.0, 7.7, 4.6, 5.1, -0.9, 5.0, 4.8, -3.7, 4.8, -2.8, -3.6, -5.6),
        burn=Worth(0.5, -14.49),
        stuck=Worth(-8.7, -9.34),
        danger=-2.2,
        last=0.0,
        take=Worth(-18.7, -0.68),
        gain=(-4.0, -2.1, -0.8, 0.1, 3.6, -3.6, 1.8, -7.1, -5.5, -8.7, -5.2, -4.6, -1.7),
        wait=-26.7,
    ),
    "hand": ShipheadWeights(
        first=(-3.8, 6.4, 5.6, 1.9, 3.8, -7.3, 1.4, -1.2, -14.7, -0.4, -2.2, -4.8, -10.2),
        more=(4.1, 9.9, 4.6, 1.4, 1.9, -4.0, 1.8, 1.6, -6.9, 1.6, -6.0, -6.7, -8.8),
        burn=Worth(2.2, -0.34),
        stuck=Worth(0.1, 4.42),
        danger=4.5,
        last=6.0,
        take=Worth(-19.6, -0.92),
        gain=(-4.0, -2.1, -0.8, 0.1, 3.6, -3.6, 1.8, -7.1, -5.5, -8.7, -5.2, -4.6, -1.7),
        wait=-22.2,
    ),
    "shown": ShipheadWeights(
        first=(-10.9, 7.1, 3.9, 3.5, 2.4, -15.7, 2.8, 0.2, -17.6, -0.9, -5.6, -7.5, -9.9),
        more=(-7.4, -1.6, -6.9, -10.0, -9.5, -15.4, -9.6, -9.8, -18.3, -9.8, -17.4, -18.1, -20.2),
        burn=Worth(-1.4, 0.35),
        stuck=Worth(-2.8, 2.69),
        danger=-3.3,
        last=10.4,
        take=Worth(-18.2, -6.88),
        gain=(-4.0, -2.1, -0.8, 0.1, 3.6, -3.6, 1.8, -7.1, -5.5, -8.7, -5.2, -4.6, -1.7),
        wait=-21.8,
    ),
}
"""For two players."""
AMONG_MANY = {
    "deck": ShipheadWeights(
        first=(-9.0, -4.1, 6.8, 3.0, 2.8, -8.3, -7.0, 6.0, -9.6, 1.3, -5.0, 1.1, -4.2),
        more=(7.2, 0.4, 1.1, 1.6, 9.8, -3.6, -1.4, 2.3, -8.6, 4.1, 0.4, -3.4, -2.2),
        burn=Worth(2.7, -5.04),
        stuck=Worth(-11.2, -11.09),
        danger=-6.1,
        last=0.0,
        take=Worth(-18.9, 0.92),
        gain=(-5.4, -8.2, -2.5, -0.1, -5.2, -12.4, -10.7, -3.0, 6.0, -18.3, 1.5, -3.0, -4.0),
        wait=-21.1,
    ),
    "hand": ShipheadWeights(
        first=(-10.6, 10.9, 8.0, 4.0, 3.7, -4.8, 2.3, 4.5, -23.2, -0.5, -3.4, -3.3, -8.6),
        more=(11.6, 4.9, 5.5, 6.1, 14.3, 0.8, 3.0, 6.7, -4.2, 8.6, 4.8, 1.0, 2.3),
        burn=Worth(10.4, -0.66),
        stuck=Worth(10.8, -0.01),
        danger=13.9,
        last=12.0,
        take=Worth(-17.9, 1.05),
        gain=(-5.4, -8.2, -2.5, -0.1, -5.2, -12.4, -10.7, -3.0, 6.0, -18.3, 1.5, -3.0, -4.0),
        wait=-17.3,
    ),
    "shown": ShipheadWeights(
        first=(-10.4, 6.8, 8.0, -2.6, -4.6, -10.2, -4.5, 5.5, -10.2, -3.7, -8.9, -6.7, -10.2),
        more=(8.4, 1.6, 2.3, 2.9, 11.0, -2.4, -0.2, 3.5, -7.4, 5.4, 1.6, -2.2, -0.9),
        burn=Worth(-10.4, -0.39),
        stuck=Worth(-9.2, 4.81),
        danger=12.1,
        last=9.9,
        take=Worth(-23.5, 0.06),
        gain=(-5.4, -8.2, -2.5, -0.1, -5.2, -12.4, -10.7, -3.0, 6.0, -18.3, 1.5, -3.0, -4.0),
        wait=-23.8,
    ),
}
"""For three and four."""
