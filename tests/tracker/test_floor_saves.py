"""Automatic saves are stored without words, and called by those of whoever reads."""

from __future__ import annotations

import pytest

from tests.tracker.parties import play
from tracker import models
from tracker.boards.party.pages.saves import saves_board
from tracker.boards.words.names import save_called
from tracker.rules.table.state.party import new_party
from tracker.rules.table.texts.save_names import (
    floor_of_save,
    floor_save_name,
    save_name_fault,
    stored_save_name,
)
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.saves import saves_by_name


def test_a_floor_is_read_from_the_names_of_every_release() -> None:
    for floor in (1, 30, 9999):
        assert floor_of_save(floor_save_name(floor)) == floor_of_save(f"Floor {floor}") == floor
        assert stored_save_name(f"Floor {floor}") == floor_save_name(floor)


@pytest.mark.parametrize("name", ["Floor_2", "Floor 0", "Floor 02", "_ x", "floor 2", "_2", ""])
def test_what_somebody_typed_is_no_floor(name: str) -> None:
    assert floor_of_save(name) is None
    assert stored_save_name(name) == save_called(name) == name


def test_nobody_can_type_the_name_of_a_floor() -> None:
    assert save_name_fault(floor_save_name(2))


@pytest.mark.django_db
def test_a_save_of_the_first_release_keeps_its_name_and_is_loaded_by_it() -> None:
    code = party_create(state=new_party(("Mara",)))
    play(code, "floor:+1", "floor:+1")
    save = models.Save.objects.get(name="_ 3")
    models.Save.objects.create(
        party_id=save.party_id, number=9, name="Floor 3", automatic=True,
        state={**save.state, "room": 7}, created=save.created,
    )  # fmt: skip
    play(code, "load:Floor 3")
    assert party_table(code).state.room == 7
    play(code, "load:_ 3")
    assert party_table(code).state.room == 1
    table = party_table(code)
    shown = saves_board([], saves_by_name(table, automatic=True), table.state, starts=())
    assert sorted(some.point.called for some in shown.floors) == ["Floor 2", "Floor 3", "Floor 3"]


@pytest.mark.django_db
def test_a_floor_that_two_phones_begin_is_saved_and_undone_once() -> None:
    code = party_create(state=new_party(("Mara", "Odo")))
    play(code, "floor:+1:1", "floor:+1:1")
    assert models.Save.objects.filter(automatic=True).count() == 1
    table = party_table(code)
    assert table.state.floor == 2
    assert table.undo
    play(code, f"undo:{table.undo.number}")
    assert party_table(code).state.floor == 1
