"""A review judges the decisions of a co-operative table fairly."""

from __future__ import annotations

from random import Random

import pytest

from tests.rules.laws import shuffler
from tracker.rules.advice.review import next_table, verdict
from tracker.rules.games.coop.game import Coop
from tracker.rules.games.coop.state import CoopState

GAME = Coop()
OFFERS = ((0, "offer"), (1, "offer"))


def begun(seed: int, **options: bool) -> CoopState:
    shuffle = shuffler(Random(seed))
    cards = GAME.pack(GAME.chosen(options))
    return GAME.setup(options, 2, shuffle(cards), shuffle)


@pytest.mark.parametrize("count_runs", [True, False])
def test_a_run_leaves_the_room_also_where_it_counts_for_none(count_runs: bool) -> None:
    """Else what runs would be played a room further than what it is held against."""
    state = begun(7, count_runs=count_runs)
    after = next_table(state, OFFERS, shuffler(Random(1)))
    assert after.ran_last
    assert len(after.room) == 6
    assert after.total_rooms == int(count_runs)


def test_a_verdict_is_the_same_whatever_was_looked_at_before() -> None:
    states = [begun(seed) for seed in (3, 4)]
    first, again = (
        [verdict("coop", state, 0, "pass", shuffler(Random(9))) for state in states]
        for _ in range(2)
    )
    assert first == again
