"""Parts of WCAG 2.2 that axe leaves to people: docs/accessibility.md has the whole table."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.screens import (
    HERE,
    assert_no_sideways_scrolling,
    every_screen,
    open_screen,
)
from tests.contrast import script
from tests.game_screens import GAME_SCREENS
from tests.screens import CHIEF, SCREENS, Screen

pytestmark = pytest.mark.thorough

FLOATING = {  # over which something floats: a refusal, an outcome, a way back, a message
    *("table-refused-long", "saves-refused", "history-in-the-way", "rules-from-table"),
    *("hit-chosen", "invitation", "mine-counting_stressed"),
}
# Not held: docs/accessibility.md says what is in the way.
CROWDED = {"table-stressed", "table-room_of_ten", "mine-stressed", "watch-stressed"}
FOCUSED = script(HERE / "focused.js")
FAULTS = script(HERE / "large_text.js")
MOST_STOPS = 150
WIDE_LINES = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: .12em !important; }
    * { word-spacing: .16em !important; }
    p { margin-bottom: 2em !important; }
  `);
  document.adoptedStyleSheets = [sheet];
}"""


def chosen(names: set[str]) -> list[object]:
    return every_screen([each for each in (*SCREENS, *GAME_SCREENS) if each.name in names])


@pytest.mark.parametrize("screen", chosen(CHIEF - {"watch-stressed"} | FLOATING))
def test_what_has_the_focus_is_seen(
    screen_page: Page, base_url: str, screen: Screen, heard: list[str]
) -> None:
    """2.4.7 and 2.4.11: it has a line round it, and nothing that floats hides it for good."""
    open_screen(screen_page, base_url, screen, heard)
    screen_page.set_viewport_size({"width": 360, "height": 640})
    stops, address = [], screen_page.url
    for key in ("Tab", "Shift+Tab"):
        for _ in range(MOST_STOPS):
            screen_page.keyboard.press(key)
            faults = screen_page.evaluate(FOCUSED)
            if faults is None:
                break
            stops.append(faults)
    assert len(stops) > 3
    assert screen_page.url == address  # 3.2.1
    assert not any(stops), "\n".join(fault for faults in stops for fault in faults)


@pytest.mark.parametrize("screen", chosen(CHIEF))
def test_a_control_is_called_by_what_it_shows(
    screen_page: Page, base_url: str, screen: Screen, heard: list[str]
) -> None:
    """2.5.3; a rule of axe that it keeps out of its others, as an experiment."""
    open_screen(screen_page, base_url, screen, heard)
    results = Axe().run(screen_page, options={"runOnly": ["label-content-name-mismatch"]})
    assert results.violations_count == 0, results.generate_report()


@pytest.mark.parametrize("screen", chosen(CHIEF))
def test_a_window_of_320_pixels_scrolls_one_way(
    screen_page: Page, base_url: str, screen: Screen, heard: list[str]
) -> None:
    """1.4.10: as wide as a window of 1280 pixels at four times the size."""
    open_screen(screen_page, base_url, screen, heard)
    screen_page.set_viewport_size({"width": 320, "height": 256})
    assert_no_sideways_scrolling(screen_page)


@pytest.mark.parametrize("screen", chosen(CHIEF - CROWDED))
def test_wider_lines_words_and_letters_find_room(
    screen_page: Page, base_url: str, screen: Screen, heard: list[str]
) -> None:
    """1.4.12, with all its distances at once."""
    open_screen(screen_page, base_url, screen, heard)
    screen_page.set_viewport_size({"width": 390, "height": 844})
    screen_page.evaluate(WIDE_LINES)
    faults = screen_page.evaluate(FAULTS)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (
            "<button>Mara</button><p style='position: fixed; inset: 0; margin: 0'>Odo</p>",
            "is hidden",
        ),
        ("<button style='outline: none'>Mara</button>", "has no line"),
        ("<button>Mara</button><p style='position: fixed; inset: 99px 0 0'>Odo</p>", ""),
    ],
)
def test_what_is_hidden_or_has_no_line_is_found(
    screen_page: Page, content: str, fault: str
) -> None:
    screen_page.goto("about:blank")
    screen_page.set_content(content)
    screen_page.keyboard.press("Tab")
    faults = screen_page.evaluate(FOCUSED)
    assert [fault in found for found in faults] == [True] * bool(fault)
