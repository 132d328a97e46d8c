"""Games played on in quick steps go as the rules say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.rules.laws import AnyGame, positions, started
from tests.rules.opponents import castle_thrifty, shiphead_thrifty
from tracker.rules.cards import LOW_TO_HIGH
from tracker.rules.games import GAMES
from tracker.rules.games.castle import VALUE as NUMBER
from tracker.rules.games.shedding import RANK
from tracker.rules.players import playout as playout_module
from tracker.rules.players.playout import Playout, PlayoutSide
from tracker.rules.players.shedding import playout, unseen_ranks

THRIFTY = {"castle": castle_thrifty, "shiphead": shiphead_thrifty}


@pytest.mark.parametrize("key", THRIFTY)
@pytest.mark.parametrize("seed", range(30))
def test_a_quick_step_is_one_of_the_rules(key: str, seed: int) -> None:
    game, chance = GAMES[key], Random(seed)
    seats = chance.choice(game.seats)
    for state in positions(game, started(game, {}, seats, chance), chance, most=150):
        if not game.to_act(state):
            continue
        quick = playout(state, ())
        quick.move(quick.sides[state.player])
        assert of_playout(quick) == of_state(step(game, state))


@pytest.mark.parametrize("key", THRIFTY)
@pytest.mark.parametrize("seed", range(10))
def test_a_game_played_on_from_a_view_has_every_card_once(key: str, seed: int) -> None:
    """The backs in view are the cards that are seen nowhere."""
    game, chance = GAMES[key], Random(seed)
    seats = chance.choice(game.seats)
    for state in positions(game, started(game, {}, seats, chance), chance, most=60):
        view = game.view(state, seed % seats)
        unseen = Counter(unseen_ranks(view))
        order = chance.sample([*unseen.elements()], unseen.total())
        quick = playout(view, [LOW_TO_HIGH.index(rank) for rank in order])
        burned = Counter(NUMBER[card] for card in view.burned)
        assert Counter(all_ranks(quick)) + burned == Counter(NUMBER.values())


def all_ranks(quick: Playout) -> Iterator[int]:
    yield from (*quick.deck, *quick.centre)
    for side in quick.sides:
        yield from (*side.shown, *side.hidden)
        yield from (rank for rank, count in enumerate(side.counts) for _ in range(count))


@pytest.mark.parametrize("key", THRIFTY)
def test_a_game_that_does_not_end_is_given_up(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playout_module, "MOST", 3)
    assert playout(started(GAMES[key], {}, 2, Random(1)), ()).winner() is None


@pytest.mark.parametrize("key", THRIFTY)
def test_who_has_no_card_left_first_has_won(key: str) -> None:
    game = GAMES[key]
    for seed, seats in product(range(10), game.seats):
        quick = playout(started(game, {}, seats, Random(seed)), ())
        winner = quick.winner()
        assert [n for n, side in enumerate(quick.sides) if side.empty()] == [winner]


def step(game: AnyGame, state: Any) -> Any:
    """Plays as the quick player does, by the rules; of hidden cards it turns over the last one."""
    seat = state.player
    decision = THRIFTY[game.key](state, seat, Random(1))
    if state.holding.pile == "hidden":
        decision = f"flip:{len(state.holding.hidden) - 1}"
    return game.play(state, seat, decision, tuple)


def of_playout(quick: Playout) -> tuple[Any, ...]:
    sides = [of_side(side) for side in quick.sides]
    return sides, quick.deck[::-1], quick.centre, quick.player, getattr(quick, "standard", True)


def of_side(side: PlayoutSide) -> tuple[Any, ...]:
    hand = Counter({rank: count for rank, count in enumerate(side.counts) if count})
    assert side.size == hand.total()
    assert side.mask == sum(1 << rank for rank in hand)
    return hand, sorted(side.shown), side.hidden


def of_state(state: Any) -> tuple[Any, ...]:
    hands = [
        (Counter(numbers(each.hand)), sorted(numbers(each.shown)), numbers(each.hidden))
        for each in state.players
    ]
    deck, centre = numbers(state.deck), numbers(state.centre)
    return hands, deck, centre, state.player, getattr(state, "standard", True)


def numbers(pile: tuple[str, ...]) -> list[int]:
    assert {*pile} <= RANK.keys()
    return [NUMBER[card] for card in pile]
