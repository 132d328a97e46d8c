"""Solo Scoundrel: its options and the edges of its rules (rules.md 4)."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.rules.laws import positions, started
from tests.rules.tables import after, cards, dealt, open_to
from tracker.rules.cards import enemy_value
from tracker.rules.games.scoundrel import Scoundrel, ScoundrelState
from tracker.rules.protocol import BACK, Cards

GAME = Scoundrel()


def played(first: str, decisions: str = "", **options: Any) -> ScoundrelState:
    state = after(GAME, dealt(GAME, first, **options), decisions)
    assert isinstance(state, ScoundrelState)
    return state


def test_it_is_played_with_44_cards() -> None:
    pack = GAME.pack(GAME.chosen({}))
    assert len(pack) == 44
    assert not {"Ad", "Jh", "Kd", "JOKr", "JOKb"} & {*pack}


def test_bare_hands_take_the_whole_blow() -> None:
    assert played("Kc 2c 3c 4c", "fight:Kc:bare").hp == 7


def test_the_weapon_takes_its_share_and_keeps_the_monster() -> None:
    state = played("8d Kc 2c 3c", "equip:8d fight:Kc:weapon")
    assert state.hp == 15
    assert GAME.summary(state)["weapon"] == "8:Kc"


@pytest.mark.parametrize(("monster", "legal"), [("4s", True), ("5s", False), ("Ks", False)])
def test_the_weapon_beats_only_what_is_lower_than_the_last(monster: str, legal: bool) -> None:
    state = played(f"8d 5c {monster} Kc", "equip:8d fight:5c:weapon")
    assert state.hp == 20
    assert (f"fight:{monster}:weapon" in open_to(GAME, state)) == legal


def test_a_new_weapon_discards_the_old_one_with_all_on_it() -> None:
    state = played("8d 5c 3d Kc", "equip:8d fight:5c:weapon equip:3d")
    assert state.discard == cards("8d 5c")
    assert GAME.summary(state)["limit"] is None


def test_only_the_first_potion_of_a_room_heals_but_the_second_counts() -> None:
    state = played("Kc 5h 6h 2c", "fight:Kc:bare drink:5h drink:6h")
    assert (state.hp, state.turn, state.potion_used) == (12, 2, False)


def test_a_potion_at_full_health_is_that_rooms_potion() -> None:
    assert played("5h 6h Kc 2c", "drink:5h fight:Kc:bare drink:6h").hp == 7


def test_the_fourth_card_opens_the_next_room() -> None:
    state = played("2c 3c 4c 5c 6c 7c 8c", "fight:2c:bare fight:3c:bare fight:4c:bare")
    assert state.room == cards("5c 6c 7c 8c")


def test_skipped_cards_go_under_the_pile_in_room_order_and_stay_known() -> None:
    state = played("2c 3c 4c 5c", "skip")
    assert state.deck[-4:] == cards("2c 3c 4c 5c")
    assert GAME.view(state, 0).deck == (BACK,) * 36 + cards("2c 3c 4c 5c")


def test_skipping_with_reshuffle_shuffles_the_whole_pile() -> None:
    asked: list[Cards] = []

    def shuffle(pile: Cards) -> Cards:
        asked.append(pile)
        return pile[::-1]

    state = GAME.apply(dealt(GAME, "2c 3c 4c 5c", skip="reshuffle"), 0, "skip", shuffle)
    assert [len(pile) for pile in asked] == [44]
    assert state.room == cards("5c 4c 3c 2c")
    assert GAME.view(state, 0).deck == (BACK,) * 40


def test_no_two_rooms_in_a_row_are_skipped() -> None:
    state = played("2c 3c 4c 5c 2s 3s 4s 5s", "skip")
    assert "skip" not in open_to(GAME, state)
    state = after(GAME, state, "fight:2s:bare fight:3s:bare fight:4s:bare")
    assert "skip" in open_to(GAME, state)


def test_a_room_is_not_skipped_after_a_card_was_taken() -> None:
    assert "skip" not in open_to(GAME, played("2c 3c 4c 5c", "fight:2c:bare"))


def test_with_auto_only_the_card_is_chosen() -> None:
    state = played("8d Kc Ks 5h", weapon="auto")
    assert open_to(GAME, state) == {"take:8d", "take:Kc", "take:Ks", "take:5h", "skip", "quit"}


def test_with_auto_the_weapon_fights_whenever_it_may() -> None:
    state = played("8d Kc Ks 5h", "take:8d take:Kc take:Ks", weapon="auto")
    assert (state.hp, state.slain, state.discard) == (2, cards("Kc"), cards("Ks"))


def test_the_last_room_is_played_to_the_end() -> None:
    state = replace(played("2c 3c 4c 5c"), room=cards("2c 3c"), deck=())
    state = after(GAME, state, "fight:2c:bare")
    assert GAME.outcome(state) is None
    assert GAME.result(after(GAME, state, "fight:3c:bare")) == {
        "outcome": "won",
        "hp": 15,
        "turns": 1,
    }


def test_hit_points_below_zero_are_kept() -> None:
    state = played("Ac Kc 2c 3c", "fight:Kc:bare fight:Ac:bare")
    assert GAME.result(state) == {"outcome": "lost", "hp": -7, "turns": 1}


def test_quitting_is_not_losing() -> None:
    assert GAME.result(played("2c 3c 4c 5c", "quit")) == {"outcome": "quit", "hp": 0, "turns": 1}


@pytest.mark.parametrize("seed", range(50))
def test_the_numbers_stay_within_their_bounds(seed: int) -> None:
    chance = Random(seed)
    for state in positions(GAME, started(GAME, {}, 1, chance), chance, most=200):
        values = [enemy_value(card) for card in state.slain]
        assert values == sorted(set(values), reverse=True)
        assert -13 <= state.hp <= 20
        assert GAME.outcome(state) or 0 <= state.taken <= 2
