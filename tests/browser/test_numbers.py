"""How large the numbers are that are read from across the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.screens import made

NAMES = ("Mara", "Odo", "Pell", "Rook")
HANDS = ("equip:0:8d", "equip:1:10d", "fight:1:9c:weapon", "hp:0:-6", "hp:0:-1", "use:1:Kh")
# Players, width, height, pixels of a number of two figures at least.
LEAST = [
    (4, 1024, 768, 120),
    (4, 1440, 900, 200),
    (3, 1280, 650, 120),
    (3, 390, 844, 64),
    (2, 390, 844, 96),
    (3, 768, 1024, 96),
    (4, 768, 1024, 84),
]


@pytest.mark.parametrize("players", [4, 3, 2])
def test_numbers_are_as_large_as_the_window_allows(page: Page, players: int) -> None:
    page.goto(f"/p/{made(*HANDS, names=NAMES[:players])}/")
    for _players, width, height, least in (row for row in LEAST if row[0] == players):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(
            "least => parseFloat(getComputedStyle(document.querySelector('output')).fontSize)"
            " >= least",
            arg=least,
        )
        page.wait_for_function(
            "() => [...document.querySelectorAll('.player')].every((panel) =>"
            " panel.scrollHeight <= panel.clientHeight)"
        )


def test_one_player_sees_how_it_went_and_touches_through_it(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/p/{made(*HANDS[:1], 'hp:0:-6', 'floor:+1', 'hp:0:-3', names=NAMES[:1])}/")
    spark = page.get_by_role("img", name="Health over the last 2 changes, from 20 to 11")
    box = spark.bounding_box()
    assert box is not None
    assert box["height"] >= 28
    assert page.get_by_text("Floor 1", exact=True).is_visible()
    expect(spark.locator("path").last).to_have_css("fill", "none")
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    hit = "([x, y]) => Boolean(document.elementFromPoint(x, y).closest('.spark'))"
    assert not page.evaluate(hit, middle)
