"""The laws of design.md 5, on every registered game with all its options."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tests.rules.laws import AnyGame, keeps_the_laws, options_of, positions, started
from tracker.rules.games import GAMES

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)


@every_game
@settings(max_examples=examples(60), deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32), every=st.integers(10, 60))
def test_every_position_keeps_the_laws(
    game: AnyGame, data: st.DataObject, seed: int, every: int
) -> None:
    options = data.draw(options_of(game), label="options")
    seats = data.draw(st.sampled_from(game.seats), label="seats")
    chance = Random(seed)
    start = started(game, options, seats, chance)
    for number, state in enumerate(positions(game, start, chance, most=300)):
        if number % every == 0 or game.outcome(state):
            keeps_the_laws(game, state)
