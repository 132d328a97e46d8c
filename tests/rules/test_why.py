"""Every piece of advice has a reason that is taken from the figures."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.rules.laws import shuffler
from tests.rules.tables import dealt, midway, person
from tests.rules.test_advice import solo
from tracker.rules.advice import advice, lone, planner
from tracker.rules.advice import rascal as rascal_rules
from tracker.rules.advice import solo as solo_rules
from tracker.rules.advice.answer import Reason
from tracker.rules.advice.coop import why
from tracker.rules.advice.coop import why as coop_why
from tracker.rules.advice.prospect import End, numbers
from tracker.rules.advice.rascal import RascalPlanner
from tracker.rules.advice.solo import SoloPlanner
from tracker.rules.games import GAMES

pytestmark = pytest.mark.thorough


def reason(key: str, state: Any, trials: int = 120) -> Reason:
    game = GAMES[key]
    (seat, *_) = game.to_act(state)
    found = advice(key, game.view(state, seat), seat, shuffler(Random(1)), trials)
    assert found is not None
    return found.reason


def test_a_win_is_for_certain_and_a_loss_too() -> None:
    assert reason("solo", solo("Ac 2c 5h", hp=20, may_skip=False)).text == lone.SURE
    assert reason("solo", solo("Kc Qc Jc 10c", hp=3, may_skip=False)).text == lone.LOST


def test_the_only_way_out_is_named_so() -> None:
    found = reason("solo", solo("Ac 2c 3h 2h", "4c 5c", hp=4, may_skip=False))
    assert found.text == lone.ONLY


VIEW = solo("2c 2s 3c 4h", "Kc Ks Qc 5c 9h", weapon="9d", slain=("Ac",))
"""The 9 of diamonds has beaten an ace; two kings, a queen and a 5 are to come."""
LEFT = End(20, (9, 14), under=(2, 2, 3, 44))


@pytest.mark.parametrize(
    ("figures", "text", "details"),
    [
        ({LEFT: 0.7, End(17, (9, 2)): 0.5}, lone.LEAVE, {"hp": 17, "points": 20}),
        ({End(17, (9, 2)): 0.7, LEFT: 0.5}, lone.STAY, {"points": 20}),
        (
            {End(17, (9, 14), 44): 0.6, End(17, (9, 14), 3): 0.45},
            lone.CARRY,
            {"card": "4h", "points": 15},
        ),
        (
            {End(13, (9, 14), 44): 0.6, End(20, (9, 5), 44): 0.5},
            solo_rules.SPARE,
            {"weapon": "9d", "count": 4, "total": 4, "points": 10},
        ),
        (
            {End(20, (9, 5), 44): 0.6, End(13, (9, 14), 44): 0.5},
            solo_rules.SPEND,
            {"weapon": "9d", "count": 0, "total": 4, "points": 10},
        ),
        (
            {End(20, (5, 15), 3): 0.6, End(20, (9, 14), 3): 0.5},
            solo_rules.FRESH,
            {"weapon": "5d", "count": 4, "total": 4, "points": 10},
        ),
        (
            {End(20, (9, 13), 3): 0.6, End(20, (5, 13), 3): 0.5},
            solo_rules.KEEP,
            {"weapon": "9d", "count": 2, "total": 4, "points": 10},
        ),
        ({End(20, (9, 13), 3): 0.6, End(20, (5, 13), 2): 0.599}, lone.EVEN, {}),
        ({End(20, (9, 13), 3): 0.6}, lone.ONLY, {}),
    ],
)
def test_the_trait_that_is_worth_most_is_the_reason(
    figures: dict[End, float], text: str, details: dict[str, str | int]
) -> None:
    planner = SoloPlanner(VIEW.options, tuple)
    prospect = planner.judge().prospect(numbers(VIEW.deck), ())
    assert lone.reason_of(planner, VIEW, prospect, figures) == Reason(text, details)


POCKET = replace(dealt(GAMES["rascal"], "3d 2d 4h Jc"), weapon="8d", inventory="5h")


@pytest.mark.parametrize(
    ("best", "rival", "text", "details"),
    [
        (End(20, (8, 0, 23)), End(20, (8, 0, 0)), rascal_rules.STORE, {"card": "3d"}),
        (End(20, (8, 0, 45)), End(20, (8, 0, 23)), rascal_rules.STORE, {"card": "5h"}),
        (End(20, (8, 0, 0)), End(20, (8, 0, 45)), rascal_rules.EMPTY, {}),
        (End(20, (8, 2, 0)), End(20, (8, 0, 0)), rascal_rules.KNIFE_KEPT, {"count": 2}),
        (End(20, (8, 0, 0)), End(20, (8, 2, 0)), rascal_rules.KNIFE_USED, {"count": 0}),
        (End(20, (8, 0, 0)), End(20, (7, 0, 0)), rascal_rules.SHARP, {"edge": 8}),
        (End(20, (7, 0, 0)), End(20, (8, 0, 0)), rascal_rules.WORN, {"edge": 7}),
        (End(20, (-1, 0, 0)), End(20, (3, 0, 0)), planner.UNARMED, {}),
        (End(20, (8, 0, 0)), End(20, (8, 0, 0), 44), lone.CLEAR, {}),
        (End(20, (8, 0, 0), 45), End(20, (8, 0, 0), 44), lone.CARRY, {"card": "5h"}),
    ],
)
def test_a_pocket_and_a_knife_have_reasons_of_their_own(
    best: End, rival: End, text: str, details: dict[str, str | int]
) -> None:
    planner = RascalPlanner(POCKET.options, tuple)
    prospect = planner.judge().prospect(numbers(POCKET.deck), ())
    found = lone.reason_of(planner, POCKET, prospect, {best: 0.6, rival: 0.5})
    assert found == Reason(text, details | {"points": 10})


def test_a_table_runs_from_what_would_cost_it_a_life() -> None:
    players = person(hp=5), person(hp=5)
    table = midway(*players, deck="Ac As Kc Ks Qc Qs 2h 3h 4h 5d 6d 7d")
    assert reason("coop", table).text == coop_why.RUN_OR_FALL


@pytest.mark.parametrize(
    ("weapon", "text", "other"), [("4d", coop_why.CHEAPER, 4), ("", coop_why.AS_CHEAP, 0)]
)
def test_whoever_fights_pays_least(weapon: str, text: str, other: int) -> None:
    players = person(hp=20, weapon=weapon), person(hp=20)
    table = midway(*players, deck="Kc Ks Qc 3s 2c 2s 9h 8h", first=2, ran_last=True)
    found = reason("coop", table)
    assert found.text == text
    assert int(found.details["other"]) - int(found.details["hp"]) == other


def test_a_fall_that_cannot_be_helped_is_said() -> None:
    players = person(hp=1), person(hp=20)
    table = midway(*players, deck="Ac As Kc Ks Qc Qs 2h 3h", ran_last=True)
    assert reason("coop", table).text == coop_why.FALL


BETTER = (why.SAVES, why.ARMS, why.SHIELDS, why.WEAKEST)


@pytest.mark.parametrize("seats", [1, 2])
def test_at_a_table_a_step_is_held_against_the_best_way_without_it(seats: int) -> None:
    """A step said to be better is better, and there is more than one thing to say of it."""
    game, chance, texts = GAMES["coop"], Random(seats), set()
    state = game.setup({}, seats, shuffler(chance)(game.pack(game.chosen({}))), shuffler(chance))
    for _ in range(35):
        seat = game.to_act(state)[0]
        found = advice("coop", game.view(state, seat), seat, shuffler(chance))
        assert found is not None
        texts.add(found.reason.text)
        if found.reason.text in (
            why.SAVES,
            why.ARMS,
            why.SHIELDS,
            why.WEAKEST,
        ):
            assert int(found.reason.details["hp"]) > int(found.reason.details["other"])
        state = game.play(state, seat, found.decision, shuffler(chance))
        if not game.to_act(state):
            break
    assert len(texts & {why.SAVES, why.ARMS, why.LEAVES, why.RUNS}) > 1


def test_what_keeps_somebody_alive_is_said_to() -> None:
    alone = midway(person(hp=3), deck="Kc 4h 5c 3d", ran_last=True)
    found = reason("coop", alone)
    assert found.text in (coop_why.HEALS, why.ALIVE)
    armed = midway(person(hp=4), deck="Kc 10d 5c 3c", ran_last=True)
    assert reason("coop", armed).text == why.ALIVE
