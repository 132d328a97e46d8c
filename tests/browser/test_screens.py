"""Every screen can be read by everybody, in both themes, and touched with a finger."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.audits import assert_no_axe_violations
from tests.browser import fonts
from tests.browser.screens import (
    NARROWEST,
    ON_ITS_SIDE,
    SIDEWAYS,
    SIZES,
    TO_THE_TOP,
    WHOLE,
    assert_cards_have_names,
    assert_each_id_once,
    assert_in_reach,
    assert_no_sideways_scrolling,
    assert_room_for_words,
    assert_scrolls_one_way,
    every_screen,
    every_template,
    letters_of_twice_the_size,
    open_screen,
    wider_spacing,
)
from tests.contrast import assert_contrast
from tests.game_screens import GAME_TABLES
from tests.screens import FULLEST, TABLES, Screen

SEEN_WHOLE = (*TABLES, *GAME_TABLES)
# Not held: docs/accessibility.md says what is in the way.
CROWDED = {
    *("table-stressed", "table-room_of_ten", "mine-stressed", "watch-stressed"),
    *("table-counting_stressed", "mine-counting_stressed", "castle-fighting", "rascal-knife"),
}

# The bar is below the window where the smallest phone lies on its side.
TOO_HIGH = {"castle-replay", "coop-over", "shiphead-many"}


@pytest.fixture(scope="module")
def families(browser: Browser) -> list[str]:
    return fonts.families_here(browser)


def test_three_families_of_fonts_are_here(families: list[str]) -> None:
    """The layout is judged in those that are."""
    missing = set(fonts.FAMILIES) - set(families)
    if missing and "CI" not in os.environ:
        pytest.skip(fonts.INSTALL)
    assert not missing, fonts.INSTALL


@pytest.mark.parametrize("screen", every_template())
def test_a_screen_is_easy_to_read_and_to_touch(
    screen_page: Page, base_url: str, screen: Screen, heard: list[str], families: list[str]
) -> None:
    """The fullest state of each template; by night every state, of which tables are too full for
    wider spacing."""
    page = screen_page
    open_screen(page, base_url, screen, heard)
    assert_each_id_once(page)
    assert_cards_have_names(page)
    assert_no_axe_violations(page)
    assert_contrast(page, "dark", "light")
    assert_laid_out(page, screen, families)
    with letters_of_twice_the_size(page):
        assert_room_for_words(page, NARROWEST[::-1])  # from the size that it has
    if screen.name in FULLEST and screen.name not in CROWDED:
        with wider_spacing(page):
            assert_room_for_words(page, ["390x844"])
    assert_scrolls_one_way(page)


@pytest.mark.parametrize(
    "screen", [each for each in every_screen(SEEN_WHOLE) if each.id not in FULLEST]
)
def test_every_state_of_a_table_is_seen_whole(
    screen_page: Page, base_url: str, screen: Screen, heard: list[str], families: list[str]
) -> None:
    """In one font: what may scroll needs no look in each of its states."""
    open_screen(screen_page, base_url, screen, heard)
    assert_cards_have_names(screen_page)
    assert_laid_out(screen_page, screen, families[:1])


def assert_laid_out(page: Page, screen: Screen, families: list[str]) -> None:
    """Nothing scrolls sideways, and a table is seen whole; the fonts are its own in the end."""
    table = screen in SEEN_WHOLE
    for size in SIZES if table else NARROWEST:
        page.set_viewport_size(SIZES[size])
        try:
            assert_in_reach(page)
            faults = fonts.faults_in_each(page, families, SIDEWAYS, *[WHOLE] * table)
            assert not faults, "\n".join(faults)
        except AssertionError as error:
            error.add_note(f"at {size}")
            raise
    if table or (screen.device and not screen.touched):
        page.set_viewport_size(ON_ITS_SIDE)
        assert_in_reach(page)
        assert_no_sideways_scrolling(page)
        page.evaluate(TO_THE_TOP)
        if table and screen.name not in TOO_HIGH:
            expect(page.locator(".bar")).to_be_in_viewport(ratio=1)
