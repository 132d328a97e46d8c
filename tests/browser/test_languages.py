"""Screens have room for longer words, and are laid out for those who read from the right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page

from tests.browser.screens import (
    HERE,
    SIZES,
    assert_no_sideways_scrolling,
    every_screen,
    open_screen,
)
from tests.contrast import script
from tests.screens import Screen
from tests.unmarked import EVERY_SCREEN, known
from tools.pseudo import LEFT_TO_RIGHT, RIGHT_TO_LEFT

FAULTS = script(HERE / "large_text.js")
THOROUGH = pytest.mark.thorough
PHONES = ("360x640", "390x844")
# What a table needs in the languages that people speak, with all as long and as many as it gets.
PLAYED = re.compile(
    r"(table|mine|watch)-(one|two|evening|stressed|counting_stressed|solo_room|red_room|left_over)"
    r"|table-(room_of_(six|ten)|between_rooms|rascal_(room|door))|(fight|hit)-chosen"
    r"|(fight|hit|weapon|seat)-sheet|history|settings|home|games|new(-(?!game|refused).+)?"
    r"|(solo|castle)-fighting|rascal-knife|coop-(two|four|computers)|shiphead-many"
)
OTHERS = [code for code, _ in settings.LANGUAGES if code != "en"]


def played() -> Iterator[Any]:
    for screen in EVERY_SCREEN:
        for language in OTHERS * bool(PLAYED.fullmatch(screen.name)):
            yield pytest.param(screen, language, id=f"{screen.name}-{language}")


@pytest.fixture(scope="module", autouse=True)
def _two_languages() -> Iterator[None]:
    """Two fifths longer than English, one of them from right to left."""
    with known(LEFT_TO_RIGHT, RIGHT_TO_LEFT, brackets=False):
        yield


@pytest.mark.parametrize("language", [pytest.param(LEFT_TO_RIGHT, marks=THOROUGH), RIGHT_TO_LEFT])
@pytest.mark.parametrize("screen", every_screen(EVERY_SCREEN))
def test_longer_words_find_room(
    screen_page: Page, base_url: str, screen: Screen, language: str, heard: list[str]
) -> None:
    assert_finds_room(screen_page, base_url, screen, language, heard)


@THOROUGH
@pytest.mark.parametrize(("screen", "language"), list(played()))
def test_words_of_each_language_find_room(
    screen_page: Page, base_url: str, screen: Screen, language: str, heard: list[str]
) -> None:
    assert_finds_room(screen_page, base_url, screen, language, heard)


def assert_finds_room(
    page: Page, base_url: str, screen: Screen, language: str, heard: list[str]
) -> None:
    page.context.add_cookies([{"name": "language", "value": language, "url": base_url}])
    open_screen(page, base_url, screen, heard)
    direction = "rtl" if language in settings.LANGUAGES_BIDI else "ltr"
    assert page.evaluate("getComputedStyle(document.body).direction") == direction
    faults = []
    for size in PHONES:
        page.set_viewport_size(SIZES[size])
        faults += [f"{size}: {fault}" for fault in page.evaluate(FAULTS)]
        assert_no_sideways_scrolling(page)
    assert not faults, "\n".join(faults)
