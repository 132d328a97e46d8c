"""The planner's own steps of the co-operative game are those of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.laws import options_of, positions, started
from tests.rules.test_traces import FOLDER, RecordedShuffles, offered, records, text_of
from tests.rules.test_traces import started as recorded
from tracker.rules.advice.coop.spot import Spot, Steps, kind
from tracker.rules.games.coop.game import Coop
from tracker.rules.games.coop.state import CoopState
from tracker.rules.protocol import Cards, Decision, parts

pytestmark = pytest.mark.thorough

GAME = Coop()


def gone(card: str, discard: Cards, aside: Cards) -> int:
    """Counts cards: one has left the room for the discard, aside or a player."""
    return 1 + 100 * len(discard) + 10_000 * len(aside)


def alike(state: CoopState, decision: Decision) -> tuple[str, str, str]:
    do, card, how = parts(decision)
    return do, kind(card) if card else "", how


def steps_are_those_of_the_rules(state: CoopState) -> None:
    steps = Steps(state, gone)
    spot = steps.start(0)
    for seat in range(len(state.players)):
        legal = {alike(state, each) for each in GAME.decisions(state, seat)}
        open_to = {"offer"} if steps.may_run(spot) and seat not in state.offers else set()
        if seat in GAME.to_act(state):
            for _, decision, after in steps.following(spot, seat):
                open_to.add(decision)
                leads_where_the_rules_lead(steps, state, seat, decision, after)
            assert {alike(state, each) for each in open_to} == legal
            assert len(open_to) == len(legal)


def leads_where_the_rules_lead(
    steps: Steps, state: CoopState, seat: int, decision: Decision, after: Spot
) -> None:
    child = GAME.play(state, seat, decision, tuple)
    played = child.total_rooms > state.total_rooms or not child.living
    assert after.left == played
    if played:
        assert len(after.living) == len(child.living)
        return
    assert after.people == tuple(map(steps.people.person, child.players))
    assert after[1:5] == (child.room, child.turn, child.used, child.fought)
    assert after.cards == moved(state, child)


def moved(state: CoopState, child: CoopState) -> int:
    """The number that `gone` adds up to between two states of a room."""
    taken = len(state.room) - len(child.room)
    discarded = len(child.discard) - len(state.discard)
    return taken + 100 * discarded + 10_000 * (len(child.aside) - len(state.aside))


@settings(max_examples=60, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_steps_are_those_of_the_rules_whatever_the_options(data: st.DataObject, seed: int) -> None:
    options = data.draw(options_of(GAME), label="options")
    start = started(GAME, options, data.draw(st.sampled_from(GAME.seats)), Random(seed))
    for state in positions(GAME, start, Random(seed), most=30):
        steps_are_those_of_the_rules(state)


@pytest.mark.parametrize("seats", GAME.seats)
def test_steps_are_those_of_the_rules_in_all_recorded_games(seats: int) -> None:
    (file,) = FOLDER.glob(f"coop-{seats}p.jsonl.gz")
    for record in records(file):
        for state in replayed(record):
            steps_are_those_of_the_rules(state)


def replayed(record: Mapping[str, Any]) -> Iterator[Any]:
    shuffle = RecordedShuffles(record["shuffles"])
    state = recorded(GAME, record, shuffle)
    for step in record["steps"]:
        yield state
        decision, seat = text_of(step["decision"]), step["decision"]["player"]
        assert (seat, decision) in offered(GAME, state)
        state = GAME.apply(state, seat, decision, shuffle)


def test_after_offers_of_all_nobody_is_marked_as_passing() -> None:
    state = started(GAME, {}, 2, Random(3))
    steps = Steps(state, gone)
    passing = next(s for _, d, s in steps.following(steps.start(0), 0) if d == "pass")
    marks = Counter(p.player.passed for p in steps.offered(passing).people)
    assert marks == {False: 2}
