"""Computers that play like people: legal, fair, and each as good as its kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.laws import options_of, otherwise_hidden, positions, shuffler, started
from tracker.rules.advice.lone import ways_out
from tracker.rules.advice.planner import Planner
from tracker.rules.advice.rascal import RascalPlanner
from tracker.rules.advice.solo import SoloPlanner
from tracker.rules.games import GAMES
from tracker.rules.players import PLAYERS, decision_of

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


@pytest.mark.thorough
@pytest.mark.parametrize(("key", "seats", "deals"), [("rascal", 1, 20), ("coop", 2, 8)])
def test_rules_of_thumb_beat_too_much_and_too_little_care(key: str, seats: int, deals: int) -> None:
    medium = brought(key, "medium", seats, deals)
    assert medium > 1.3 * max(brought(key, each, seats, deals) for each in ("careful", "reckless"))


def rooms(key: str, seats: int = 1) -> Iterator[Any]:
    """Positions of thirty deals, where somebody is to act."""
    game = GAMES[key]
    for seed in range(30):
        chance = Random(seed)
        start = started(game, {}, seats, chance)
        yield from (s for s in positions(game, start, chance, most=12) if game.to_act(s))


@pytest.mark.parametrize(("key", "seats"), [("solo", 1), ("rascal", 1), ("coop", 2)])
def test_the_less_care_the_more_is_fought_with_bare_hands(key: str, seats: int) -> None:
    bare = Counter[str]()
    for state in rooms(key, seats):
        (seat, *_) = GAMES[key].to_act(state)
        for level in LIKE_PEOPLE:
            decision = decision_of(key, level, state, seat, Random(1))
            bare[level] += decision.endswith(":bare")
    assert bare["careful"] < 0.9 * bare["medium"] < 0.6 * bare["reckless"]


@pytest.mark.parametrize("kind", [SoloPlanner, RascalPlanner])
def test_the_reckless_put_back_only_what_would_kill_them(kind: type[Planner[Any]]) -> None:
    key = kind.game.key
    for state in rooms(key):
        decision = decision_of(key, "reckless", state, 0, Random(1))
        ends = ways_out(kind(state.options, tuple), kind.game.view(state, 0))
        if decision in ("skip", "flee"):
            assert all(end.under for end in ends)


def test_the_reckless_never_offer_to_run() -> None:
    for state in rooms("coop", 2):
        for seat in GAMES["coop"].to_act(state):
            assert decision_of("coop", "reckless", state, seat, Random(1)) != "offer"


def test_every_level_has_a_name_of_its_own() -> None:
    assert all({*LIKE_PEOPLE} <= {*PLAYERS[key]} for key in DUNGEONS)
