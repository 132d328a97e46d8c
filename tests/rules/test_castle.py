"""Castle: its options and the edges of its rules (rules.md 7)."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.rules.laws import positions, started
from tests.rules.tables import after, cards, dealt, open_to
from tracker.rules.games.castle import Castle, CastleState
from tracker.rules.games.shedding import Holding

GAME = Castle()
MARA, ODO = 0, 1


def table(held: Holding, stack: str = "", player: int = MARA, **more: Any) -> CastleState:
    """The player to move holds these cards, the other one three kings."""
    other = Holding(("Kh",), ("Kd",), ("Ks",))
    players = (held, other) if player == MARA else (other, held)
    deck = cards(more.pop("deck", ""))
    options = GAME.chosen(more)
    return CastleState(
        options=options, players=players, deck=deck, centre=cards(stack), player=player
    )


def holding(hand: str = "", face_up: str = "", hidden: str = "") -> Holding:
    return Holding(cards(hand), cards(face_up), cards(hidden))


def played(state: CastleState, decisions: str) -> CastleState:
    state = after(GAME, state, decisions)
    assert isinstance(state, CastleState)
    return state


def test_each_round_deals_face_down_face_up_and_to_the_hand() -> None:
    state = dealt(GAME, "2c 2d 3c 3d 4c 4d", seats=2)
    assert [held.hidden[0] for held in state.players] == ["2c", "2d"]
    assert [held.shown[0] for held in state.players] == ["3c", "3d"]
    assert [held.hand[0] for held in state.players] == ["4c", "4d"]
    assert (len(state.deck), len(state.centre), state.player) == (33, 1, MARA)


def test_an_eight_turned_up_is_burned_and_the_second_seat_begins() -> None:
    pack = [card for card in GAME.pack(GAME.chosen({})) if card != "8h"]
    state = GAME.setup({}, 2, (*pack[:18], "8h", *pack[18:]), tuple)
    assert (state.centre, state.burned, state.player) == ((), ("8h",), ODO)


@pytest.mark.parametrize(
    ("card", "fits"),
    [("4c", False), ("9c", True), ("Jc", True), ("2c", True), ("8c", True), ("Ac", True)],
)
def test_as_high_or_higher_fits_and_2_8_and_ace_always(card: str, fits: bool) -> None:
    assert GAME.fits(table(holding("3c"), stack="9s"), card) == fits


def test_everything_fits_on_a_two_and_on_nothing() -> None:
    assert open_to(GAME, table(holding("3c 4c"), stack="2s")) == {"play:3c", "play:4c"}
    assert open_to(GAME, table(holding("3c 4c"))) == {"play:3c", "play:4c"}


def test_the_stack_is_picked_up_only_when_nothing_fits() -> None:
    state = table(holding("3c"), stack="9s Js", deck="5d 6d")
    assert open_to(GAME, state) == {"pickup"}
    state = played(state, "pickup")
    assert state.players[MARA].hand == cards("3c 9s Js")
    assert (state.player, state.deck) == (ODO, cards("5d 6d"))


def test_all_cards_of_a_rank_leave_the_hand_from_right_to_left() -> None:
    state = table(holding("9c 3c 9d 9h"), stack="4s")
    assert played(state, "play:9d").centre == cards("4s 9d 9h 9c")


def test_from_the_table_only_one_card_goes() -> None:
    state = played(table(holding(face_up="9c 9d 3c"), stack="4s"), "play:9d")
    assert state.players[MARA].shown == cards("9c 3c")
    assert state.centre == cards("4s 9d")


@pytest.mark.parametrize(("stack", "laid"), [("Js", "8c"), ("4s 4h 4d", "4c")])
def test_a_burn_refills_and_lets_the_same_player_go_on(stack: str, laid: str) -> None:
    state = played(table(holding(f"{laid} 3c"), stack=stack, deck="5d 6d 7d"), f"play:{laid}")
    assert (state.centre, state.burned) == ((), cards(f"{stack} {laid}"))
    assert (state.player, state.players[MARA].hand) == (MARA, cards("3c 5d 6d"))


def test_a_blind_card_that_fits_is_laid() -> None:
    state = table(holding(hidden="9c 3c"), stack="4s")
    assert open_to(GAME, state) == {"flip:0", "flip:1"}
    assert GAME.report(state, MARA, "flip:0") == "flip:9c"
    assert played(state, "flip:0").centre == cards("4s 9c")


def test_a_blind_card_too_low_goes_to_the_hand_with_the_stack() -> None:
    state = played(table(holding(hidden="9c 3c"), stack="4s Js"), "flip:1")
    assert state.players[MARA] == replace(holding("4s Js 3c", hidden="9c"), known=cards("4s Js 3c"))
    assert (state.centre, state.player) == ((), ODO)


@pytest.mark.parametrize("held", [holding("9c"), holding("", "9c"), holding("", "", "9c")])
def test_the_first_seat_may_pick_up_at_will_by_the_option(held: Holding) -> None:
    assert "pickup" not in open_to(GAME, table(held, stack="4s"))
    assert "pickup" in open_to(GAME, table(held, stack="4s", voluntary_pickup=True))
    assert "pickup" not in open_to(GAME, table(held, voluntary_pickup=True))
    assert "pickup" not in open_to(GAME, table(held, "4s", player=ODO, voluntary_pickup=True))


def test_every_eight_burns() -> None:
    state = table(holding(face_up="8c 3c"), stack="Js", player=ODO)
    assert played(state, "play:8c").burned == cards("Js 8c")


def test_the_second_seats_eight_on_the_table_stays_as_in_the_program() -> None:
    option: dict[str, Any] = {"second_seat_table_eight": "stays"}
    state = table(holding(face_up="8c 9c"), stack="Js", player=ODO, **option)
    assert played(state, "play:8c").centre == cards("Js 8c")
    state = table(holding(face_up="9c 3c"), stack="Js 8c", player=ODO, **option)
    assert played(state, "play:9c").burned == cards("Js 8c 9c")
    state = table(holding(face_up="8c 9c"), stack="Js", **option)
    assert played(state, "play:8c").burned == cards("Js 8c")


def test_the_last_card_wins() -> None:
    state = played(table(holding(hidden="9c"), stack="4s"), "flip:0")
    assert GAME.result(state) == {"outcome": "won", "winner": MARA}
    assert GAME.summary(state)["phase"] is None


@pytest.mark.parametrize("seed", range(20))
def test_an_eight_never_lies_on_top(seed: int) -> None:
    chance = Random(seed)
    for state in positions(GAME, started(GAME, {}, 2, chance), chance, most=300):
        assert not state.centre or not state.centre[-1].startswith("8")


@pytest.mark.parametrize(
    ("held", "stack", "decision", "tale"),
    [
        (holding("9c 9d 3c"), "4s", "play:9c", "play:9c,9d:"),
        (holding("Ac 3c"), "As Ah Ad", "play:Ac", "play:Ac:four"),
        (holding(hidden="8c 3c"), "Js", "flip:0", "flip:8c:eight"),
        (holding(hidden="8c 3c"), "Js", "flip:1", "flip:3c:Js"),
        (holding("3c"), "Js", "pickup", "pickup:Js:bound"),
    ],
)
def test_a_move_is_told_with_its_reason(
    held: Holding, stack: str, decision: str, tale: str
) -> None:
    assert GAME.tale(table(held, stack=stack), MARA, decision) == tale


def test_who_may_always_pick_up_is_not_said_to_have_to() -> None:
    state = table(holding("3c"), stack="Js", voluntary_pickup=True)
    assert GAME.tale(state, MARA, "pickup") == "pickup:Js:"
    state = table(holding(face_up="3c"), stack="Js", voluntary_pickup=True)
    assert GAME.tale(state, MARA, "pickup") == "pickup:Js:bound"
