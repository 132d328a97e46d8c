"""Every screen can be read by everybody, in both themes, and touched with a finger."""

from __future__ import annotations

from operator import attrgetter
from typing import Literal

import pytest
from playwright.sync_api import Page

from tests.audits import assert_no_axe_violations
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

THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")


@pytest.fixture(name="page")
def quiet_page(page: Page) -> Page:
    """Nothing moves, so that two pictures of it differ in nothing but what was asked for."""
    page.emulate_media(reduced_motion="reduce")
    return page


@pytest.mark.parametrize("screen", [*SCREENS, *GAME_SCREENS], ids=attrgetter("name"))
def test_a_screen_is_easy_to_read_and_to_touch(
    page: Page, base_url: str, screen: Screen, complaints: list[str]
) -> None:
    open_screen(page, base_url, screen, complaints)
    assert_each_id_once(page)
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size(SIZES["390x844"])
        assert_no_axe_violations(page)
        assert_contrast(page)
    for size in ("360x640", "844x390"):
        page.set_viewport_size(SIZES[size])
        assert_in_reach(page)
        assert_no_sideways_scrolling(page)


@pytest.mark.parametrize("screen", [*TABLES, *GAME_TABLES], ids=attrgetter("name"))
def test_a_table_fits_every_window_and_shows_everything(
    page: Page, base_url: str, screen: Screen, complaints: list[str]
) -> None:
    open_screen(page, base_url, screen, complaints)
    for size in SIZES.values():
        page.set_viewport_size(size)
        assert_whole(page)
