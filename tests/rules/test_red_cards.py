"""The return of the special cards (rules.md 3.10)."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.rules.cards import SPECIAL_CARDS
from tracker.rules.games.coop.cards import PERIOD, return_floor, returning

TRACES = Path(__file__).parents[1] / "traces"
SCHEDULE: dict[str, str] = json.loads((TRACES / "return-schedule.json").read_text())

FLOORS = st.integers(min_value=1, max_value=10**30)


def test_the_table_covers_three_periods() -> None:
    assert [int(floor) for floor in SCHEDULE] == [*range(1, 3 * PERIOD + 1)]


@pytest.mark.parametrize(("floor", "cards"), SCHEDULE.items())
def test_a_floor_brings_back_what_the_table_says(floor: str, cards: str) -> None:
    assert "".join(returning(int(floor))) == cards


@given(FLOORS)
def test_the_schedule_repeats_after_35_floors(floor: int) -> None:
    assert returning(floor) == returning(floor + PERIOD)


@given(st.sampled_from(SPECIAL_CARDS), FLOORS)
def test_a_card_returns_on_its_return_floor_and_not_before(card: str, floor: int) -> None:
    back = return_floor(card, floor)
    assert card in returning(back)
    assert floor < back <= floor + PERIOD
    assert not any(card in returning(between) for between in range(floor + 1, back))


@pytest.mark.parametrize(
    ("card", "floor", "back"),
    [("Kd", 1, 5), ("Kd", 5, 35), ("Qd", 5, 10), ("Jh", 25, 35), ("JOKb", 1, 35), ("JOKr", 35, 70)],
)
def test_a_card_set_aside_waits_for_a_later_floor(card: str, floor: int, back: int) -> None:
    assert return_floor(card, floor) == back


@pytest.mark.parametrize("floor", [0, -1, -35])
def test_there_is_no_floor_below_one(floor: int) -> None:
    with pytest.raises(ValueError, match=f"no floor {floor}"):
        returning(floor)
    with pytest.raises(ValueError, match=f"no floor {floor}"):
        return_floor("Kd", floor)


@pytest.mark.parametrize("card", ["Kc", "10d", "JOK", ""])
def test_a_card_that_is_never_set_aside_never_returns(card: str) -> None:
    with pytest.raises(ValueError, match=f"'{card}' is not a special card"):
        return_floor(card, 1)
