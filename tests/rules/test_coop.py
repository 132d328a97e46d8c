"""Co-operative Scoundrel: its options and the edges of its rules (rules.md 3)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.tables import after, cards, dealt, midway, open_to, person
from tracker.rules.games.coop.cards import returning
from tracker.rules.games.coop.game import Coop
from tracker.rules.games.coop.state import CoopState, Hero
from tracker.rules.protocol import BACK, BadSetup, Cards

GAME = Coop()
MARA, ODO, PELL = 0, 1, 2


def played(first: str, decisions: str = "", seats: int = 1, **options: Any) -> CoopState:
    state = after(GAME, dealt(GAME, first, seats, **options), decisions)
    assert isinstance(state, CoopState)
    return state


@pytest.mark.parametrize(("seats", "size"), [(1, 4), (2, 6), (3, 8), (4, 10)])
def test_a_room_grows_by_two_cards_a_player(seats: int, size: int) -> None:
    assert len(played("", seats=seats).room) == size


def test_the_jokers_can_be_left_out() -> None:
    assert len(GAME.pack(GAME.chosen({"jokers": False}))) == 52


# Turns, and what they leave behind


def test_turns_go_round_until_the_room_ends() -> None:
    state = played("2c 3c 4c 5c 6c 7c", "fight:2c:bare fight:3c:bare fight:4c:bare", seats=2)
    assert [player.hp for player in state.players] == [14, 17]
    assert (state.turn, state.room) == (ODO, cards("5c 6c 7c"))


def test_the_last_card_is_carried_into_a_room_led_by_the_next_player() -> None:
    state = played("2h 3h 2c 4d 5d 6d 7s", "drink:2h drink:3h fight:2c:bare equip:4d equip:5d", 2)
    assert state.room[:2] == cards("6d 7s")
    assert (state.rooms, state.first, state.turn) == (1, ODO, ODO)


def test_the_dead_neither_play_nor_lead() -> None:
    state = midway(person(), person(hp=0), person(), deck="2c 3c 4c 5c 6c 7c 8c 9c", first=1)
    assert (state.first, GAME.to_act(after(GAME, state, "pass"))) == (PELL, (MARA,))
    assert GAME.decisions(state, ODO) == ()


def test_nobody_passes_twice_in_a_row_not_even_alone() -> None:
    state = played("2c 3c 4c 5c", "pass")
    assert "pass" not in open_to(GAME, state)
    assert "pass" in open_to(GAME, after(GAME, state, "fight:2c:bare"))


@pytest.mark.parametrize(("memory", "legal"), [("game", False), ("room", True)])
def test_a_pass_is_remembered_in_the_next_room_by_the_option(memory: str, legal: bool) -> None:
    mara = person() | {"passed": True}
    state = midway(mara, deck="2c 3c 4c 5c", options={"pass_memory": memory})
    assert ("pass" in open_to(GAME, state)) == legal


# Cards


def test_a_weapon_fights_only_below_its_last_monster() -> None:
    state = played("8d 9c 9s 5s", "equip:8d fight:9c:weapon")
    assert open_to(GAME, state) >= {"fight:9s:bare", "fight:5s:weapon"}
    assert "fight:9s:weapon" not in open_to(GAME, state)


def test_a_player_with_one_hit_point_left_lives() -> None:
    mara = person(hp=2, weapon="8d", slain="Kc")
    state = after(GAME, midway(mara, deck="9c 3c 4c 5c"), "fight:9c:weapon")
    assert state.players[MARA] == Hero(hp=1, weapon="8d", slain=("Kc", "9c"))


def test_potions_have_no_limit_but_health_has() -> None:
    state = played("Kc 2h 10h 9h", "fight:Kc:bare drink:2h drink:10h")
    assert state.players[MARA].hp == 19


def test_the_black_joker_takes_the_weapon_along_whatever_the_limit() -> None:
    state = played("8d 2c JOKb 5s", "equip:8d")
    assert "fight:JOKb:bare" not in open_to(GAME, state)
    state = after(GAME, state, "fight:2c:weapon fight:JOKb:weapon")
    assert (state.players[MARA], state.aside) == (Hero(), ("JOKb",))
    assert state.discard == cards("8d 2c")


def test_the_black_joker_counts_as_fought_and_cannot_be_placed() -> None:
    state = played("8d JOKb 5s 6s", "equip:8d")
    assert {each for each in open_to(GAME, state) if "JOKb" in each} == {"fight:JOKb:weapon"}
    assert after(GAME, state, "fight:JOKb:weapon").fought


def test_the_red_joker_heals_fully() -> None:
    state = played("Kc JOKr 5s 6s", "fight:Kc:bare use:JOKr")
    assert (state.players[MARA].hp, state.aside) == (20, ("JOKr",))


def test_a_blacksmith_takes_off_the_latest_monsters() -> None:
    state = midway(person(weapon="8d", slain="Kc 9s 2c"), deck="Qd 3c 4c 5c 6c")
    state = after(GAME, state, "use:Qd")
    assert state.players[MARA].slain == ("Kc",)
    assert {"9s", "2c"} < {*state.discard}
    assert state.aside == ("Qd",)


def test_a_blacksmith_without_work_can_only_be_placed() -> None:
    state = played("8d Kd 2c 3c", "equip:8d")
    assert {each for each in open_to(GAME, state) if "Kd" in each} == {"place:Kd"}
    assert after(GAME, state, "place:Kd").discard == ("Kd",)


@pytest.mark.parametrize(
    ("option", "monster", "hp", "kept", "spent"),
    [
        ("stack", "2c", 20, "Kh", "Jh Qh"),
        ("stack", "3c", 20, "Kh", "Jh Qh"),
        ("all", "3c", 20, "", "Jh Qh Kh"),
        ("one", "3c", 18, "Qh Kh", "Jh"),
    ],
)
def test_shields_answer_oldest_first(
    option: str, monster: str, hp: int, kept: str, spent: str
) -> None:
    mara = person(shields="Jh Qh Kh")
    state = midway(mara, deck=f"{monster} 4c 5c 6c", options={"shields": option})
    state = after(GAME, state, f"fight:{monster}:bare")
    assert state.players[MARA] == Hero(hp=hp, shields=cards(kept))
    assert state.aside == cards(spent)


@pytest.mark.parametrize("option", ["stack", "all", "one"])
def test_a_blow_the_weapon_parries_spends_no_shield(option: str) -> None:
    mara = person(weapon="8d", shields="Jh")
    state = midway(mara, deck="3c 4c 5c 6c", options={"shields": option})
    assert after(GAME, state, "fight:3c:weapon").players[MARA].shields == ("Jh",)


def test_the_dead_hold_nothing() -> None:
    dying = person(hp=1, weapon="2d", slain="Ac", shields="Jh Qh")
    state = midway(dying, person(), deck="Kc 3c 4c 5c 6c 7c", options={"shields": "one"})
    state = after(GAME, state, "fight:Kc:weapon")
    assert state.players[MARA] == Hero(hp=-9)
    assert {"2d", "Ac", "Kc", "Qh"} < {*state.discard}
    assert state.aside == ("Jh",)


def test_a_last_blow_can_kill_and_clear_the_room() -> None:
    state = after(GAME, midway(person(hp=1), person(), deck="Kc 3c"), "fight:Kc:bare")
    assert (state.living, state.total_rooms, state.room[0]) == ((ODO,), 1, "3c")


def test_the_game_is_over_when_nobody_lives() -> None:
    state = midway(person(hp=1), deck="Kc 3c", floor=8, rooms=9)
    state = after(GAME, state, "fight:Kc:bare")
    assert (GAME.to_act(state), state.room, state.rooms) == ((), ("3c",), 9)
    assert GAME.result(state) == {
        "outcome": "over",
        "floors": 7,
        "rooms": 9,
        "total_rooms": 0,
    }


# Running


def test_a_run_needs_an_unbroken_row_of_offers() -> None:
    state = played("2c 3c 4c 5c 6c 7c", "offer pass offer", seats=2)
    assert (state.offers, state.rooms) == ((MARA,), 0)
    state = after(GAME, state, "offer")
    assert (state.offers, state.rooms, state.ran_last) == ((), 1, True)


def test_after_a_run_the_room_lies_known_under_the_pile() -> None:
    state = played("2c 3c 4c 5c", "offer")
    assert state.deck[-4:] == cards("2c 3c 4c 5c")
    assert GAME.view(state, MARA).deck == (BACK,) * 46 + cards("2c 3c 4c 5c")


def test_cards_put_back_may_be_shuffled_and_are_unknown_then() -> None:
    state = dealt(GAME, "2c 3c 4c 5c", run_order="shuffled")
    state = GAME.apply(state, MARA, "offer", lambda pile: pile[::-1])
    assert state.deck[-4:] == cards("5c 4c 3c 2c")
    assert GAME.view(state, MARA).deck == (BACK,) * 50


@pytest.mark.parametrize(("counts", "rooms"), [(True, 1), (False, 0)])
def test_a_run_counts_as_a_cleared_room_by_the_option(counts: bool, rooms: int) -> None:
    state = played("2c 3c 4c 5c", "offer", count_runs=counts)
    assert (state.rooms, state.total_rooms) == (rooms, rooms)


def test_nobody_runs_twice_in_a_row_or_after_a_fight() -> None:
    assert "offer" not in open_to(GAME, played("2c 3c 4c 5c", "offer"))
    assert "offer" not in open_to(GAME, played("2c 3c 4c 5c", "fight:2c:bare"))


@pytest.mark.parametrize(
    ("option", "uses", "legal"),
    [
        ("any", "equip:3d drink:3h", True),
        ("any", "equip:3d pass equip:4d", False),
        ("all", "equip:3d pass equip:4d", True),
        ("all", "equip:3d drink:3h equip:4d drink:4h", False),
        ("total", "equip:3d pass equip:4d", True),
        ("total", "equip:3d drink:3h equip:4d", False),
    ],
)
def test_red_cards_used_bar_a_run_by_the_option(option: str, uses: str, legal: bool) -> None:
    state = played("2c 5c 3d 4d 3h 4h", uses, seats=2, run_red_limit=option)
    assert ("offer" in open_to(GAME, state)) == legal


@pytest.mark.parametrize(("counts", "legal"), [(False, True), (True, False)])
def test_placing_counts_as_using_by_the_option(counts: bool, legal: bool) -> None:
    state = played("2c 3d Kh 5c", "equip:3d place:Kh", place_counts=counts)
    assert ("offer" in open_to(GAME, state)) == legal


# The Red Room


def test_in_a_red_room_anybody_acts_and_nobody_passes() -> None:
    state = played("2d 3d 4d 2h 3h 4h", "1/equip:2d 1/equip:3d 0/drink:2h", seats=2)
    assert (state.turn, GAME.to_act(state)) == (None, (MARA, ODO))
    assert "pass" not in open_to(GAME, state, ODO)


def test_in_a_red_room_used_cards_do_not_bar_a_run() -> None:
    state = played("2d 3d 4d 2h 3h 4h", "1/equip:2d 1/equip:3d 1/offer 0/offer", seats=2)
    assert state.ran_last
    assert state.deck[-4:] == cards("4d 2h 3h 4h")


def test_any_action_breaks_the_offers_in_a_red_room() -> None:
    state = played("2d 3d 4d 2h 3h 4h", "1/offer 1/equip:2d 0/offer", seats=2)
    assert state.offers == (MARA,)
    assert "offer" not in open_to(GAME, state, MARA)


def test_a_room_does_not_turn_red_when_its_monsters_are_gone() -> None:
    assert not played("2c 3d 4d 5d", "fight:2c:bare").red_room


@pytest.mark.parametrize("legal", [False, True])
def test_a_run_from_a_red_room_after_a_run_is_an_option(legal: bool) -> None:
    first = "2c 3c 4c 5c 2d 3d 4d 5d"
    state = played(first, "offer", red_room_after_run=legal)
    assert state.red_room
    assert ("offer" in open_to(GAME, state)) == legal


# Floors


def test_a_floor_ends_when_a_card_is_needed_and_none_is_left() -> None:
    state = midway(person(), deck="2c 3c", rooms=4)
    assert (state.floor, state.rooms, state.room) == (1, 4, cards("2c 3c"))
    state = after(GAME, state, "fight:2c:bare")
    assert (state.floor, state.rooms, state.total_rooms) == (2, 0, 1)
    assert (state.room[0], len(state.room), len(state.deck)) == ("3c", 4, 50)


def test_running_from_the_last_room_keeps_the_floor() -> None:
    state = after(GAME, midway(person(), deck="2c 3c"), "offer")
    assert (state.floor, state.room) == (1, cards("2c 3c"))


def test_a_deal_may_go_on_through_the_end_of_a_floor() -> None:
    state = midway(person(), deck="2c 3c", rooms=4, options={"refill": "through"})
    assert (state.floor, state.rooms, len(state.room)) == (2, 0, 4)
    assert state.room[:2] == cards("2c 3c")


@pytest.mark.parametrize(("carry", "asked"), [("keep", 53), ("reshuffle", 54)])
def test_the_carried_card_stays_or_is_shuffled_in(carry: str, asked: int) -> None:
    piles: list[Cards] = []

    def shuffle(pile: Cards) -> Cards:
        piles.append(pile)
        return pile

    state = midway(person(), deck="2c 3c", options={"floor_carry": carry})
    GAME.apply(state, MARA, "fight:2c:bare", shuffle)
    assert [len(pile) for pile in piles] == [asked]
    assert ("3c" in piles[0]) == (carry == "reshuffle")


def test_reshuffling_the_carried_card_does_not_go_with_dealing_through() -> None:
    with pytest.raises(BadSetup, match="only where refill is short"):
        GAME.chosen({"floor_carry": "reshuffle", "refill": "through"})


@pytest.mark.parametrize("floor", [4, 9, 14, 19, 24, 29, 34, 39])
def test_special_cards_return_when_the_pile_of_their_floor_is_made(floor: int) -> None:
    aside = cards("JOKb JOKr Kd Qd Jd Kh Qh Jh")
    state = midway(person(), deck="", carry="2c", aside=" ".join(aside), floor=floor)
    assert state.floor == floor + 1
    assert state.aside == tuple(card for card in aside if card not in returning(floor + 1))


def test_a_shield_in_somebodys_hands_does_not_return() -> None:
    state = midway(person(shields="Jh"), deck="", carry="2c", aside="Qh", floor=4)
    assert state.players[MARA].shields == ("Jh",)
    assert "Qh" in state.deck


@pytest.mark.parametrize(("option", "size"), [("started", 6), ("living", 4)])
def test_a_room_shrinks_with_the_party_by_the_option(option: str, size: int) -> None:
    state = midway(person(hp=0), person(), deck="2c 3c 4c 5c 6c 7c", options={"room_size": option})
    assert len(state.room) == size


def test_a_start_in_mid_game_needs_every_card_once() -> None:
    with pytest.raises(BadSetup, match="lacks none, has too many of 3c"):
        midway(person(), deck="3c 3c")
