"""The focus, which axe leaves to people: docs/accessibility.md has all of WCAG 2.2."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.screens import HERE, every_screen, open_screen
from tests.contrast import script
from tests.game_screens import GAME_SCREENS
from tests.screens import CHIEF, SCREENS, Screen

pytestmark = pytest.mark.thorough

FLOATING = {  # over which something floats: a refusal, an outcome, a way back, a message
    *("table-refused-long", "saves-refused", "history-in-the-way", "rules-from-table"),
    *("hit-chosen", "invitation", "mine-counting_stressed"),
}
FOCUSED = script(HERE / "focused.js")
MOST_STOPS = 150


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
