"""Computers that play like people: legal, fair, and each as good as its kind."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.laws import options_of, otherwise_hidden, positions, shuffler, started
from tracker.rules.players import PLAYERS, decision_of
from tracker.rules.registry import GAMES

LIKE_PEOPLE = ("careful", "medium", "reckless")
DUNGEONS = ("solo", "rascal", "coop")

every_dungeon = pytest.mark.parametrize("key", DUNGEONS)


@every_dungeon
@settings(max_examples=25, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_they_decide_legally_and_from_what_they_see(
    key: str, data: st.DataObject, seed: int
) -> None:
    game, chance = GAMES[key], Random(seed)
    seats = data.draw(st.sampled_from(game.seats), label="seats")
    start = started(game, data.draw(options_of(game), label="options"), seats, chance)
    state = data.draw(st.sampled_from([*positions(game, start, chance, most=40)]))
    for seat in game.to_act(state):
        other = otherwise_hidden(game, state, seat)
        for level in LIKE_PEOPLE:
            decision = decision_of(key, level, state, seat, Random(1))
            assert decision in game.decisions(state, seat)
            assert decision_of(key, level, other, seat, Random(1)) == decision


def brought(key: str, level: str, seats: int, deals: int, floors: int = 8) -> float:
    """Wins, or floors finished, of all deals together."""
    game, total = GAMES[key], 0.0
    for deal in range(deals):
        chance = Random(f"{key} {deal}")
        state = started(game, {}, seats, chance)
        while game.to_act(state) and getattr(state, "floor", 0) <= floors:
            seat = game.to_act(state)[0]
            decision = decision_of(key, level, state, seat, chance)
            state = game.play(state, seat, decision, shuffler(chance))
        result: dict[str, Any] = game.result(state)
        total += result.get("floors", result["outcome"] == "won")
    return total


@pytest.mark.parametrize(("key", "seats", "deals"), [("rascal", 1, 20), ("coop", 2, 8)])
def test_rules_of_thumb_beat_too_much_and_too_little_care(key: str, seats: int, deals: int) -> None:
    medium = brought(key, "medium", seats, deals)
    assert medium > 1.3 * max(brought(key, each, seats, deals) for each in ("careful", "reckless"))


def test_every_level_has_a_name_of_its_own() -> None:
    assert all({*LIKE_PEOPLE} <= {*PLAYERS[key]} for key in DUNGEONS)
