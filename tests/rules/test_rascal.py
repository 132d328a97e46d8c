"""Rascal: its options and the edges of its rules (rules.md 5)."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.rules.laws import positions, started
from tests.rules.tables import after, cards, dealt, open_to
from tracker.rules.games.rascal import Rascal, RascalState
from tracker.rules.protocol import BACK

GAME = Rascal()


def played(first: str, decisions: str = "", **options: Any) -> RascalState:
    state = after(GAME, dealt(GAME, first, **options), decisions)
    assert isinstance(state, RascalState)
    return state


def test_the_weapon_wears_by_one_for_every_monster_on_it() -> None:
    state = played("8d Kc As 2c", "equip:8d fight:Kc:weapon fight:As:weapon")
    assert (state.hp, state.value) == (8, 6)
    assert GAME.summary(state)["weapon"] == "8:KcAs"


def test_a_worn_out_weapon_is_no_help_but_may_take_the_knife() -> None:
    state = played("3d 4c 3c 2c 2d Kc Ks 5c", "equip:3d fight:4c:weapon fight:3c:weapon next")
    state = replace(state, slain=cards("4c 3c 3s"))
    assert state.value == 0
    assert "fight:Kc:weapon" not in open_to(GAME, state)
    assert after(GAME, state, "knife:2d").value == 2


def test_the_knife_adds_two_for_two_fights() -> None:
    state = played("8d 2d Ac Kc", "equip:8d knife:2d")
    assert (state.value, state.knife_uses) == (10, 2)
    state = after(GAME, state, "fight:Ac:weapon")
    assert (state.hp, state.value, state.knife_uses) == (16, 9, 1)


def test_a_knife_used_up_goes_with_its_two_monsters() -> None:
    state = played("8d 2d Ac Kc", "equip:8d knife:2d fight:Ac:weapon fight:Kc:weapon")
    assert (state.hp, state.value, state.knife_uses) == (12, 8, 0)
    assert state.discard == cards("2d Ac Kc")


def test_a_new_weapon_discards_the_knife_on_the_old_one() -> None:
    state = played("8d 2d Kc 3d", "equip:8d knife:2d fight:Kc:weapon equip:3d")
    assert state.discard == cards("8d 2d Kc")
    assert (state.value, state.knife_uses) == (3, 0)


def test_the_two_of_diamonds_may_be_a_weapon_or_wait_for_one() -> None:
    state = played("2d 5d 3c 4c")
    assert {"equip:2d", "toss:2d"} <= open_to(GAME, state)
    assert "knife:2d" not in open_to(GAME, state)
    assert "knife:2d" in open_to(GAME, after(GAME, state, "equip:5d"))


def test_without_the_knife_rule_it_is_a_weapon_only() -> None:
    state = played("2d 5d 3c 4c", "equip:5d", knife=False)
    assert {"equip:2d", "toss:2d"} == {each for each in open_to(GAME, state) if "2d" in each}


def test_a_second_potion_waits_or_is_tossed_or_stored() -> None:
    state = played("5h 6h 2c 7h", "fight:2c:bare drink:5h")
    assert open_to(GAME, state) == {"toss:6h", "store:6h", "toss:7h", "store:7h"}


def test_a_stored_potion_is_the_potion_of_the_room_it_is_drunk_in() -> None:
    state = played("5h 6h 2c 3c 7h 2d 3d 4d", "fight:2c:bare fight:3c:bare store:5h next")
    assert "inv-drink:5h" in open_to(GAME, state)
    assert not {"inv-drink:5h", "drink:7h"} & open_to(GAME, after(GAME, state, "drink:6h"))


@pytest.mark.parametrize(
    ("inventory", "with_monsters", "last_of_four", "no_monsters"),
    [
        ("standard", False, False, True),
        ("none", False, False, False),
        ("carry", False, True, True),
        ("any", True, True, True),
    ],
)
def test_the_slot_is_open_by_the_option(
    inventory: str, with_monsters: bool, last_of_four: bool, no_monsters: bool
) -> None:
    state = played("5d 2c 3c 4c", inventory=inventory)
    assert state.slot_open == with_monsters
    assert replace(state, room=cards("4c")).slot_open == last_of_four
    assert replace(state, room=cards("5d 6d")).slot_open == no_monsters


def test_a_last_monster_of_a_shorter_room_keeps_the_slot_shut() -> None:
    state = replace(played("2c", inventory="carry"), room=cards("2c"), entry_size=2)
    assert not state.slot_open


def test_a_full_slot_takes_nothing_more() -> None:
    state = played("5d 6d 7h 8h", "store:5d")
    assert "store:6d" not in open_to(GAME, state)
    assert "store:6d" in open_to(GAME, after(GAME, state, "inv-toss:5d"))


def test_what_is_stored_can_be_used_as_from_the_room() -> None:
    state = played("5d 2d 7h 8h", "store:2d equip:5d inv-knife:2d")
    assert (state.inventory, state.knife_uses) == ("", 2)
    assert played("5d 6d 7h 8h", "store:5d inv-equip:5d").weapon == "5d"


def test_storing_counts_as_disposing() -> None:
    state = played("5d 6d 7h 8h", "store:5d toss:6d toss:7h")
    assert "next" in open_to(GAME, state)


def test_what_is_dropped_is_carried_into_the_next_room() -> None:
    state = played("5d 6d 7h 8h 2c 3c 4c", "store:5d toss:6d toss:7h toss:8h next:5d:drop")
    assert (state.room, state.inventory) == (cards("5d 2c 3c 4c"), "")


def test_nothing_is_dropped_into_a_room_with_a_card_left() -> None:
    state = played("5d 6d 7h 8h", "store:5d toss:6d toss:7h")
    assert {each for each in open_to(GAME, state) if each.startswith("next")} == {"next"}


def test_the_fourth_card_may_be_played_or_carried() -> None:
    state = played("2c 3c 4c 5c", "fight:2c:bare fight:3c:bare fight:4c:bare")
    assert open_to(GAME, state) == {"fight:5c:bare", "next"}
    assert after(GAME, state, "next").room[0] == "5c"


def test_the_last_room_is_played_to_the_end_whatever_is_in_the_slot() -> None:
    state = replace(played("2c 3c 4c 5c"), room=cards("2c"), deck=(), inventory="9h")
    assert open_to(GAME, state) == {"fight:2c:bare", "flee"}
    assert GAME.result(after(GAME, state, "fight:2c:bare"))["outcome"] == "won"


def test_fleeing_puts_the_room_under_the_pile_where_it_stays_known() -> None:
    state = played("2c 3c 4c 5c", "flee")
    assert GAME.view(state, 0).deck == (BACK,) * 36 + cards("2c 3c 4c 5c")
    assert "flee" not in open_to(GAME, state)


def test_nobody_flees_after_doing_anything() -> None:
    assert "flee" not in open_to(GAME, played("5d 6d 7h 8h", "store:5d"))


def test_after_a_room_played_out_fleeing_is_open_again() -> None:
    state = played("2c 3c 4c 5c 5d 6d 7h 8h", "flee toss:5d toss:6d toss:7h next")
    assert "flee" in open_to(GAME, state)


def test_cards_can_be_taken_out_of_the_deck() -> None:
    pack = GAME.pack(GAME.chosen({"removed": ["2d", "10d"]}))
    assert len(pack) == 42
    assert not {"2d", "10d"} & {*pack}


def test_dying_loses_at_once() -> None:
    state = played("Ac Kc 2c 3c", "fight:Ac:bare fight:Kc:bare")
    assert GAME.result(state) == {"outcome": "lost", "hp": -7, "turns": 1}


@pytest.mark.parametrize("seed", range(50))
def test_the_numbers_stay_within_their_bounds(seed: int) -> None:
    chance = Random(seed)
    for state in positions(GAME, started(GAME, {}, 1, chance), chance, most=300):
        assert -13 <= state.hp <= 20
        assert 0 <= state.value <= 12
        assert GAME.outcome(state) or state.room or state.deck


def test_a_state_written_under_the_former_names_is_read() -> None:
    state = replace(played("2c"), bottom=1, entry_size=3)
    now = GAME.to_json(state)
    older = now.replace('"bottom"', '"known"').replace('"entry_size"', '"dealt"')
    assert len(older) < len(now)
    assert GAME.from_json(older) == state
