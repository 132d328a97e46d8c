"""Undo and redo: buttons newest first, any single line, and what a later text forbids."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tracker.parties import play
from tracker.rules.table.state.party import Party
from tracker.rules.words import Refused
from tracker.services.party.parties import party_table

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def press_undo(code: str) -> Party:
    undo = party_table(code).undo
    assert undo is not None
    return play(code, f"undo:{undo.number}")


def press_redo(code: str) -> Party:
    top = party_table(code).redo_top
    return play(code, f"undo:{top}")


def test_undo_takes_the_newest_back_and_redo_brings_it_again(code: str) -> None:
    play(code, "hp:0:-3", "floor:+1")
    assert press_undo(code).floor == 1
    assert press_undo(code).players[0].hp == 20
    assert press_redo(code).players[0].hp == 17
    assert press_redo(code).floor == 2


def test_a_new_entry_ends_redo(code: str) -> None:
    play(code, "hp:0:-3")
    press_undo(code)
    play(code, "hp:1:-1")
    assert party_table(code).redo is None


def test_the_buttons_say_what_they_would_undo(code: str) -> None:
    play(code, "hp:0:-3", "hp:1:-1")
    press_undo(code)
    table = party_table(code)
    assert getattr(table.undo, "text", None) == "hp:0:-3"
    assert getattr(table.redo, "text", None) == "hp:1:-1"


def test_a_single_line_is_undone_whatever_came_after(code: str) -> None:
    play(code, "hp:0:-3", "hp:0:-4", "hp:1:-1")
    state = play(code, "undo:1")
    assert (state.players[0].hp, state.players[1].hp) == (16, 19)


def test_a_single_undo_is_an_entry_that_can_be_undone(code: str) -> None:
    play(code, "hp:0:-3", "hp:0:-4")
    play(code, "undo:1")
    assert press_undo(code).players[0].hp == 13


def test_a_new_floor_undone_later_gives_its_rooms_back(code: str) -> None:
    play(code, "room:+1", "room:+1", "floor:+1", "room:+1")
    state = play(code, "undo:3")
    assert (state.floor, state.room) == (1, 4)


def test_a_text_changed_since_is_not_undone(code: str) -> None:
    play(code, "weapon:0:8", "weapon:0:9")
    with pytest.raises(Refused, match="Mara’s weapon has been changed since"):
        play(code, "undo:1")


def test_a_line_is_undone_once(code: str) -> None:
    play(code, "hp:0:-3", "hp:0:-4", "undo:1")
    with pytest.raises(Refused, match="already"):
        play(code, "undo:1")


def test_two_phones_pressing_the_same_undo_take_back_one_line(code: str) -> None:
    play(code, "hp:0:-3", "hp:0:-4", "undo:2")
    with pytest.raises(Refused):
        play(code, "undo:2")
    assert party_table(code).state.players[0].hp == 17


def test_a_fight_is_undone_whole(code: str) -> None:
    before = play(code, "equip:0:8d", "use:0:Kh")
    play(code, "fight:0:Kc:weapon")
    assert press_undo(code) == before


@pytest.mark.parametrize("text", ["undo:99", "undo:0", "undo:-1", "undo:x", "undo:"])
def test_a_line_that_is_not_there_cannot_be_undone(code: str, text: str) -> None:
    with pytest.raises(Refused):
        play(code, text)


def test_leaving_loading_and_starting_anew_can_be_undone(code: str) -> None:
    before = play(code, "hp:0:-3", "save:Mara_Odo", "leave:1", "hp:0:-5")
    for command in ("leave:0",):
        with pytest.raises(Refused):
            play(code, command)
    for command in ("load:Mara_Odo", "new"):
        play(code, command)
        assert press_undo(code) == before


def test_an_undo_brings_no_second_player_to_a_game_for_one(code: str) -> None:
    play(code, "leave:1", "game:solo")
    with pytest.raises(Refused, match="The game has been changed since"):
        play(code, "undo:1")
    assert play(code, "undo:2", "undo:1").seating == "01"


def test_an_undo_brings_no_game_for_one_to_two_players(code: str) -> None:
    play(code, "leave:1", "game:solo", "game:coop", "back:1")
    with pytest.raises(Refused, match="The seats have been changed since"):
        play(code, "undo:3")
    assert party_table(code).state.game == "coop"


@pytest.mark.parametrize(
    "commands",
    [
        ("floor:=4", "used:=KhQh", "floor:+1", "used:-Kh", "undo:3"),
        ("floor:=3", "used:=KhQh", "floor:+1", "floor:+1", "undo:3"),
    ],
)
def test_a_floor_reached_by_an_undo_brings_nothing_of_another(
    client: Client, code: str, commands: tuple[str, ...]
) -> None:
    assert play(code, *commands).floor == 4
    assert "shuffle" not in client.get(f"/p/{code}/").content.decode()
    assert "back now" not in client.get(f"/p/{code}/dungeon").content.decode()


def test_a_floor_reached_by_an_undo_brings_back_what_it_does(client: Client, code: str) -> None:
    play(code, "floor:=4", "used:=KhQh", "floor:+1", "floor:+1")
    assert "back now" not in client.get(f"/p/{code}/dungeon").content.decode()
    assert play(code, "undo:3").due == "KhQh"
    assert "back now" in client.get(f"/p/{code}/dungeon").content.decode()
