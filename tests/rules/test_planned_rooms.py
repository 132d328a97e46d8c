"""The rooms of lone games, planned in numbers: they end exactly as the rules say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.laws import AnyGame, options_of, positions, shuffler, started
from tests.rules.tables import dealt
from tests.rules.test_traces import FOLDER, RecordedShuffles, offered, records, text_of
from tests.rules.test_traces import started as recorded
from tracker.rules.advice import advice, lone
from tracker.rules.advice.lone import reachable, trial
from tracker.rules.advice.planner import Planner
from tracker.rules.advice.prospect import End, numbers
from tracker.rules.advice.rascal import RascalPlanner
from tracker.rules.advice.search import Search
from tracker.rules.advice.solo import SoloPlanner
from tracker.rules.games import GAMES

pytestmark = pytest.mark.thorough

AnyPlanner = type[Planner[Any]]

EVERY = 3
"""One in so many rooms of a recorded game is tried out by the rules."""

ENOUGH = 100_000
"""So many positions are never searched to the last."""

lone_games = pytest.mark.parametrize("kind", [SoloPlanner, RascalPlanner])


@lone_games
@pytest.mark.parametrize("seed", range(40))
def test_a_game_played_out_in_numbers_ends_as_it_does_by_the_rules(
    kind: AnyPlanner, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lone, "A_TRIAL", ENOUGH)
    game, shuffle = kind.game, shuffler(Random(seed))
    deck = tuple(shuffle(game.pack(game.chosen({}))))
    state = game.setup({}, 1, deck, tuple)
    planner = kind(state.options, tuple)
    judge = planner.judge()
    judge.rooms = 0
    prospect = judge.prospect(numbers(deck), ())
    search = Search(planner, ENOUGH)
    foretold = trial(planner, judge, End(20, planner.arms(state)), prospect, search)
    while game.to_act(state):
        found = advice(game.key, game.view(state, 0), 0, tuple, trials=0)
        assert found is not None
        for _, decision in found.plan:
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


@lone_games
def test_every_end_is_known_in_all_recorded_games(kind: AnyPlanner) -> None:
    for file in FOLDER.glob(f"{kind.game.key}*.jsonl.gz"):
        for number, record in enumerate(records(file)):
            for state in islice(rooms_of(kind.game, record), number % EVERY, None, EVERY):
                knows_every_end(kind, state)


def rooms_of(game: AnyGame, record: Mapping[str, Any]) -> Iterator[Any]:
    """Every room of a recorded game, as it is entered."""
    shuffle, room = RecordedShuffles(record["shuffles"]), 0
    state = recorded(game, record, shuffle)
    for step in record["steps"]:
        if state.turn > room:
            yield state
        room = state.turn
        choices = offered(game, state)
        state = game.apply(state, 0, choices[0, text_of(step["decision"])], shuffle)


def test_the_slot_is_closed_once_the_last_card_is_gone() -> None:
    state = dealt(GAMES["rascal"], "Js 3d 4d 5h")
    state = replace(state, room=("Js", "3s"), deck=(), inventory="3d", weapon="10d")
    knows_every_end(RascalPlanner, state)


def knows_every_end(kind: AnyPlanner, state: Any) -> None:
    planner, view = kind(state.options, tuple), kind.game.view(state, 0)
    decisions = [each for each in kind.game.decisions(state, 0) if each != "quit"]
    known = [end for each in decisions for end in reachable(planner, view, each)]
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


def tried_out(planner: Planner[Any], view: Any) -> Iterator[End]:
    """The ends of a room, found by playing every decision there is by the rules."""
    game, waiting, met = planner.game, [view], set()
    while waiting:
        state = waiting.pop()
        for decision in game.decisions(state, 0):
            child = game.play(state, 0, decision, tuple)
            over = game.outcome(child)
            if child.turn > state.turn or (over and over.word == "won"):
                yield from reachable(planner, state, decision)
            elif not over and (child := replace(child, discard=())) not in met:
                met.add(child)
                waiting.append(child)
