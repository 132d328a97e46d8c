"""The moves of computers are seen one by one, and hold nobody up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.phones import press
from tests.browser.test_games import DECISIONS, PHONE, deal
from tracker.services.match.rows import match_table

pytestmark = pytest.mark.thorough

MOVE = 600  # ms
SHOWN = "#table.in-story"


@pytest.fixture(name="phones")
def phones_with_motion(new_context: CreateContextCallback) -> Callable[[], Page]:
    def new_phone() -> Page:
        options: dict[str, Any] = {"reduced_motion": "no-preference", "has_touch": True}
        page = new_context(viewport=PHONE, **options).new_page()
        page.clock.install(time=0)
        return page

    return new_phone


@pytest.fixture(name="lively")
def page_with_motion(phones: Callable[[], Page]) -> Page:
    return phones()


def dealt_shiphead(page: Page) -> str:
    code = deal(page, "Shiphead", second="medium", third="medium", fourth="medium")
    page.clock.pause_at(3_600_000)
    return code


def decide(page: Page) -> int:
    """Makes the first decision that is offered; answers with how many moves came of it."""
    before = int(page.locator("#table").get_attribute("data-revision") or 0)
    press(page.locator(DECISIONS).first)
    expect(page.locator(f'#table[data-revision="{before}"]')).to_have_count(0)
    return int(page.locator("#table").get_attribute("data-revision") or 0) - before


def told(page: Page) -> Locator:
    return page.locator(".news li:visible")


def test_moves_come_one_after_the_other_on_every_phone(
    lively: Page, phones: Callable[[], Page]
) -> None:
    page, other = lively, phones()
    dealt_shiphead(page)
    other.goto(page.url)  # somebody who looks on
    other.clock.pause_at(3_600_000)
    moves = decide(page)
    assert moves >= 4
    expect(other.locator(SHOWN)).to_be_visible()
    expect(told(other)).to_have_count(1)
    for number in range(1, moves):
        expect(page.locator(SHOWN)).to_be_visible()
        expect(told(page)).to_have_count(number)
        expect(page.locator(".deed-text")).to_have_text(told(page).last.inner_text())
        page.clock.run_for(MOVE)
    expect(page.locator(SHOWN)).to_have_count(0)
    expect(told(page)).to_have_count(moves)
    expect(page.get_by_text("Your turn")).to_be_visible()


def test_a_touch_hurries_and_the_own_decision_is_not_lost(lively: Page) -> None:
    page = lively
    code = dealt_shiphead(page)
    decide(page)
    expect(page.locator(SHOWN)).to_be_visible()
    page.clock.run_for(MOVE)  # past what a double tap would be
    page.locator(".centre").tap()
    expect(page.locator(SHOWN)).to_have_count(0)
    expect(page.get_by_text("Your turn")).to_be_visible()
    page.clock.run_for(MOVE)
    decide(page)
    page.clock.run_for(MOVE)
    expect(page.locator(SHOWN)).to_be_visible()
    revision = match_table(code).revision
    page.locator(DECISIONS).first.tap()
    expect(page.locator(f'#table[data-revision="{revision}"]')).to_have_count(0)
    assert match_table(code).revision > revision


def test_a_key_hurries_and_less_motion_shows_all_at_once(lively: Page) -> None:
    page = lively
    dealt_shiphead(page)
    decide(page)
    expect(page.locator(SHOWN)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(SHOWN)).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
    moves = decide(page)
    expect(told(page)).to_have_count(moves)
    expect(page.locator(SHOWN)).to_have_count(0)
