"""A table that tells its cards is to the referee what the dealt game is to its engine."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.laws import options_of
from tests.rules.tables import COOP
from tests.rules.tellings import (
    NAMES,
    Step,
    all_said,
    at_random,
    heard,
    on_sheets,
    party_of,
    recorded,
)
from tests.rules.test_traces import FOLDER, records
from tracker.rules.games.coop.state import CoopState
from tracker.rules.protocol import parts
from tracker.rules.table.ahead.pictures import picture
from tracker.rules.table.room.room import Room
from tracker.rules.table.state.party import Party, new_party

ALIKE = ("floor", "rooms", "first", "turn", "red_room", "ran_last", "fought", "used", "options")
IN_ANY_ORDER = ("deck", "room", "discard", "aside", "offers")


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_told_completely_the_pile_is_that_of_every_recorded_game(seats: int) -> None:
    checked = 0
    for record in records(FOLDER / f"coop-{seats}p.jsonl.gz"):
        checked += follow([*recorded(record)], Random(record["id"]))
    assert checked > 500


@settings(max_examples=10)
@given(options_of(COOP), st.integers(1, 4), st.randoms(use_true_random=False))
def test_told_completely_it_is_that_of_games_by_any_house_rules(
    options: dict[str, Any], seats: int, chance: Random
) -> None:
    follow([*at_random(options, seats, chance, most=60)], chance)


def test_told_by_the_sheets_alone_hardly_a_card_too_many_is_thought_left() -> None:
    chance, extra = Random("sheets"), list[int]()
    for _ in range(25):
        party = new_party(NAMES[:2])
        for step in at_random({}, 2, chance, most=150):
            party = heard(party, on_sheets(party, step))
            if at_a_door(step):
                extra.append(surplus(party, step))
    assert len(extra) > 200
    assert sum(extra) / len(extra) <= 1.3


def at_a_door(step: Step) -> bool:
    return bool(step.after.living) and step.after.total_rooms > step.before.total_rooms


def surplus(party: Party, step: Step) -> int:
    """How many cards more than there are may come, as far as the table knows."""
    _do, card, _how = parts(step.decision)
    stays = set() if step.after.ran_last else {*step.before.room} - {card}
    new = {*step.after.room} - stays
    return len(Room(party).unseen) - len({*step.after.deck} | new)


def follow(steps: list[Step], chance: Random) -> int:
    """Tells a game and compares after each decision; some passes nobody tells."""
    party, hush, checked = party_of(steps[0].before), 0, 0
    assert_alike(party, steps[0].before)
    for step in steps:
        hush = hush + 1 if may_hush(step, hush) and chance.random() < 0.7 else 0
        if hush:
            continue
        party = heard(party, all_said(party, step))
        if step.after.living:
            assert_alike(party, step.after)
            checked += 1
    return checked


def may_hush(step: Step, hush: int) -> bool:
    """Whether the next deed shows that this was a pass: not where all have passed."""
    return step.decision == "pass" and not step.before.offers and hush < len(step.after.living) - 1


def assert_alike(party: Party, state: CoopState) -> None:
    ours, theirs = picture(party), COOP.view(state, 0)
    for name in ALIKE:
        assert (name, getattr(ours, name)) == (name, getattr(theirs, name))
    for name in IN_ANY_ORDER:
        assert (name, sorted(getattr(ours, name))) == (name, sorted(getattr(theirs, name)))
    assert ours.players == theirs.players
    assert Room(party).unseen == frozenset(state.deck)
    for seat in state.living:
        assert {*COOP.decisions(ours, seat)} == {*COOP.decisions(theirs, seat)}
