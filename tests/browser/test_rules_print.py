"""The rules of a game on one page are one page, on paper too."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tracker.rules.registry import GAMES

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("paper", ["A4", pytest.param("Letter", marks=pytest.mark.thorough)])
def test_one_page_is_one_page_on_paper(page: Page, game: str, paper: str) -> None:
    page.goto(f"/rules/{game}/one-page")
    assert page.get_by_role("heading", name="On one page").is_visible()
    assert len(re.findall(rb"/Type /Page\b", page.pdf(format=paper))) == 1


def test_a_long_page_is_told_apart(page: Page) -> None:
    page.goto("/rules/solo/")
    assert len(re.findall(rb"/Type /Page\b", page.pdf(format="A4"))) > 1
