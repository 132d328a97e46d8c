"""Shiphead: its options and the edges of its rules (rules.md 6)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.rules.tables import after, cards, dealt, open_to
from tracker.rules.games.shedding import Holding
from tracker.rules.games.shiphead import VALID, Shiphead, ShipheadState
from tracker.rules.protocol import BACK

GAME = Shiphead()
MATRIX = json.loads((Path(__file__).parents[1] / "traces" / "shiphead-matrix.json").read_text())


def table(
    hand: str = "", centre: str = "", shown: str = "", hidden: str = "", deck: str = "", **more: Any
) -> ShipheadState:
    """Mara's cards as given; Odo has one card of each kind."""
    mara = Holding(cards(hand), cards(shown), cards(hidden))
    odo = Holding(("Kh",), ("Kd",), ("Ks",))
    standard = more.pop("standard", True)
    return ShipheadState(
        options=GAME.chosen(more),
        players=(mara, odo),
        deck=cards(deck),
        centre=cards(centre),
        standard=standard,
    )


def played(state: ShipheadState, decisions: str) -> ShipheadState:
    state = after(GAME, state, decisions)
    assert isinstance(state, ShipheadState)
    return state


@pytest.mark.parametrize(("base", "row"), MATRIX["rows"].items())
def test_what_may_be_laid_is_what_the_table_says(base: str, row: list[int]) -> None:
    anchor, standard = ("", True) if base == "empty" else (base[1:-1], base[0] == "[")
    allowed = [rank for rank, fits in zip(MATRIX["columns"], row, strict=True) if fits]
    assert [*VALID[anchor, standard]] == allowed


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_are_dealt_one_by_one_round_the_table(seats: int) -> None:
    state = dealt(GAME, "", seats)
    pack = GAME.pack(state.options)
    assert [held.hidden[0] for held in state.players] == [*pack[:seats]]
    assert [held.hand[-1] for held in state.players] == [*pack[10 * seats : 11 * seats]]
    assert state.deck == pack[11 * seats :]


def test_a_quick_game_has_no_pile() -> None:
    state = dealt(GAME, "", 2, quick=True)
    assert (len(state.deck), len(state.gone)) == (0, 30)


def test_any_cards_of_one_rank_are_laid_together() -> None:
    state = table("9c 4d 9h", centre="3s")
    assert open_to(GAME, state) == {"play:9c", "play:9h", "play:9c,9h", "play:4d", "take"}


def test_of_cards_that_come_to_the_same_the_first_stand_for_all() -> None:
    state = table("9c 4d 9h", centre="3s")
    assert GAME.distinct(state, 0) == ("play:9c", "play:9c,9h", "play:4d", "take")


def test_a_seven_is_looked_through() -> None:
    state = table("9c 10c", centre="Js 7c 7d")
    assert state.anchor == "J"
    assert open_to(GAME, state) == {"play:10c", "take"}


def test_on_an_active_eight_one_lays_an_eight_or_waits() -> None:
    state = table("8c 9c 10c", centre="8s")
    assert open_to(GAME, state) == {"play:8c", "wait"}


def test_a_waited_eight_is_like_any_card_for_one_turn() -> None:
    state = played(table("4c", centre="8s", shown="3d"), "wait")
    assert open_to(GAME, state) == {"play:Kh", "take"}
    assert played(state, "take").standard


@pytest.mark.parametrize(
    ("option", "open_next"), [("stays_waited", {"play:Kh", "take"}), ("reactivates", {"wait"})]
)
def test_a_seven_on_a_waited_eight_leaves_it_or_wakes_it(option: str, open_next: set[str]) -> None:
    state = table("7c 3c", centre="8s", standard=False, seven_on_waited_eight=option)
    assert open_to(GAME, played(state, "play:7c")) == open_next


@pytest.mark.parametrize("option", ["stays_waited", "reactivates"])
def test_a_seven_on_a_nine_turns_it_round(option: str) -> None:
    state = table("7c 3c", centre="9s", seven_on_waited_eight=option)
    assert open_to(GAME, state) == {"play:7c", "play:3c", "take"}
    assert open_to(GAME, played(state, "play:7c")) == {"play:Kh", "take"}


@pytest.mark.parametrize(
    ("centre", "laid"), [("3s", "10c"), ("4s 4h 4d", "4c"), ("4s 7s 4h 7h 4d 7c", "4c")]
)
def test_a_burn_lets_the_same_player_go_on(centre: str, laid: str) -> None:
    state = played(table(f"{laid} 3c", centre=centre), f"play:{laid}")
    assert (state.centre, state.burned) == ((), cards(f"{centre} {laid}"))
    assert (state.player, state.turn) == (0, 2)


def test_a_player_may_take_with_a_card_that_fits() -> None:
    state = played(table("9c", centre="3s 4s"), "take")
    assert state.players[0].hand == cards("9c 3s 4s")
    assert (state.centre, state.player) == ((), 1)


def test_a_hand_is_filled_up_to_five_after_playing_only() -> None:
    state = table("3c 4c 5c 6c 9c", deck="2d 3d")
    assert played(state, "play:9c").players[0].hand == cards("3c 4c 5c 6c 2d")
    state = table("3c 4c", centre="9s", deck="2d 3d")
    assert played(state, "take").deck == cards("2d 3d")


def test_shown_cards_follow_the_hand() -> None:
    assert open_to(GAME, table(centre="3s", shown="9c 9d")) == {
        "play:9c",
        "play:9d",
        "play:9c,9d",
        "take",
    }


def test_hidden_cards_are_flipped_by_place() -> None:
    state = table(centre="8s", hidden="4c 8c")
    assert open_to(GAME, state) == {"flip:0", "flip:1"}
    assert GAME.report(state, 0, "flip:1") == "flip:8c"
    assert played(state, "flip:1").centre == cards("8s 8c")


def test_a_failed_flip_goes_to_the_hand_with_the_centre() -> None:
    state = played(table(centre="8s 9s Js", hidden="4c 8c"), "flip:0")
    assert state.players[0] == Holding(hand := cards("8s 9s Js 4c"), (), cards("8c"), hand)
    assert (state.player, state.standard) == (1, True)


def test_a_failed_flip_may_be_lost_as_in_the_program() -> None:
    state = played(table(centre="9s Js", hidden="4c 8c", flip_fail="lost"), "flip:0")
    assert state.players[0].hand == cards("9s Js")
    assert state.gone == cards("4c")


def test_the_first_without_cards_wins_at_once() -> None:
    state = played(table(centre="3s", hidden="10c"), "flip:0")
    assert GAME.result(state) == {"outcome": "won", "winner": 0, "turns": 1}


def test_a_player_sees_the_own_hand_and_what_lies_open() -> None:
    seen = GAME.view(table("9c", shown="4d", hidden="5d", deck="2c 3c"), 0)
    assert seen.players[0] == Holding(("9c",), ("4d",), (BACK,))
    assert seen.players[1] == Holding((BACK,), ("Kd",), (BACK,))
    assert seen.deck == (BACK, BACK)


def test_a_thrown_away_pile_is_never_seen() -> None:
    state = dealt(GAME, "", 2, quick=True)
    assert {*GAME.view(state, 0).gone} == {BACK}


@pytest.mark.parametrize(
    ("hand", "centre", "decision", "tale"),
    [
        ("10c 3c", "3s", "play:10c", "play:10c:ten"),
        ("4c 4d 3c", "4s 4h 7s", "play:4c,4d", "play:4c,4d:four"),
        ("9c", "3s 4s", "play:9c", "play:9c:"),
        ("3c", "9s Ks 7s", "take", "take:Ks:"),
        ("3c", "8s", "wait", "wait"),
    ],
)
def test_a_move_is_told_with_its_reason(hand: str, centre: str, decision: str, tale: str) -> None:
    assert GAME.tale(table(hand, centre=centre), 0, decision) == tale


def test_only_of_open_cards_all_know_that_none_fits() -> None:
    assert GAME.tale(table(centre="Ks", shown="3c 4c"), 0, "take") == "take:Ks:bound"
    assert GAME.tale(table(centre="Ks", shown="3c Ac"), 0, "take") == "take:Ks:"
