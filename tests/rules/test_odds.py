from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules import vectors
from tests.rules.vectors import pile_of
from tracker.rules.cards import PACK, enemy_value
from tracker.rules.games.coop.state import Hero
from tracker.rules.table.ahead import odds
from tracker.rules.table.ahead.odds import beyond, fatal, harm
from tracker.rules.table.room.room import Pile

CARDS = st.frozensets(st.sampled_from(PACK), max_size=14)


@st.composite
def asked(draw: st.DrawFn) -> tuple[Pile, int, int]:
    """A pile, how many cards come and how many come before them."""
    top = draw(st.frozensets(st.sampled_from(PACK), min_size=1, max_size=20))
    depth = draw(st.integers(0, len(top)))
    run = draw(CARDS) - top
    pile = pile_of(top | run, depth, [run])
    count = draw(st.integers(0, pile.size))
    return pile, count, draw(st.integers(0, pile.size - count))


@pytest.mark.parametrize("vector", **vectors.named("odds"))
def test_the_odds_are_those_counted_hand_by_hand(vector: dict[str, Any]) -> None:
    pile, ask = vectors.pile(vector["pile"]), vectors.ask(vector["ask"])
    sorts = [vectors.sort(vector[name]) for name in ("sort", "other") if vector.get(name)]
    numbers = [vector[name] for name in ("m", "past") if name in vector]
    found = ask(pile, *sorts, *numbers)
    if isinstance(found, dict):
        found = {value: chance for value, chance in found.items() if chance}
    assert found == vectors.fractions(vector["answer"])


@pytest.mark.parametrize("vector", **vectors.named("hurt"))
def test_an_enemy_harms_as_the_vectors_say(vector: dict[str, Any]) -> None:
    player = fighter(**vector["fighter"])
    for enemy, ways in vector["answer"].items():
        assert {how: harm(player, enemy, how) for how in ways} == ways
    assert fatal(player) == frozenset(vectors.cards(vector["fatal"]))


@given(asked(), CARDS)
def test_chances_add_up_to_one(ask: tuple[Pile, int, int], sort: frozenset[str]) -> None:
    pile, count, skip = ask
    chances = vectors.count_distribution(pile, sort, count, skip)
    assert odds.none(pile, sort, count, skip) + odds.at_least_one(pile, sort, count, skip) == 1
    assert (
        sum(chances)
        == sum(vectors.worst(pile, count).values())
        == sum(odds.points(pile, count))
        == 1
    )
    assert (chances[0], chances[-1]) == (
        odds.none(pile, sort, count, skip),
        odds.only(pile, sort, count, skip),
    )
    assert odds.average(chances) == vectors.mean(pile, sort, count, skip)


@given(asked(), CARDS, st.sampled_from(PACK))
def test_a_larger_sort_is_never_less_likely(
    ask: tuple[Pile, int, int], sort: frozenset[str], card: str
) -> None:
    pile, count, skip = ask
    assert odds.at_least_one(pile, sort | {card}, count, skip) >= odds.at_least_one(
        pile, sort, count, skip
    )


@given(CARDS, CARDS, st.integers(0, 14))
def test_skipping_unseen_cards_changes_nothing(
    top: frozenset[str], sort: frozenset[str], skip: int
) -> None:
    pile = pile_of(top)
    count = max(0, len(top) - skip)
    skip = len(top) - count
    assert vectors.count_distribution(pile, sort, count, skip) == vectors.count_distribution(
        pile, sort, count
    )


def test_a_share_of_rooms_is_reached_by_a_value() -> None:
    chances = [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]
    assert [odds.reached_by(chances, Fraction(n, 4)) for n in (2, 3, 4)] == [0, 1, 2]


def test_a_pile_cannot_be_asked_for_more_than_it_has() -> None:
    with pytest.raises(ValueError, match="3 cards, not 4"):
        odds.none(pile_of(("9c", "Kd", "4h")), odds.RED, 4)


def test_what_fells_the_strong_fells_the_weak() -> None:
    weak, strong = Hero(hp=9), Hero(hp=12, weapon="2d")
    assert fatal(weak) & fatal(strong) == fatal(strong)


def test_only_weapons_over_their_limit_leave_enemies_beyond() -> None:
    worn = Hero(weapon="8d", slain=("Kc", "5s"))
    assert beyond([worn]) == vectors.strong(5)
    assert beyond([worn, Hero(weapon="2d")]) == frozenset()


def fighter(hp: int, weapon: int, limit: int | None, shields: list[int]) -> Hero:
    """A player with this weapon, an enemy of that value on it and shields of these strengths."""
    enemies = {enemy_value(card): card for card in odds.HITTING}
    return Hero(
        hp=hp,
        weapon=f"{'A' if weapon == 1 else weapon}d" if weapon else "",
        slain=(enemies[limit],) if limit else (),
        shields=tuple(f"{'_JQK'[strength]}h" for strength in shields),
    )
