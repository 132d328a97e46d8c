"""Advice: always open, from the view alone, and never blind to what is plain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.laws import AnyGame, options_of, otherwise_hidden, positions, shuffler, started
from tests.rules.tables import after, cards, dealt, midway, person
from tracker.rules.advice import ADVISED, Advice, Spent, advice, rule_of_thumb
from tracker.rules.advice._lone import End, Planner, numbers
from tracker.rules.advice._search import race
from tracker.rules.advice.rascal import RascalPlanner
from tracker.rules.advice.solo import SoloPlanner
from tracker.rules.registry import GAMES

AnyPlanner = type[Planner[Any, Any]]

every_game = pytest.mark.parametrize("key", ADVISED)
lone_games = pytest.mark.parametrize("kind", [SoloPlanner, RascalPlanner])


def trials(most: int) -> Spent:
    asked = count()
    return lambda: next(asked) / most


def advised(key: str, state: Any, seat: int = 0, most: int = 30) -> Advice | None:
    view = GAMES[key].view(state, seat)
    return advice(key, view, seat, shuffler(Random(1)), trials(most))


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
    assert 0 <= found.chance <= 1
    for seat, decision in found.plan:
        state = game.apply(state, seat, decision, tuple)


@every_game
@pytest.mark.parametrize("seed", range(5))
def test_hidden_cards_do_not_change_the_advice(key: str, seed: int) -> None:
    game, chance = GAMES[key], Random(seed)
    for state in positions(game, started(game, {}, game.seats[0], chance), chance, most=4):
        other = otherwise_hidden(game, state, 0)
        assert advised(key, state) == advised(key, other)


@lone_games
@pytest.mark.parametrize("seed", range(40))
def test_a_game_played_out_in_numbers_ends_as_it_does_by_the_rules(
    kind: AnyPlanner, seed: int
) -> None:
    game, shuffle = kind.game, shuffler(Random(seed))
    deck = tuple(shuffle(game.pack(game.chosen({}))))
    state = game.setup({}, 1, deck, tuple)
    planner = kind(state.options, tuple)
    foretold = planner.played_out(End(20, planner.arms(state)), numbers(deck))
    while not game.outcome(state) and (plan := rule_of_thumb(game.key, game.view(state, 0))):
        for _, decision in plan:
            state = game.apply(state, 0, decision, tuple)
    assert (foretold == 1) == (game.result(state)["outcome"] == "won")


@lone_games
@settings(max_examples=30, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_every_end_of_a_room_is_known_and_no_other(
    kind: AnyPlanner, data: st.DataObject, seed: int
) -> None:
    game, chance = kind.game, Random(seed)
    start = started(game, data.draw(options_of(game), label="options"), 1, chance)
    state = data.draw(st.sampled_from([*positions(game, start, chance, most=12)]))
    knows_every_end(kind, state)


def test_the_slot_is_closed_once_the_last_card_is_gone() -> None:
    state = dealt(GAMES["rascal"], "Js 3d 4d 5h")
    state = replace(state, room=("Js", "3s"), deck=(), inventory="3d", weapon="10d")
    knows_every_end(RascalPlanner, state)


def knows_every_end(kind: AnyPlanner, state: Any) -> None:
    planner, view = kind(state.options, tuple), kind.game.view(state, 0)
    decisions = [each for each in kind.game.decisions(state, 0) if each != "quit"]
    known = [end for each in decisions for end in planner.reachable(view, each)]
    kept = planner.arms(view)[-1] if getattr(view, "inventory", "") else None
    assert useful(best_of(known), kept) == useful(best_of(tried_out(planner, view)), kept)


def useful(ends: dict[Any, int], kept: int | None) -> dict[Any, int]:
    """But for those that only lack what was in the slot: the planner tosses nothing in vain."""
    full = {(arms, *rest): ((*arms[:-1], kept), *rest) for arms, *rest in ends}
    return {end: hp for end, hp in ends.items() if end == full[end] or ends.get(full[end], 0) < hp}


def best_of(ends: Iterable[End]) -> dict[Any, int]:
    most: dict[Any, int] = {}
    for end in ends:
        most[end[1:]] = max(end.hp, most.get(end[1:], 0))
    return most


def tried_out(planner: Planner[Any, Any], view: Any) -> Iterator[End]:
    """The ends of a room, found by playing every decision there is by the rules."""
    game, waiting, met = planner.game, [view], set()
    while waiting:
        state = waiting.pop()
        for decision in game.decisions(state, 0):
            child = game.play(state, 0, decision, tuple)
            over = game.outcome(child)
            if child.turn > state.turn or (over and over.word == "won"):
                yield from planner.reachable(state, decision)
            elif not over and (child := replace(child, discard=())) not in met:
                met.add(child)
                waiting.append(child)


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


def test_the_better_plan_wins_the_race_and_the_time_is_kept() -> None:
    chance = Random(3)
    found = race(dict.fromkeys((2, 5, 8), 0.0), chance.random, lambda p, x: x < p / 10, trials(300))
    assert [each.plan for each in found] == [8, 5, 2]
    assert sum(each.trials for each in found) in range(300, 306)


def test_favour_decides_where_trials_tell_nothing() -> None:
    found = race({"left": 0.0, "right": 0.1}, int, lambda plan, deal: 0.5, trials(20))
    assert found[0].plan == "right"
    assert found[0].mean == 0.5
