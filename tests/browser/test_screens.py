"""Every screen can be read by everybody, in both themes, and touched with a finger."""

from __future__ import annotations

import os
from collections.abc import Iterator
from operator import attrgetter

import pytest
from playwright.sync_api import Browser, Page

from tests.audits import AXE_COLOURS, AXE_TAGS, assert_no_axe_violations
from tests.browser import fonts
from tests.browser.conftest import listen
from tests.browser.screens import (
    SIZES,
    assert_each_id_once,
    assert_in_reach,
    assert_no_sideways_scrolling,
    assert_whole,
    open_screen,
)
from tests.contrast import assert_contrast
from tests.game_screens import GAME_SCREENS, GAME_TABLES
from tests.screens import SCREENS, TABLES, Screen
from tests.servers import ROOT

PICTURES = ROOT / "var" / "test-results"
SEEN_WHOLE = (*TABLES, *GAME_TABLES)


@pytest.fixture(scope="module")
def heard() -> list[str]:
    """What the browser complained about."""
    return []


@pytest.fixture(scope="module")
def one_page(browser: Browser, heard: list[str]) -> Iterator[Page]:
    """For all screens: a new one costs more than all that is looked at on it.

    Nothing moves there, so that two pictures differ in nothing but what was asked for.
    """
    context = browser.new_context(service_workers="block", reduced_motion="reduce")
    listen(context, heard)
    yield context.new_page()
    context.close()


@pytest.fixture
def complaints(heard: list[str]) -> Iterator[list[str]]:
    heard.clear()
    yield heard
    assert not heard, "\n".join(heard)


@pytest.fixture
def page(one_page: Page, request: pytest.FixtureRequest) -> Iterator[Page]:
    """As new, and pictured where the test fails."""
    one_page.unroute_all()
    one_page.context.clear_cookies()
    one_page.emulate_media(color_scheme=None)
    one_page.set_viewport_size(SIZES["390x844"])
    failed = request.session.testsfailed
    yield one_page
    if request.session.testsfailed > failed:
        one_page.screenshot(path=PICTURES / f"{request.node.name}.png")
    one_page.goto("about:blank")  # it would notice that its party is gone, and leave by itself


@pytest.fixture(scope="module")
def families(browser: Browser) -> list[str]:
    return fonts.families_here(browser)


def test_three_families_of_fonts_are_here(families: list[str]) -> None:
    """The layout is judged in those that are."""
    missing = set(fonts.FAMILIES) - set(families)
    if missing and "CI" not in os.environ:
        pytest.skip(fonts.INSTALL)
    assert not missing, fonts.INSTALL


@pytest.mark.parametrize("screen", [*SCREENS, *GAME_SCREENS], ids=attrgetter("name"))
def test_a_screen_is_easy_to_read_and_to_touch(
    page: Page, base_url: str, screen: Screen, complaints: list[str], families: list[str]
) -> None:
    open_screen(page, base_url, screen, complaints)
    assert_each_id_once(page)
    assert_readable(page)
    for size in SIZES if screen in SEEN_WHOLE else ("360x640", "844x390"):
        page.set_viewport_size(SIZES[size])
        try:
            assert_laid_out(page, screen, families)
        except AssertionError as error:
            error.add_note(f"at {size}")
            raise


def assert_readable(page: Page) -> None:
    """In both themes; what has no colour is the same in both."""
    page.emulate_media(color_scheme="dark")
    assert_no_axe_violations(page, AXE_TAGS)
    assert_contrast(page)
    page.emulate_media(color_scheme="light")
    assert_no_axe_violations(page, AXE_COLOURS)
    assert_contrast(page)


def assert_laid_out(page: Page, screen: Screen, families: list[str]) -> None:
    """Nothing scrolls sideways, and a table is seen whole; the fonts are its own in the end."""
    assert_in_reach(page)
    for family in families:
        with fonts.put(page, family):
            assert_no_sideways_scrolling(page)
            if screen in SEEN_WHOLE:
                assert_whole(page)
