"""Scoundrel for one and Rascal with real cards: told completely they are the dealt game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.laws import options_of
from tests.rules.lone import GAMES, SOLO, assert_alike, at_random, table, told
from tests.rules.tellings import heard
from tests.rules.test_traces import FOLDER, records
from tracker.rules.table.room.room import Room
from tracker.rules.table.state.party import new_party
from tracker.rules.table.verbs.cards import RASCAL
from tracker.rules.table.verbs.commands import apply
from tracker.rules.words import Refused


@pytest.mark.parametrize("file", ["solo-rules", "solo-code", "rascal"])
def test_told_completely_it_is_every_recorded_game(file: str) -> None:
    key, checked = file.partition("-")[0], 0
    for record in records(FOLDER / f"{file}.jsonl.gz"):
        if any(step["decision"]["do"] == "quit" for step in record["steps"]):
            continue
        for moment in told(key, record):
            assert moment.party.players[0].hp == moment.state.hp
            if GAMES[key].outcome(moment.state) is None:
                assert_alike(key, moment)
                checked += 1
    assert checked > 300


@settings(max_examples=15)
@given(options_of(SOLO), st.randoms(use_true_random=False))
def test_it_is_the_dealt_game_by_any_house_rules(options: dict[str, Any], chance: Random) -> None:
    for moment in at_random("solo", options, chance):
        if SOLO.outcome(moment.state) is None:
            assert_alike("solo", moment)


@settings(max_examples=25)
@given(options_of(RASCAL), st.randoms(use_true_random=False))
def test_rascal_is_too(options: dict[str, Any], chance: Random) -> None:
    for moment in at_random("rascal", options, chance):
        if RASCAL.outcome(moment.state) is None:
            assert_alike("rascal", moment)


def test_only_the_first_potion_of_a_room_heals() -> None:
    drunk = heard(table("solo"), ["hp:0:=5", "deal:1.1:6h5h8c9c", "drink:0:6h", "drink:0:5h"])
    assert drunk.players[0].hp == 11
    assert Room(drunk).places.out == {"6h", "5h"}


def test_at_a_table_of_more_every_potion_heals() -> None:
    drunk = heard(new_party(("Mara",)), ["hp:0:=5", "drink:0:6h", "drink:0:5h"])
    assert drunk.players[0].hp == 16


@pytest.mark.parametrize("game", ["solo", "rascal"])
def test_the_pile_has_44_cards(game: str) -> None:
    assert (len(Room(table(game)).unseen), Room(table(game)).pile) == (44, 40)


def test_it_is_for_one_alone() -> None:
    with pytest.raises(Refused, match="for one player"):
        apply(new_party(("Mara", "Odo")), "game:solo")
    with pytest.raises(Refused, match="for one player"):
        apply(table("solo"), "join:1:Odo")
