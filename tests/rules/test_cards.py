"""Codes, families and values of the cards (rules.md 1.1, 3.1)."""

from collections.abc import Callable

import pytest

from tracker.rules import cards

ASKED_OF_A_CARD = [
    cards.rank,
    cards.suit,
    cards.enemy_value,
    cards.red_value,
    cards.strength,
    cards.card_name,
    cards.is_red,
]


def test_the_pack_holds_54_different_cards() -> None:
    assert len(cards.PACK) == len(set(cards.PACK)) == 54


def test_every_card_belongs_to_exactly_one_family() -> None:
    families = [
        *cards.ENEMIES,
        *cards.WEAPONS,
        *cards.BLACKSMITHS,
        *cards.POTIONS,
        *cards.SHIELDS,
        cards.RED_JOKER,
    ]
    assert sorted(families) == sorted(cards.PACK)


def test_enemies_stand_from_strongest_to_weakest_with_the_black_joker_last() -> None:
    assert cards.ENEMIES[:6] == ("Ac", "As", "Kc", "Ks", "Qc", "Qs")
    assert cards.ENEMIES[-3:] == ("2c", "2s", "JOKb")
    assert [cards.enemy_value(card) for card in cards.ENEMIES] == [
        *(value for value in range(14, 1, -1) for _ in "cs"),
        0,
    ]


def test_weapons_and_potions_count_from_the_ace_as_one() -> None:
    assert cards.WEAPONS == ("Ad", "2d", "3d", "4d", "5d", "6d", "7d", "8d", "9d", "10d")
    assert [cards.red_value(card) for card in cards.WEAPONS] == [*range(1, 11)]
    assert [cards.red_value(card) for card in cards.POTIONS] == [*range(1, 11)]


def test_special_cards_stand_in_the_order_of_the_used_text() -> None:
    assert "".join(cards.SPECIAL_CARDS) == "JOKbJOKrKdQdJdKhQhJh"


@pytest.mark.parametrize("family", [cards.BLACKSMITHS, cards.SHIELDS])
def test_a_red_picture_is_as_strong_as_its_rank(family: tuple[str, ...]) -> None:
    assert [cards.strength(card) for card in family] == [3, 2, 1]


def test_diamonds_hearts_and_the_red_joker_are_red() -> None:
    red = [card for card in cards.PACK if cards.is_red(card)]
    assert len(red) == 27
    assert {cards.suit(card) for card in red} == {"d", "h", ""}
    assert not cards.is_red("JOKb")


@pytest.mark.parametrize("card", cards.PACK)
def test_rank_and_suit_together_are_the_code(card: str) -> None:
    if cards.suit(card):
        assert cards.rank(card) + cards.suit(card) == card
    else:
        assert card in (cards.BLACK_JOKER, cards.RED_JOKER)


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("Kc", "King of Clubs"),
        ("10h", "10 of Hearts"),
        ("As", "Ace of Spades"),
        ("Qd", "Queen of Diamonds"),
        ("JOKb", "Black Joker"),
        ("JOKr", "Red Joker"),
    ],
)
def test_a_card_is_named_as_people_say_it(card: str, name: str) -> None:
    assert cards.card_name(card) == name


@pytest.mark.parametrize("ask", ASKED_OF_A_CARD)
@pytest.mark.parametrize("code", ["", "Kx", "kc", "1d", "Tc", "JOK", "Kc ", "\ud800"])
def test_an_unknown_code_is_named_in_the_error(ask: Callable[[str], object], code: str) -> None:
    with pytest.raises(ValueError, match="is not a card") as error:
        ask(code)
    assert repr(code) in str(error.value)


@pytest.mark.parametrize(
    ("ask", "card", "missing"),
    [
        (cards.rank, "JOKr", "rank"),
        (cards.enemy_value, "JOKr", "enemy value"),
        (cards.enemy_value, "9h", "enemy value"),
        (cards.red_value, "Kd", "red value"),
        (cards.red_value, "9s", "red value"),
        (cards.strength, "10d", "strength"),
        (cards.strength, "Ks", "strength"),
    ],
)
def test_a_card_without_such_a_value_says_so(
    ask: Callable[[str], object], card: str, missing: str
) -> None:
    with pytest.raises(ValueError, match=f"'{card}' has no {missing}"):
        ask(card)
