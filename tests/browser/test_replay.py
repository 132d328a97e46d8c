"""The replay of a run: one moment at a time, by slider or by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.screens import made

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]


def test_the_replay_is_moved_by_hand_plays_to_its_end_and_stays_there(
    page: Page, base_url: str
) -> None:
    code = made("hp:0:-3", "hit:1:5", "floor:+1", "new")
    page.goto(f"{base_url}/p/{code}/runs/1/replay")
    moments, slider = page.locator("#moments > li"), page.get_by_role("slider")
    expect(moments.locator("visible=true")).to_have_count(1)
    expect(moments.nth(0)).to_be_visible()
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(moments.nth(1)).to_be_visible()
    page.reload()
    expect(moments.nth(1)).to_be_visible()
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(moments.nth(2)).to_be_visible()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.reload()
    expect(moments.nth(2)).to_be_visible()
    expect(moments.locator("visible=true")).to_have_count(1)
