"""Ways to leave a room of the co-operative game are tried on cards that may come, and no others."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.rules.laws import positions, shuffler, started
from tests.rules.tables import midway, person
from tracker.rules.advice import Advice, advice
from tracker.rules.advice import weights as weights_module
from tracker.rules.advice.coop.judges import LearnedCoopJudge, judge_of
from tracker.rules.advice.coop.lines import (
    ENTRANTS,
    TRIALS,
    CoopLine,
    CoopTrials,
    Lines,
    most_promising,
)
from tracker.rules.advice.weights import FOLDER, chance_of, learned
from tracker.rules.games.coop.game import Coop
from tracker.rules.games.coop.state import CoopState
from tracker.rules.protocol import BACK

GAME = Coop()


def found(view: CoopState) -> list[CoopLine]:
    return Lines(view, judge_of(view)).found(GAME.to_act(view)[0])


def told(state: CoopState, trials: int | None = None) -> Advice:
    said = advice("coop", GAME.view(state, 0), 0, shuffler(Random(1)), trials)
    assert said is not None
    return said


def trials_of(view: CoopState, seed: int = 1) -> CoopTrials:
    judge = judge_of(view)
    assert isinstance(judge, LearnedCoopJudge)
    return CoopTrials(view, judge.value, shuffler(Random(seed)))


@pytest.mark.parametrize("seats", TRIALS)
def test_a_table_is_told_at_once_and_then_after_trials(seats: int) -> None:
    state = started(GAME, {}, seats, Random(3))
    at_once, final = told(state, 0), told(state)
    assert (at_once.tried, at_once.chance) == (0, None)
    assert final.tried == TRIALS[seats]
    assert final.chance is not None


def test_out_of_time_no_chance_is_named() -> None:
    view = GAME.view(started(GAME, {}, 1, Random(3)), 0)
    in_time = iter([True] * 9 + [False] * 1000).__next__
    said = advice("coop", view, 0, shuffler(Random(1)), in_time=in_time)
    assert said is not None
    assert (said.tried, said.chance) == (9, None)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_dealt_may_lie_there(seed: int) -> None:
    """Every card that nobody has seen, in any order, above those that were put under them."""
    for state in positions(GAME, started(GAME, {}, 1, Random(seed)), Random(seed), most=40):
        view = GAME.view(state, 0)
        if not state.living:
            break
        trials = trials_of(view, seed)
        assert trials.enough
        decks = {trials.deal() for _ in range(3)}
        assert len(decks) == 3 or trials.face_down < 10
        for deck in decks:
            assert Counter(deck) == Counter(state.deck)
            assert deck[trials.face_down :] == view.deck[trials.face_down :]


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_trial_ends_one_room_further_on(seats: int) -> None:
    """Its result is what the value says there, of a table dealt as the rules deal it."""
    state = started(GAME, {}, seats, Random(seats))
    view = GAME.view(state, 0)
    trials = trials_of(view)
    for line in most_promising(found(view)):
        deck = trials.deal()
        after = replace(view, deck=deck)
        for seat, decision in line.steps:
            after = GAME.apply(after, seat, decision, tuple)
        assert after.total_rooms == view.total_rooms + 1
        seen = GAME.view(after, 0)
        best = Lines(seen, judge_of(seen), 1).found(GAME.to_act(seen)[0])[0]
        worth = chance_of(best.rate)
        if not line.ran:
            worth = trials.value.with_room(worth)
            assert worth > chance_of(best.rate), "a room lived through is worth something"
        assert trials.trial(line, deck) == pytest.approx(worth)


def test_a_room_that_kills_is_worth_nothing() -> None:
    """Behind this room lie four aces and kings for whoever has 2 HP left and cannot run twice."""
    state = midway(person(hp=2), deck="2h 9h 10h Kd Ac As Kc Ks", ran_last=False)
    view = GAME.view(state, 0)
    running = next(line for line in found(view) if line.ran)
    assert trials_of(view).trial(running, ("Ac", "As", "Kc", "Ks", *view.room)) == 0


def test_ways_to_the_same_end_are_tried_once() -> None:
    for seed in range(10):
        lines = found(GAME.view(started(GAME, {}, 1, Random(seed)), 0))
        chosen = most_promising(lines)
        assert len(chosen) <= ENTRANTS
        assert len({line.end for line in chosen}) == len(chosen)
        assert chosen[0] == lines[0]


def test_a_way_that_somebody_falls_by_is_not_tried() -> None:
    state = midway(person(hp=3), deck="2c Kc Ks 2h", ran_last=True)
    lines = found(GAME.view(state, 0))
    assert {len(line.spot.living) for line in lines} == {0}
    assert told(state).tried == 0
    running = replace(state, ran_last=False)
    lines = found(GAME.view(running, 0))
    assert {len(line.spot.living) for line in lines} == {0, 1}
    assert {len(line.spot.living) for line in most_promising(lines)} == {1}


def test_a_table_that_has_not_said_enough_of_its_cards_is_told_at_once() -> None:
    view = GAME.view(started(GAME, {}, 1, Random(3)), 0)
    deeper = replace(view, deck=(*view.deck, BACK))
    assert not trials_of(deeper).enough
    said = advice("coop", deeper, 0, shuffler(Random(1)))
    assert said is not None
    assert (said.tried, said.chance) == (0, None)


@pytest.mark.parametrize("later", [None, 0, 1, 1.5, "often"])
def test_without_what_a_room_is_worth_advice_goes_by_rule_of_thumb(
    later: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = json.loads((FOLDER / "coop-1.json").read_text())
    (tmp_path / "coop-1.json").write_text(json.dumps(kept | {"later": later}))
    monkeypatch.setattr(weights_module, "FOLDER", tmp_path)
    learned.cache_clear()
    try:
        said = told(started(GAME, {}, 1, Random(4)))
    finally:
        learned.cache_clear()
    assert (said.tried, said.chance) == (0, None)


def test_the_same_cards_give_the_same_answer_and_others_another() -> None:
    state = started(GAME, {}, 1, Random(8))
    assert told(state) == told(state)
    chances = set()
    for seed in range(4):
        said = advice("coop", GAME.view(state, 0), 0, shuffler(Random(seed)))
        assert said is not None
        chances.add(said.chance)
    assert len(chances) == 4
