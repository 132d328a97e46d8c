"""Every game refuses the same mistakes in the same words (design.md 5)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.tables import dealt
from tracker.rules.games import GAMES
from tracker.rules.protocol import BadSetup, Illegal, Option, parts

COOP, SOLO, RASCAL = GAMES["coop"], GAMES["solo"], GAMES["rascal"]


def test_an_option_tells_its_default_and_what_it_may_be() -> None:
    assert COOP.options["shields"] == Option("stack", ("stack", "all", "one"))
    assert RASCAL.options["removed"].many
    assert COOP.chosen({}) == COOP.chosen({name: o.default for name, o in COOP.options.items()})


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"shield": "all"}, "Scoundrel has no option 'shield'; it has: refill, shields"),
        ({"shields": "two"}, "option shields cannot be 'two'; allowed: stack, all, one"),
        ({"jokers": 1}, "option jokers cannot be 1; allowed: True, False"),
        ({"jokers": []}, r"option jokers cannot be \[\]"),
    ],
)
def test_an_unknown_option_or_value_is_refused_by_name(options: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        COOP.chosen(options)


@pytest.mark.parametrize(
    ("removed", "said"),
    [
        ("2d", "option removed is a list, not '2d'"),
        (["Ad"], "option removed cannot be 'Ad'; allowed: Ac, As, Kc"),
        ([["2d"]], r"option removed cannot be \['2d'\]"),
        (["2d", "2d"], "option removed names something twice"),
    ],
)
def test_a_list_of_cards_is_read_card_by_card(removed: object, said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        RASCAL.chosen({"removed": removed})


@pytest.mark.parametrize(("key", "seats"), [("solo", 2), ("coop", 5), ("castle", 3), ("coop", 0)])
def test_a_number_of_seats_that_does_not_go_is_refused(key: str, seats: int) -> None:
    game = GAMES[key]
    with pytest.raises(BadSetup, match=rf"is for [\d, ]+ players, not {seats}"):
        game.setup({}, seats, game.pack(game.chosen({})), tuple)


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        (("Kc", "Kc"), "has too many of Kc"),
        (("JOKr",), "has too many of JOKr"),
        ((), "lacks Ac, has too many of none"),
    ],
)
def test_a_deck_of_other_cards_is_refused_by_name(cards: tuple[str, ...], said: str) -> None:
    rest = [card for card in SOLO.pack(SOLO.chosen({})) if card not in ("Ac", *cards)]
    with pytest.raises(BadSetup, match=said):
        SOLO.setup({}, 1, (*cards, *rest), tuple)


def test_an_illegal_decision_says_what_is_open() -> None:
    state = dealt(SOLO, "2c 3c 4c 5h")
    with pytest.raises(Illegal, match="seat 0 cannot decide 'drink:6h'; open to it: .*drink:5h"):
        SOLO.apply(state, 0, "drink:6h", tuple)


@pytest.mark.parametrize("seat", [-1, 1, 99])
def test_nothing_is_open_to_a_seat_that_is_not_to_act(seat: int) -> None:
    state = dealt(COOP, "2c", seats=2)
    with pytest.raises(Illegal, match=f"seat {seat} cannot decide 'pass'; open to it: nothing"):
        COOP.apply(state, seat, "pass", tuple)


@pytest.mark.parametrize(
    ("decision", "read"),
    [
        ("pass", ("pass", "", "")),
        ("drink:7h", ("drink", "7h", "")),
        ("next:5h:drop", ("next", "5h", "drop")),
        ("play:9c,9d", ("play", "9c,9d", "")),
    ],
)
def test_a_decision_has_verb_cards_and_manner(decision: str, read: tuple[str, str, str]) -> None:
    assert parts(decision) == read
