"""The rules of a game on one page are one page, on paper too."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import BrowserContext, Page, ViewportSize

from tracker.rules.registry import GAMES

pytestmark = pytest.mark.thorough

PAPER: ViewportSize = {"width": 720, "height": 1000}  # about the width of A4 within its margins
LANGUAGES = [language for language, _ in settings.LANGUAGES]


@pytest.mark.parametrize("game", GAMES)
def test_one_page_is_one_page_on_paper(
    new_context: Callable[..., BrowserContext], game: str
) -> None:
    """The longest of all languages is; so are the others."""
    heights = {language: height_of(opened(new_context, language, game)) for language in LANGUAGES}
    assert_one_page(opened(new_context, max(LANGUAGES, key=heights.__getitem__), game))


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_one_page_is_one_page_in_every_language(
    new_context: Callable[..., BrowserContext], game: str, language: str
) -> None:
    assert_one_page(opened(new_context, language, game))


def opened(new_context: Callable[..., BrowserContext], language: str, game: str) -> Page:
    page = new_context(locale=language, viewport=PAPER).new_page()
    page.goto(f"/rules/{game}/one-page")
    assert page.locator("html").get_attribute("lang") == language
    assert page.locator(".one-page h2").is_visible()
    return page


def height_of(page: Page) -> int:
    """The page's height in pixels, as wide as paper; it is closed then."""
    page.emulate_media(media="print")
    height: int = page.evaluate("document.documentElement.scrollHeight")
    page.context.close()
    return height


def assert_one_page(page: Page) -> None:
    for paper in ("A4", "Letter"):
        assert len(re.findall(rb"/Type /Page\b", page.pdf(format=paper))) == 1


def test_a_long_page_is_told_apart(page: Page) -> None:
    page.goto("/rules/solo/")
    assert len(re.findall(rb"/Type /Page\b", page.pdf(format="A4"))) > 1
