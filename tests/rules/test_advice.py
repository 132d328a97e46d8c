"""Advice: always open, from the view alone, and never blind to what is plain."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.laws import AnyGame, options_of, otherwise_hidden, positions, shuffler, started
from tests.rules.tables import after, cards, dealt, midway, person
from tracker.rules.advice import ADVISED, Advice, advice
from tracker.rules.games import GAMES

every_game = pytest.mark.parametrize("key", ADVISED)


def advised(key: str, state: Any, seat: int = 0, most: int = 30) -> Advice | None:
    view = GAMES[key].view(state, seat)
    return advice(key, view, seat, shuffler(Random(1)), most)


def told(key: str, state: Any, most: int = 30) -> Advice:
    found = advised(key, state, GAMES[key].to_act(state)[0], most)
    assert found is not None
    return found


@every_game
@settings(max_examples=15, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_advice_can_be_followed_whatever_the_options(
    key: str, data: st.DataObject, seed: int
) -> None:
    game, chance = GAMES[key], Random(seed)
    seats = data.draw(st.sampled_from(game.seats), label="seats")
    state = started(game, data.draw(options_of(game), label="options"), seats, chance)
    state = data.draw(st.sampled_from([*positions(game, state, chance, most=40)]))
    for seat in range(seats):
        found = advised(key, state, seat, most=4)
        assert (found is None) == (not game.decisions(state, seat))
        if found:
            follow(game, state, found)


def follow(game: AnyGame, state: Any, found: Advice) -> None:
    """All steps of the plan are legal, one after the other."""
    assert found.decision == found.plan[0][1]
    assert "{" not in found.reason.text.format(**found.reason.details)
    assert all(chance is None or 0 <= chance <= 1 for _, chance in found.ranked)
    for seat, decision in found.plan:
        state = game.apply(state, seat, decision, tuple)


@every_game
@pytest.mark.parametrize("seed", range(5))
def test_hidden_cards_do_not_change_the_advice(key: str, seed: int) -> None:
    game, chance = GAMES[key], Random(seed)
    for state in positions(game, started(game, {}, game.seats[0], chance), chance, most=4):
        other = otherwise_hidden(game, state, 0)
        assert advised(key, state) == advised(key, other)


def solo(room: str, deck: str = "", **held: Any) -> Any:
    """A room in the middle of a game; cards not named lie in the discard."""
    game = GAMES["solo"]
    named = (*cards(room), *cards(deck), held.get("weapon"), *held.get("slain", ()))
    rest = tuple(card for card in game.pack(None) if card not in named)
    return replace(dealt(game, room), room=cards(room), deck=cards(deck), discard=rest, **held)


def test_a_win_within_reach_is_taken_for_sure() -> None:
    found = told("solo", solo("Ac 2c 5h", hp=12, may_skip=False))
    assert found.chance == 1
    assert found.decision != "fight:Ac:bare"


def test_nobody_is_sent_to_death_who_can_live() -> None:
    found = told("solo", solo("Kc Qc 8d Jc", "2c 3c", hp=13, may_skip=False))
    assert found.decision == "equip:8d"


def test_the_value_alone_answers_at_once() -> None:
    found = told("solo", solo("Kc Qc 8d Jc", "2c 3c 5h 9h", hp=20), most=0)
    assert found.tried == 0
    assert found.chance is None


def test_out_of_time_the_best_so_far_is_advised() -> None:
    view = GAMES["solo"].view(solo("Kc Qc 8d Jc", "2c 3c 5h 9h"), 0)
    found = advice("solo", view, 0, tuple, in_time=iter([True] * 5 + [False] * 1000).__next__)
    assert found is not None
    assert found.tried == 5


def test_where_all_is_lost_advice_says_so() -> None:
    found = told("solo", solo("Kc Qc Jc 10c", hp=3, may_skip=False))
    assert found.chance == 0


def test_a_room_that_kills_is_fled() -> None:
    assert told("solo", solo("Kc Qc Jc 10c", "2h 3h 4h 5d 2c 3c", hp=10)).decision == "skip"
    state = dealt(GAMES["rascal"], "Kc Qc Jc 10c")
    assert told("rascal", replace(state, hp=10)).decision == "flee"


def test_the_knife_serves_where_it_saves_most() -> None:
    state = dealt(GAMES["rascal"], "Kc 10d 2d Qc")
    state = after(GAMES["rascal"], state, "equip:10d")
    assert told("rascal", state, most=100).decision == "knife:2d"


def test_a_wounded_player_drinks_and_the_strong_one_fights() -> None:
    players = person(hp=4, weapon="5d"), person(hp=20, weapon="10d")
    state = midway(*players, deck="9h 10c Kc 3c 2c 4c 5c", first=2, ran_last=True)
    found = told("coop", state)
    assert {(0, "drink:9h"), (1, "fight:Kc:weapon")} <= {*found.plan}


def test_a_table_too_weak_for_the_room_runs() -> None:
    players = person(hp=5), person(hp=5)
    found = told("coop", midway(*players, deck="Ac As Kc Ks Qc Qs 2h 3h 4h 5d 6d 7d"))
    assert found.plan[-2:] == ((0, "offer"), (1, "offer")) or found.decision == "offer"


def test_where_somebody_must_fall_the_chance_is_nil() -> None:
    players = person(hp=1), person(hp=20)
    found = told("coop", midway(*players, deck="Ac As Kc Ks Qc Qs 2h 3h", ran_last=True))
    assert found.chance == 0


def test_who_is_not_to_act_gets_no_advice() -> None:
    state = started(GAMES["coop"], {}, 2, Random(1))
    assert advised("coop", state, seat=1 - GAMES["coop"].to_act(state)[0]) is None
    assert advised("solo", solo("2c", hp=0)) is None


@pytest.mark.parametrize(("key", "deal"), [("rascal", 18), ("rascal", 21), ("solo", 16)])
def test_nothing_else_is_said_to_be_likelier_than_what_is_advised(key: str, deal: int) -> None:
    """In these deals an end that left the race early had the luckier figure."""
    game = GAMES[key]
    view = game.view(started(game, {}, 1, Random(deal)), 0)
    found = advice(key, view, 0, shuffler(Random(deal)))
    assert found is not None
    assert found.chance is not None
    assert max(chance or 0 for _, chance in found.ranked) == found.chance
