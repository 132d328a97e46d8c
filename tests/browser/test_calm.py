"""A new table is calm: little can be touched on it, in either way to play."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones import OpenTable
from tracker import models

# All that can be touched, those that would do nothing yet too, beside plus and minus of health.
TOUCHED = """() => [...document.querySelectorAll("a[href], button, input, select, summary")]
  .filter((place) => place.checkVisibility({ visibilityProperty: true }))
  .filter((place) => !place.matches(".hp button, .vh, [type=hidden]"))
  .map((place) => place.getAttribute("aria-label") ?? place.textContent.trim())"""
WAYS = ("count", "room")


def touched(page: Page) -> list[str]:
    expect(page.locator(".modes")).to_be_visible()
    found: list[str] = page.evaluate(TOUCHED)
    return found


@pytest.mark.parametrize("way", WAYS)
def test_a_new_table_of_four_has_at_most_16_things_to_touch(
    open_table: OpenTable, code: str, way: str
) -> None:
    models.Party.objects.filter(code=code).update(referee=way)
    found = touched(open_table())
    assert len(found) <= 16, found


@pytest.mark.parametrize("way", WAYS)
def test_a_new_phone_of_ones_own_has_at_most_30(
    open_table: OpenTable, code: str, base_url: str, way: str
) -> None:
    models.Party.objects.filter(code=code).update(referee=way)
    page = open_table()
    page.context.add_cookies([{"name": "device", "value": "0", "url": base_url}])
    page.reload()
    expect(page.locator("#table.mine")).to_be_visible()
    found = touched(page)
    assert len(found) <= 30, found


def test_four_tabs_are_all_a_sheet_has(open_table: OpenTable) -> None:
    page = open_table()
    page.get_by_role("link", name="Mara: fight, drink, equip").tap()
    expect(page.locator("#sheet .tabs label")).to_have_text(
        ["Fight", "Picture cards", "±Health", "More"]
    )


def test_the_bar_has_four_things(open_table: OpenTable) -> None:
    page = open_table()
    expect(page.locator(".bar > :visible")).to_have_text(
        ["Undo nothing yet", "History", "Rules", "More"]
    )
