"""The environments for learning: their own packages' tests, every decision of every game, rules."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.programs import IN_CI
from tests.rules.laws import AnyGame, goes, positions, started
from tests.scripts import assert_prints_its_figure, assert_says_what_it_takes
from tools.test_scripts import SCRIPTS
from tracker.rules.games import GAMES

if not IN_CI:
    for package in ("gymnasium", "pettingzoo"):
        pytest.importorskip(package, reason="needs tools/gym/requirements.txt")

import numpy as np  # noqa: E402 (comes with them)
from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

from tools.gym.actions import Actions  # noqa: E402
from tools.gym.alone import ILLEGAL, DealtGame  # noqa: E402
from tools.gym.features import Features  # noqa: E402
from tools.gym.learn import main  # noqa: E402
from tools.gym.together import DealtTable  # noqa: E402

every_game = pytest.mark.parametrize("key", GAMES)


@every_game
def test_gymnasium_finds_nothing_wrong(key: str) -> None:
    check_env(DealtGame(key), skip_render_check=True)


@every_game
@pytest.mark.filterwarnings("ignore:Environment has not defined a render")
def test_pettingzoo_finds_nothing_wrong(key: str) -> None:
    api_test(DealtTable(key), num_cycles=100)
    seed_test(lambda: DealtTable(key), num_cycles=50)


def house_rules(game: AnyGame, chance: Random) -> dict[str, Any]:
    """Random ones that go together, of those with one value."""
    while True:
        single = {name: each for name, each in game.options.items() if not each.many}
        chosen = {name: chance.choice(each.allowed) for name, each in single.items()}
        if goes(game, chosen):
            return chosen


@every_game
def test_every_decision_has_a_number_and_every_state_as_many_features(key: str) -> None:
    game, chance = GAMES[key], Random(key)
    actions, features = Actions(game), {n: Features(game, n) for n in game.seats}
    for _ in range(12):
        seats = chance.choice(game.seats)
        start = started(game, house_rules(game, chance), seats, chance)
        for state in positions(game, start, chance, most=60):
            for seat in range(seats):
                row = features[seats].row(game.view(state, seat), seat)
                assert row.shape == (features[seats].size,)
                assert (np.abs(row) <= 1).all()
                decisions = [each for each in game.distinct(state, seat) if each != "quit"]
                for number in np.flatnonzero(actions.mask(decisions)):
                    assert actions.decision(int(number), decisions) in decisions


def test_a_hidden_card_is_no_feature() -> None:
    """Two seats see each other's hands as so many backs."""
    game, features = GAMES["shiphead"], Features(GAMES["shiphead"], 2)
    state = started(game, {}, 2, Random(3))
    swapped = replace(state, deck=state.deck[::-1])
    for seat in (0, 1):
        one, other = (features.row(game.view(each, seat), seat) for each in (state, swapped))
        assert (one == other).all()


def test_an_action_that_is_not_open_ends_the_game() -> None:
    game = DealtGame("castle")
    _, info = game.reset(seed=1)
    closed = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, ended, cut, _ = game.step(closed)
    assert (reward, ended, cut) == (ILLEGAL, True, False)


def test_in_a_red_room_each_may_leave_it_to_the_next() -> None:
    table = DealtTable("coop", seats=2)
    seed = next(n for n in range(300) if red_room(table, n))
    table.reset(seed=seed)
    leave = table.actions.numbers["leave"]
    assert table.agent_selection == "player_0"
    assert table.infos["player_0"]["action_mask"][leave] == 1
    assert table.infos["player_1"]["action_mask"].sum() == 0
    table.step(leave)
    assert table.agent_selection == "player_1"
    assert table.bout.number == 0


def red_room(table: DealtTable, seed: int) -> bool:
    table.reset(seed=seed)
    return len(table.bout.to_act) > 1


def test_the_example_learns_something() -> None:
    totals = main(games=200, seed=1)
    assert sum(totals[-60:]) > 1.4 * sum(totals[:60])


@pytest.mark.parametrize("script", [each for each in SCRIPTS if each.startswith("tools.gym.")])
def test_its_scripts_run_and_print_their_figures(script: str) -> None:
    assert_says_what_it_takes(script)
    assert_prints_its_figure(script)
