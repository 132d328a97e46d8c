"""The weights of the strong Shiphead player, by the phase of the game.

They were found by playing: again and again the variants that won most games against the other
players, and soonest, were mixed into the next ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tracker.rules.players._scores import Weights, Worth


@dataclass(frozen=True, slots=True)
class ShipheadWeights(Weights):
    take: Worth
    gain: Sequence[float]
    """Taking a card with the centre, for each rank from 2 to ace."""
    wait: float


FACE_TO_FACE = {
    "deck": ShipheadWeights(
        first=(-3.9, 3.3, 6.1, 11.6, -1.8, -14.0, -3.7, -5.2, 3.3, 5.9, 0.2, -4.5, -6.2),
        more=(5.8, 7.1, 3.4, 1.5, 3.0, -0.4, -0.1, -0.4, -4.9, 3.0, -2.7, -5.4, -4.9),
        burn=Worth(-0.0, -10.84),
        stuck=Worth(-7.7, -6.77),
        danger=-2.7,
        last=0.0,
        take=Worth(-21.4, -1.94),
        gain=(-1.2, -3.2, -1.9, 0.1, 0.2, 0.2, 1.4, -5.7, -4.0, -7.6, -3.4, -1.9, -1.4),
        wait=-22.8,
    ),
    "hand": ShipheadWeights(
        first=(-0.9, 6.4, 2.9, 2.3, 0.8, -8.9, -0.3, -1.3, -15.1, 0.9, -2.0, -3.9, -10.0),
        more=(5.8, 7.1, 3.4, 1.4, 3.0, -0.5, -0.2, -0.5, -5.0, 2.9, -2.8, -5.4, -4.9),
        burn=Worth(2.3, -0.03),
        stuck=Worth(3.4, 4.39),
        danger=5.4,
        last=5.0,
        take=Worth(-21.2, -0.21),
        gain=(-1.2, -3.2, -1.9, 0.1, 0.2, 0.2, 1.4, -5.7, -4.0, -7.6, -3.4, -1.9, -1.4),
        wait=-18.4,
    ),
    "shown": ShipheadWeights(
        first=(-12.8, 2.9, 3.8, 1.1, 0.4, -13.8, 0.0, -1.7, -17.8, -0.2, -3.4, -6.7, -8.9),
        more=(-1.2, 0.1, -3.6, -5.6, -4.0, -7.4, -7.2, -7.4, -11.9, -4.0, -9.7, -12.4, -11.9),
        burn=Worth(-0.5, 0.91),
        stuck=Worth(1.3, 1.99),
        danger=-3.7,
        last=9.2,
        take=Worth(-18.3, -2.32),
        gain=(-1.2, -3.2, -1.9, 0.1, 0.2, 0.2, 1.4, -5.7, -4.0, -7.6, -3.4, -1.9, -1.4),
        wait=-20.9,
    ),
}
"""For two players."""
AMONG_MANY = {
    "deck": ShipheadWeights(
        first=(-8.0, -1.0, 6.9, 2.9, 2.3, -7.3, -5.7, 3.5, -9.8, 1.0, -4.8, 0.3, -5.9),
        more=(8.0, 2.0, 1.8, 2.4, 10.5, -2.7, 0.4, 1.5, -4.5, 3.6, 2.5, 0.7, -0.9),
        burn=Worth(4.6, -3.80),
        stuck=Worth(-9.3, -11.76),
        danger=-7.1,
        last=0.0,
        take=Worth(-16.4, 0.03),
        gain=(-6.3, -3.8, -3.5, 1.0, -6.7, -9.8, -12.4, -3.7, 2.4, -15.2, 1.2, -4.1, -2.9),
        wait=-22.3,
    ),
    "hand": ShipheadWeights(
        first=(-9.5, 12.9, 7.2, 4.4, 4.4, -7.2, 1.8, 2.3, -23.2, 3.2, -1.9, -5.8, -10.3),
        more=(10.2, 4.1, 4.0, 4.6, 12.6, -0.5, 2.5, 3.6, -2.3, 5.8, 4.6, 2.8, 1.2),
        burn=Worth(6.3, -0.16),
        stuck=Worth(11.9, -0.75),
        danger=14.7,
        last=11.7,
        take=Worth(-17.5, 1.82),
        gain=(-6.3, -3.8, -3.5, 1.0, -6.7, -9.8, -12.4, -3.7, 2.4, -15.2, 1.2, -4.1, -2.9),
        wait=-14.2,
    ),
    "shown": ShipheadWeights(
        first=(-9.7, 7.6, 7.1, -3.3, -3.5, -10.5, -7.1, 5.2, -10.2, -6.0, -7.3, -6.8, -13.2),
        more=(8.8, 2.7, 2.6, 3.2, 11.2, -1.9, 1.1, 2.2, -3.7, 4.4, 3.2, 1.4, -0.2),
        burn=Worth(-5.7, 0.88),
        stuck=Worth(-7.2, 4.59),
        danger=9.6,
        last=10.6,
        take=Worth(-21.7, 0.85),
        gain=(-6.3, -3.8, -3.5, 1.0, -6.7, -9.8, -12.4, -3.7, 2.4, -15.2, 1.2, -4.1, -2.9),
        wait=-21.5,
    ),
}
"""For three and four."""
