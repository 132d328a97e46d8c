"""Players of Shiphead and Castle: by chance, by a rule of thumb, or strong by trials.

In a trial what may be done is played on to the end. The hidden cards lie anywhere in it, but those
that were taken up from the centre stay where everybody saw them go.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from tracker.rules.advice.race import Entrant, for_ever, race
from tracker.rules.cards import LOW_TO_HIGH
from tracker.rules.games.castle import VALUE, Castle, CastleState
from tracker.rules.games.shedding import RANK, Holding, SheddingGame, SheddingState
from tracker.rules.games.shiphead import Shiphead, ShipheadState
from tracker.rules.players.playout import CastlePlayout, Playout, PlayoutSide, ShipheadPlayout
from tracker.rules.protocol import BACK, Cards, Computer, Decision, Dice, parts

Shedding = SheddingGame[Any, Any]


def laying(game: Shedding, view: SheddingState, seat: int) -> tuple[Decision, ...]:
    """The decisions that lay cards or turn one over; what is left to do if there is none.

    A game offers these first.
    """
    choices = game.distinct(view, seat)
    verb, _, _ = parts(choices[0])
    return tuple(each for each in choices if parts(each)[0] == verb)


def named(decision: Decision) -> Cards:
    """The cards of a `play:`; none of any other decision."""
    do, cards, _ = parts(decision)
    return tuple(cards.split(",")) if do == "play" else ()


def at_random(game: Shedding) -> Computer:
    """Lays whatever fits."""

    def player(view: SheddingState, seat: int, chance: Dice) -> Decision:
        return chance.choice(laying(game, view, seat))

    return player


def least_first(game: Shedding, order: Sequence[str] = LOW_TO_HIGH) -> Computer:
    """Lays the rank that comes first in this order, and all cards of it."""

    def place(decision: Decision) -> tuple[int, int]:
        cards = named(decision)
        return order.index(RANK[cards[0]]), -len(cards)

    def player(view: SheddingState, seat: int, chance: Dice) -> Decision:
        choices = laying(game, view, seat)
        return min(choices, key=place) if named(choices[0]) else chance.choice(choices)

    return player


def best_by_trials(
    game: Shedding,
    view: SheddingState,
    choices: Sequence[Decision],
    trials: int,
    chance: Dice,
) -> Decision:
    """The decision of the player to move that won most of so many trials of all together."""
    plans = {each: game.play(view, view.player, each, tuple) for each in choices}
    for decision, after in plans.items():
        if after.over or len(plans) == 1:
            return decision
    field = [Entrant(decision, 0.0) for decision in choices]
    unseen = [*_numbers_of(unseen_ranks(view))]
    deal = partial(chance.sample, unseen, len(unseen))

    def trial(decision: Decision, cards: Sequence[int]) -> float:
        winner = playout(plans[decision], cards).winner()
        return 1 / len(view.players) if winner is None else float(winner == view.player)

    return race(field, deal, trial, trials, for_ever)[0].plan


def unseen_ranks(view: SheddingState) -> Mapping[str, int]:
    """How many cards of each rank this view does not show."""
    open_cards = {*view.centre, *view.burned}
    for holding in view.players:
        open_cards.update(holding.hand, holding.shown, holding.known)
    return Counter(RANK[card] for card in RANK if card not in open_cards)


def playout(state: SheddingState, unseen: Sequence[int]) -> Playout:
    """The game as it goes on from here, with these cards where only backs are seen."""
    cards = iter(unseen)
    sides = [_side(holding, cards) for holding in state.players]
    deck, centre = ([*_numbers(pile, cards)] for pile in (state.deck[::-1], state.centre))
    if isinstance(state, ShipheadState):
        return ShipheadPlayout(sides, deck, centre, state.player, state.standard)
    return CastlePlayout(sides, deck, centre, state.player)


def _side(holding: Holding, cards: Iterator[int]) -> PlayoutSide:
    hand = holding.hand
    if BACK in hand:
        hand = (*holding.known, *hand[len(holding.known) :])
    piles = (hand, holding.shown, holding.hidden)
    return PlayoutSide(*([*_numbers(pile, cards)] for pile in piles))


def _numbers(pile: Cards, cards: Iterator[int]) -> Iterator[int]:
    return (next(cards) if card == BACK else VALUE[card] for card in pile)


def _numbers_of(counts: Mapping[str, int]) -> Iterator[int]:
    return (n for n, rank in enumerate(LOW_TO_HIGH) for _ in range(counts.get(rank, 0)))


SHIPHEAD = Shiphead()
SHIPHEAD_TRIALS = 450
"""In all, for one decision against one other; among more, a third as many again."""


def strong_shiphead(view: ShipheadState, seat: int, chance: Dice) -> Decision:
    """Plays every decision on to the end many times over."""
    choices = SHIPHEAD.distinct(view, seat)
    if view.holding.pile == "hidden":
        return chance.choice(choices)
    trials = SHIPHEAD_TRIALS if len(view.players) == 2 else SHIPHEAD_TRIALS * 4 // 3
    return best_by_trials(SHIPHEAD, view, choices, trials, chance)


CASTLE = Castle()
CASTLE_TRIALS = 500
"""In all, for one decision."""


def strong_castle(view: CastleState, seat: int, chance: Dice) -> Decision:
    """Plays every card on to the end many times over; never picks up early."""
    choices = laying(CASTLE, view, seat)
    if not named(choices[0]):
        return chance.choice(choices)
    return best_by_trials(CASTLE, view, choices, CASTLE_TRIALS, chance)
