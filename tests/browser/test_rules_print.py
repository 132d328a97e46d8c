"""The rules of a game on one page are one page, on paper too."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from playwright.sync_api import Page, ViewportSize

from tracker.rules.games import GAMES

pytestmark = pytest.mark.thorough

PAPER: ViewportSize = {"width": 720, "height": 1000}  # about the width of A4 within its margins
LANGUAGES = [language for language, _ in settings.LANGUAGES]


@pytest.fixture(name="page")
def paper(page: Page) -> Page:
    page.set_viewport_size(PAPER)
    return page


@pytest.mark.parametrize("game", GAMES)
def test_one_page_is_one_page_on_paper(page: Page, base_url: str, game: str) -> None:
    """The longest of all languages is; so are the others."""
    heights = {}
    for language in LANGUAGES:
        open_in(page, base_url, language, game)
        heights[language] = height_of(page)
    open_in(page, base_url, max(LANGUAGES, key=heights.__getitem__), game)
    assert_one_page(page)


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_one_page_is_one_page_in_every_language(
    page: Page, base_url: str, game: str, language: str
) -> None:
    open_in(page, base_url, language, game)
    assert_one_page(page)


def open_in(page: Page, base_url: str, language: str, game: str) -> None:
    page.context.add_cookies([{"name": "language", "value": language, "url": base_url}])
    page.goto(f"/rules/{game}/one-page")
    assert page.locator("html").get_attribute("lang") == language
    assert page.locator(".one-page h2").is_visible()


def height_of(page: Page) -> int:
    """The page's height in pixels, as wide as paper."""
    page.emulate_media(media="print")
    height: int = page.evaluate("document.documentElement.scrollHeight")
    page.emulate_media(media="null")  # a screen would be printed as one
    return height


def assert_one_page(page: Page) -> None:
    for paper in ("A4", "Letter"):
        assert len(re.findall(rb"/Type /Page\b", page.pdf(format=paper))) == 1


def test_a_long_page_is_told_apart(page: Page) -> None:
    page.goto("/rules/solo/")
    assert len(re.findall(rb"/Type /Page\b", page.pdf(format="A4"))) > 1
