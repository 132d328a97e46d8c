"""The example of docs/advice.md is what the adviser says."""

from __future__ import annotations

from random import Random

import pytest

from tests.rules.laws import shuffler
from tools.train.document import DOCUMENT, filled
from tracker.rules.advice import advice
from tracker.rules.advice.lone import pile, ways_out
from tracker.rules.advice.solo import SoloPlanner
from tracker.rules.games import GAMES
from tracker.rules.games.scoundrel import ScoundrelState
from tracker.services.match.deals import first_state, shuffle_of

GAME = GAMES["solo"]
WRITTEN = DOCUMENT.read_text("utf-8")
TEXT = " ".join(WRITTEN.replace("> ", "").split())


@pytest.fixture
def view() -> ScoundrelState:
    start = first_state(GAME, {}, 1, "lantern")
    armed: ScoundrelState = GAME.play(start, 0, "equip:10d", shuffle_of(GAME, "lantern"))
    return GAME.view(armed, 0)  # type: ignore[no-any-return]


def test_the_ends_of_its_room_are_valued_as_the_table_says(view: ScoundrelState) -> None:
    planner = SoloPlanner(view.options, tuple)
    judge = planner.judge()
    ends = judge.prospect(*pile(GAME, view)).rated([*ways_out(planner, view)])
    for end, rate in ends[:5]:
        limit = "anything" if end.arms[1] == 15 else f"only less than {end.arms[1]}"
        row = f"| {end.hp} HP, weapon 10, beats {limit}, the {end.carried % 20}"
        figure = f"| {100 * judge.chance(rate):.0f} % |"
        assert row in TEXT
        assert figure in TEXT


def test_its_reason_is_the_one_given(view: ScoundrelState) -> None:
    found = advice("solo", view, 0, shuffler(Random(1)))
    assert found is not None
    details = {**found.reason.details, "weapon": "10 of Diamonds"}
    assert found.reason.text.format(**details) in TEXT


def test_its_tables_tell_of_the_games_that_the_files_of_weights_tell_of() -> None:
    assert filled(WRITTEN) == WRITTEN
    assert filled(WRITTEN.replace("| co-op for four | 90", "| co-op for nobody | 90")) == WRITTEN
