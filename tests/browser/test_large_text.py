"""People who set larger letters on the phone lose nothing: every screen at twice the size.

Each run looks at the fullest state of each template, with all else that is looked at there
(test_screens.py).
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.screens import (
    NO_ROOM,
    SIZES,
    assert_room_for_words,
    every_screen,
    letters_of_twice_the_size,
    open_screen,
)
from tests.screens import Screen

ENDS = "<style>.name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }</style>"


@pytest.mark.nightly
@pytest.mark.parametrize("screen", every_screen())
def test_letters_of_twice_the_size_find_room(
    screen_page: Page, base_url: str, screen: Screen, heard: list[str]
) -> None:
    open_screen(screen_page, base_url, screen, heard)
    with letters_of_twice_the_size(screen_page):
        assert_room_for_words(screen_page, [*SIZES])


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("<p style='height: 9px; overflow: hidden'>Unquenchable</p>", "is cut"),
        ("<p style='margin-left: -99px'>Unquenchable</p>", "is cut"),
        ("<p class='name' dir='auto' style='width: 1.5em'>Unquenchable</p>", "is cut"),
        ("<button style='width: 40px'>Unquenchable</button>", "sticks out"),
        ("<p>Mara</p><p style='margin-top: -1.5rem'>Odo</p>", "overlap"),
        ("<button>Mara</button><button style='margin-left: -1rem'>Odo</button>", "overlap"),
    ],
)
def test_letters_without_room_are_found(screen_page: Page, content: str, fault: str) -> None:
    screen_page.goto("about:blank")
    screen_page.set_content(ENDS + content)
    assert [found for found in screen_page.evaluate(NO_ROOM) if fault in found]


def test_a_page_with_room_for_its_letters_has_no_fault(screen_page: Page) -> None:
    screen_page.goto("about:blank")
    rolled = "<div style='height: 9px; overflow: auto'><p>Odo</p></div>"
    ended = "<p class='name' dir='auto' style='width: 3em'>Unquenchable</p>"
    screen_page.set_content(f"{ENDS}<p>Mara</p>{rolled}{ended}")
    assert screen_page.evaluate(NO_ROOM) == []
