"""Review and par are worked out automatically on an open page, without scripts by a button."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.game_screens import solo_lost

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]


def test_a_review_is_worked_out_and_par_is_played_while_one_looks(
    page: Page, base_url: str
) -> None:
    code = solo_lost()
    page.goto(f"{base_url}/play/{code}/review")
    expect(page.get_by_role("heading", name="What cost most")).to_be_visible(timeout=60_000)
    page.goto(f"{base_url}/play/{code}/par")
    expect(page.get_by_text("Still playing")).to_have_count(0, timeout=60_000)


@pytest.mark.thorough
def test_without_scripts_a_button_works_out_the_next(browser: Browser, base_url: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{base_url}/play/{solo_lost()}/review")
    page.get_by_role("button", name="Analyse more").click()
    expect(page.get_by_text("Analysed: 0 of")).to_have_count(0)
    context.close()
