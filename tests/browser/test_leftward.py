"""Hebrew, which runs from right to left: the table is turned round, cards and numbers are not."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones import OpenTable, elsewhere, expect_hp, seat
from tests.browser.screens import SIZES, assert_no_sideways_scrolling

PLACES = """(selector) => [...document.querySelectorAll(selector)].map((box) => {
  return box.getBoundingClientRect().x;
})"""


@pytest.fixture
def table(open_table: OpenTable) -> Page:
    page = open_table(locale="he-IL")
    page.set_viewport_size(SIZES["360x640"])
    return page


def places(page: Page, selector: str) -> list[float]:
    found: list[float] = page.evaluate(PLACES, selector)
    return found


def test_the_table_runs_from_right_to_left_and_its_cards_do_not(table: Page, code: str) -> None:
    assert table.evaluate("getComputedStyle(document.body).direction") == "rtl"
    seat(table, "Odo").locator(".hp button").first.click()
    expect_hp(table, "Odo", "19")
    elsewhere(code, "referee:count", "room:+1", "weapon:0:8:KcJs7s")
    expect(seat(table, "Mara").locator(".fan li")).to_have_count(4)
    # A weapon and what it has beaten, as they are written: 8:KcJs7s.
    cards = places(table, ".fan li")
    assert cards == sorted(cards)
    rank, suit = places(table, ".special:has(b) :is(b, svg)")[:2]
    assert rank < suit
    # The first player sits on the right, and minus comes before plus.
    first, second = places(table, ".player")[:2]
    assert first > second
    minus, plus = places(table, ".hp button")[:2]
    assert minus > plus
    assert_no_sideways_scrolling(table)


def test_a_weapon_is_typed_from_left_to_right(table: Page, code: str) -> None:
    elsewhere(code, "weapon:0:8:KcJs7s")
    table.goto(f"{table.url}player/0?tab=more")
    box = table.locator("#weapon")
    expect(box).to_have_value("8:KcJs7s")
    assert box.evaluate("(box) => getComputedStyle(box).direction") == "ltr"
    assert_no_sideways_scrolling(table)
