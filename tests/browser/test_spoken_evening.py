"""An evening by what a screen reader is told and by keys alone, in every language there is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.test_voice import SPEECH, heard, listen, until
from tracker.boards.words.names import card_name, nameless
from tracker.boards.words.voice import health_forms

MOST_STOPS = 90  # on the way to anything
MARKS = {"en": [], "he": [pytest.mark.thorough]}
LANGUAGES = [
    pytest.param(code, marks=MARKS.get(code, [pytest.mark.nightly]))
    for code, _name in settings.LANGUAGES
]


@pytest.fixture(params=LANGUAGES, name="language")
def language_of_the_phone(request: pytest.FixtureRequest) -> Iterator[str]:
    """The words of this test are those of the phone."""
    with translation.override(request.param):
        yield request.param


@pytest.fixture(name="page")
def page_without_a_finger(new_context: Callable[..., BrowserContext], language: str) -> Page:
    page = new_context(viewport=PHONE, locale=language).new_page()
    page.add_init_script(SPEECH)
    return page


def in_focus(place: Locator) -> bool:
    return bool(place.count()) and bool(place.evaluate("e => e === document.activeElement"))


def reach(page: Page, place: Locator) -> None:
    """Goes there as one goes without seeing: from stop to stop, within a group by arrows."""
    group = "(e, place) => e.type === 'radio' && e.name === document.activeElement.name"
    for _ in range(MOST_STOPS):
        if in_focus(place):
            return
        beside = place.count() and place.evaluate(group)
        page.keyboard.press("ArrowDown" if beside else "Tab")
    raise AssertionError(f"No key leads to {place}.")


def press(page: Page, place: Locator) -> None:
    reach(page, place)
    page.keyboard.press("Enter")


def to_table(page: Page) -> Locator:
    name = gettext("Table")
    return page.get_by_role("link", name=name, exact=True)


def health(name: str, n: int) -> str:
    """As it is said, whichever form the number takes."""
    forms = {form.format(name=name, n=n) for form in health_forms().values()}
    return f"({'|'.join(map(re.escape, forms))})"


def expect_said(page: Page, *patterns: str) -> None:
    def said() -> bool:
        return any(all(re.search(p, text) for p in patterns) for text in heard(page))

    until(page, said)
    page.evaluate("heard.length = 0")


def test_an_evening_by_ear_and_keys(page: Page, language: str) -> None:
    begin(page)
    assert page.locator("html").get_attribute("lang") == language
    play(page)
    look_around(page)
    speak_aloud(page, language)


def begin(page: Page) -> None:
    """Two sit down, and hear where they are."""
    page.goto("/")
    press(page, page.get_by_role("link", name=gettext("Name the players…")))
    for number, name in enumerate(("Mara", "Odo")):
        reach(page, page.get_by_role("textbox", name=nameless(number)))
        page.keyboard.type(name)
    press(page, page.get_by_role("button", name=gettext("Start")))
    press(page, page.get_by_role("button", name=gettext("Close the invitation")))
    listen(page)
    page.keyboard.press("r")
    expect_said(page, health("Mara", 20), health("Odo", 20))


def play(page: Page) -> None:
    """Mara fights with bare hands, Odo is hit, the party goes on, and one step is undone."""
    page.keyboard.press("1")
    page.keyboard.press("f")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    reach(page, page.get_by_role("radio", name=str(card_name("Kc"))))
    page.keyboard.press("Space")
    press(page, page.get_by_role("button", name="\N{MINUS SIGN}13").first)
    expect(sheet).to_be_hidden()
    expect_said(page, health("Mara", 7))
    for key in "2---":
        page.keyboard.press(key)
    expect_said(page, health("Odo", 17))
    page.keyboard.press("n")
    expect_said(page, r"\b2\b")
    page.keyboard.press("u")
    expect_said(page, r"\b1\b")


def look_around(page: Page) -> None:
    """The list of keys, and the history, whose newest line is what was undone."""
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name=gettext("Keys"))
    expect(keys.get_by_text(gettext("Read the table"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.keyboard.press("l")
    expect(page.get_by_role("heading", name=gettext("History"))).to_be_visible()
    press(page, to_table(page))
    listen(page)


def speak_aloud(page: Page, language: str) -> None:
    """Switched on in what this phone remembers, it is heard in the language of the phone."""
    page.keyboard.press("p")
    press(page, page.locator("summary").filter(has_text=gettext("This phone")))
    press(page, page.get_by_role("button", name=gettext("Read aloud")))
    press(page, to_table(page))
    listen(page)
    page.keyboard.press("r")
    (aloud,) = page.evaluate("aloud")
    assert aloud.startswith(f"{language}: ")
    expect_said(page, health("Mara", 7), health("Odo", 17))
