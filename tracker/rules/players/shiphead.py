"""The strong player of Shiphead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tracker.rules.games._shedding import LOW_TO_HIGH, RANK
from tracker.rules.games.shiphead import Shiphead, ShipheadState
from tracker.rules.players._levels import Chance
from tracker.rules.players._scores import (
    Weights,
    Worth,
    phase,
    score_of_laying,
    unseen_ranks,
)
from tracker.rules.protocol import Cards, Decision

GAME = Shiphead()


@dataclass(frozen=True, slots=True)
class ShipheadWeights(Weights):
    take: Worth
    wait: float


def strong(view: ShipheadState, seat: int, chance: Chance) -> Decision:
    """Weighs every decision by what it lets go, burns and leaves to the next player."""
    choices = GAME.distinct(view, seat)
    if view.holding.pile == "hidden":
        return chance.choice(choices)
    unseen = unseen_ranks(view)
    return max(choices, key=lambda decision: _score(view, seat, decision, unseen))


def _score(view: ShipheadState, seat: int, decision: Decision, unseen: Mapping[str, int]) -> float:
    weights = WEIGHTS[phase(view)]
    if decision == "wait":
        return weights.wait
    if decision == "take":
        gains = sum(GAIN[LOW_TO_HIGH.index(RANK[card])] for card in view.centre)
        return weights.take.of(len(view.centre)) + gains
    after = GAME.play(view, seat, decision, tuple)
    return score_of_laying(weights, view, after, _fitting(after), unseen)


def _fitting(after: ShipheadState) -> Cards:
    """On an active 8 nobody has to take the centre, but one may have to turn a card over."""
    waits = after.active_eight and after.holding.pile != "hidden"
    return LOW_TO_HIGH if waits else after.valid


WEIGHTS = {
    "deck": ShipheadWeights(
        first=(-4.3, -3.5, 4.7, -1.9, -3.2, -7.7, -6.2, -3.3, -4.1, 0.5, -3.5, -5.4, -4.0),
        more=(2.6, 3.4, 2.7, 2.8, 3.3, -2.5, 0.4, 0.8, -1.5, 3.8, 1.0, -2.3, -2.8),
        burn=Worth(1.0, -6.58),
        stuck=Worth(-6.5, -4.97),
        danger=-1.1,
        last=0.2,
        take=Worth(-20.0, -1.67),
        wait=-18.4,
    ),
    "hand": ShipheadWeights(
        first=(-3.5, 6.6, 3.5, 2.0, 1.7, -8.5, 0.5, -1.3, -11.5, -2.2, -2.8, -4.3, -11.0),
        more=(1.6, 2.4, 1.7, 1.8, 2.2, -3.6, -0.7, -0.3, -2.5, 2.7, -0.0, -3.3, -3.8),
        burn=Worth(5.4, -0.71),
        stuck=Worth(4.3, 2.93),
        danger=1.4,
        last=3.2,
        take=Worth(-20.5, -3.56),
        wait=-17.8,
    ),
    "shown": ShipheadWeights(
        first=(-5.7, 2.7, -4.8, 0.3, -2.7, -9.9, -2.2, -0.7, -10.9, -4.6, -4.8, -7.6, -7.8),
        more=(4.6, 5.4, 4.7, 4.8, 5.3, -0.5, 2.4, 2.8, 0.6, 5.8, 3.1, -0.3, -0.8),
        burn=Worth(-5.2, 2.60),
        stuck=Worth(-3.0, 2.02),
        danger=-4.0,
        last=5.6,
        take=Worth(-18.8, 1.38),
        wait=-19.5,
    ),
}
GAIN = (1.4, -1.3, 0.6, -2.0, 0.1, -1.5, 0.9, -3.5, -1.7, -2.8, -3.4, 0.0, -0.2)
