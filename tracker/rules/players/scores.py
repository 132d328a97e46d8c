"""How good it is to lay some cards: their worth, what burns, who will be stuck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from math import comb, inf
from typing import NamedTuple

from tracker.rules.games.shedding import LOW_TO_HIGH, RANK, Holding, SheddingState
from tracker.rules.players.levels import Chance
from tracker.rules.protocol import Cards, Decision

FEW = 4
"""Whoever holds no more cards than this is about to win."""


class Worth(NamedTuple):
    """Worth something once, and something more for each card of the centre."""

    once: float
    each: float

    def of(self, cards: int) -> float:
        return self.once + self.each * cards


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts in one phase of a game; only the differences have a meaning."""

    first: Sequence[float]
    """Letting go of a card, for each rank from 2 to ace."""
    more: Sequence[float]
    """Letting go of each further card of that rank."""
    burn: Worth
    stuck: Worth
    """The next player can lay nothing."""
    danger: float
    """The same, if the next player is about to win."""
    last: float
    """The pile in use is used up."""

    def letting_go(self, cards: Cards) -> float:
        rank = LOW_TO_HIGH.index(RANK[cards[0]])
        return self.first[rank] + self.more[rank] * (len(cards) - 1)


def nearly_best(
    choices: Sequence[Decision],
    score: Callable[[Decision], float],
    near: float,
    chance: Chance,
) -> Decision:
    """One of the decisions whose scores are this near the best.

    Two players who never vary can give each other the same cards for ever.
    """
    scores = [score(each) for each in choices]
    enough = max(scores) - near
    return chance.choice([one for one, its in zip(choices, scores, strict=True) if its >= enough])


def phase(view: SheddingState) -> str:
    """`deck` while there is one; then the pile the player to move lays from."""
    return "deck" if view.deck else view.holding.pile


def score_of_laying(
    weights: Weights,
    view: SheddingState,
    after: SheddingState,
    fitting: Collection[str],
    unseen: Mapping[str, int],
) -> float:
    """How good it is to lay the cards that make `after` of this view.

    `fitting` are the ranks that spare the next player the centre, `unseen` those of the cards
    that this view does not show.
    """
    if after.over:
        return inf
    cards = laid(view, after)
    score = weights.letting_go(cards)
    if not view.deck and len(cards) == len(view.holding.in_use):
        score += weights.last
    if not after.centre:
        return score + weights.burn.of(len(view.centre) + len(cards))
    return score + _pressure(weights, after, stuck_chance(after.holding, fitting, unseen))


def _pressure(weights: Weights, after: SheddingState, stuck: float) -> float:
    """What it is worth that the next player may have to take the centre."""
    danger = weights.danger if size(after.holding) <= FEW else 0
    return stuck * (weights.stuck.of(len(after.centre)) + danger)


def laid(view: SheddingState, after: SheddingState) -> Cards:
    """The cards that came to the centre, whether they burned or not."""
    return (after.burned + after.centre)[len(view.burned) + len(view.centre) :]


def stuck_chance(holding: Holding, fitting: Collection[str], unseen: Mapping[str, int]) -> float:
    """The chance that another player, who holds this, can lay none of the ranks that fit.

    The cards of a hand are any of those unseen, and so is the one that is turned over next.
    """
    if holding.pile == "shown":
        return float(not any(RANK[card] in fitting for card in holding.shown))
    drawn, total = len(holding.hand) or 1, sum(unseen.values())
    too_low = sum(count for rank, count in unseen.items() if rank not in fitting)
    return comb(too_low, drawn) / comb(total, drawn)


def unseen_ranks(view: SheddingState) -> Mapping[str, int]:
    """How many cards of each rank this view does not show."""
    open_cards = {*view.centre, *view.burned}
    for holding in view.players:
        open_cards.update(holding.hand, holding.shown)
    return Counter(RANK[card] for card in RANK if card not in open_cards)


def size(holding: Holding) -> int:
    return len(holding.hand) + len(holding.shown) + len(holding.hidden)
