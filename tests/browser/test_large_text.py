"""People who set larger letters on the phone lose nothing: every screen at twice the size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.screens import (
    HERE,
    SIZES,
    assert_no_sideways_scrolling,
    every_template,
    open_screen,
)
from tests.contrast import script
from tests.screens import Screen

TWICE = "--blink-settings=defaultFontSize=32"  # pixels; a rem is 16 where nobody has set it
FAULTS = script(HERE / "large_text.js")
NARROWEST = {"360x640", "844x390"}  # a phone upright and on its side: all others have more room


@pytest.fixture(scope="module")
def browser(launch_browser: Any, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """A setting of the browser, so a browser of its own."""
    large = launch_browser(args=[*browser_type_launch_args["args"], TWICE])
    yield large
    large.close()


@pytest.mark.parametrize(
    "sizes",
    [
        pytest.param(NARROWEST, id="small"),
        pytest.param(SIZES.keys() - NARROWEST, id="large", marks=pytest.mark.nightly),
    ],
)
@pytest.mark.parametrize("screen", every_template())
def test_letters_of_twice_the_size_find_room(
    screen_page: Page, base_url: str, screen: Screen, sizes: set[str], heard: list[str]
) -> None:
    page = screen_page
    open_screen(page, base_url, screen, heard)
    assert page.evaluate("getComputedStyle(document.body).fontSize") == "32px"
    faults = []
    for size in sizes:
        page.set_viewport_size(SIZES[size])
        faults += [f"{size}: {fault}" for fault in page.evaluate(FAULTS)]
        assert_no_sideways_scrolling(page)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("<p style='height: 9px; overflow: hidden'>Unquenchable</p>", "is cut"),
        ("<p style='margin-left: -99px'>Unquenchable</p>", "is cut"),
        ("<button style='width: 40px'>Unquenchable</button>", "sticks out"),
        ("<p>Mara</p><p style='margin-top: -1.5rem'>Odo</p>", "overlap"),
        ("<button>Mara</button><button style='margin-left: -1rem'>Odo</button>", "overlap"),
    ],
)
def test_letters_without_room_are_found(screen_page: Page, content: str, fault: str) -> None:
    screen_page.goto("about:blank")
    screen_page.set_content(content)
    assert [found for found in screen_page.evaluate(FAULTS) if fault in found]


def test_a_page_with_room_for_its_letters_has_no_fault(screen_page: Page) -> None:
    screen_page.goto("about:blank")
    screen_page.set_content("<p>Mara</p><div style='height: 9px; overflow: auto'><p>Odo</p></div>")
    assert screen_page.evaluate(FAULTS) == []
