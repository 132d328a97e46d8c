"""The rules of a game on one page are one page, on paper too."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import BrowserContext, Page

from tracker.rules.registry import GAMES

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", [language for language, _ in settings.LANGUAGES])
def test_one_page_is_one_page_on_paper(
    new_context: Callable[..., BrowserContext], game: str, language: str
) -> None:
    page = new_context(locale=language).new_page()
    page.goto(f"/rules/{game}/one-page")
    assert page.locator("html").get_attribute("lang") == language
    assert page.locator(".one-page h2").is_visible()
    for paper in ("A4", "Letter"):
        assert len(re.findall(rb"/Type /Page\b", page.pdf(format=paper))) == 1


def test_a_long_page_is_told_apart(page: Page) -> None:
    page.goto("/rules/solo/")
    assert len(re.findall(rb"/Type /Page\b", page.pdf(format="A4"))) > 1
