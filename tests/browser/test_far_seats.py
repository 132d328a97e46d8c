"""A phone in the middle of the table: what belongs to a far seat faces the far side."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones import seat
from tests.screens import made
from tracker.web.browser import AROUND_COOKIE

pytestmark = pytest.mark.thorough


def test_a_sheet_and_what_is_said_face_whoever_touched(page: Page, base_url: str) -> None:
    page.context.add_cookies([{"name": AROUND_COOKIE, "value": "1", "url": base_url}])
    code = made("leave:2", "leave:3")
    with page.expect_response("**/live/**"):
        page.goto(f"/p/{code}/")
    sheet = page.locator("#sheet")
    seat(page, "Odo").get_by_role("link", name="fight, drink, equip").click()
    expect(page.locator(".sheet")).to_be_visible()
    expect(sheet).to_have_css("rotate", "180deg")
    top = sheet.bounding_box()
    assert top is not None
    assert top["y"] == 0
    expect(page.locator(".say")).to_have_css("rotate", "180deg")
    page.get_by_role("link", name="Back to the table").click()
    seat(page, "Mara").get_by_role("link", name="fight, drink, equip").click()
    expect(sheet).to_be_visible()
    expect(sheet).to_have_css("rotate", "none")
