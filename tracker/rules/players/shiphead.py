"""The strong player of Shiphead."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.rules.games.shedding import LOW_TO_HIGH, RANK
from tracker.rules.games.shiphead import Shiphead, ShipheadState
from tracker.rules.players.levels import Chance
from tracker.rules.players.scores import (
    nearly_best,
    phase,
    score_of_laying,
    unseen_ranks,
)
from tracker.rules.players.shiphead_weights import AMONG_MANY, FACE_TO_FACE
from tracker.rules.protocol import Cards, Decision

GAME = Shiphead()


def strong(view: ShipheadState, seat: int, chance: Chance) -> Decision:
    """Weighs every decision by what it lets go, burns and leaves to the next player.

    The longer a game lasts the less it minds which of the good ones it takes.
    """
    choices = GAME.distinct(view, seat)
    if view.holding.pile == "hidden":
        return chance.choice(choices)
    unseen = unseen_ranks(view)
    near = view.turn / 100
    return nearly_best(choices, lambda each: _score(view, seat, each, unseen), near, chance)


def _score(view: ShipheadState, seat: int, decision: Decision, unseen: Mapping[str, int]) -> float:
    weights = (FACE_TO_FACE if len(view.players) == 2 else AMONG_MANY)[phase(view)]
    if decision == "wait":
        return weights.wait
    if decision == "take":
        gains = sum(weights.gain[LOW_TO_HIGH.index(RANK[card])] for card in view.centre)
        return weights.take.of(len(view.centre)) + gains
    after = GAME.play(view, seat, decision, tuple)
    return score_of_laying(weights, view, after, _fitting(after), unseen)


def _fitting(after: ShipheadState) -> Cards:
    """On an active 8 nobody has to take the centre, but one may have to turn a card over."""
    waits = after.active_eight and after.holding.pile != "hidden"
    return LOW_TO_HIGH if waits else after.valid
