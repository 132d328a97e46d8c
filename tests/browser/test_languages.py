"""Screens have room for longer words, and are laid out for those who read from the right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import polib
import pytest
from django.conf import settings
from django.utils import translation
from playwright.sync_api import Browser, Page

from tests.browser import fonts
from tests.browser.room import Longest, texts, widths, words_of
from tests.browser.screens import (
    assert_room_for_words,
    every_screen,
    open_screen,
)
from tests.screens import FULLEST, Screen
from tests.unmarked import EVERY_SCREEN, known
from tools.pseudo import LEFT_TO_RIGHT, RIGHT_TO_LEFT

NIGHTLY = pytest.mark.nightly
PHONES = ("390x844", "360x640")
ROOMS = ("table-red_room", "table-room_of_ten", "table-rascal_room")
BROKEN = """() => [...document.querySelectorAll(".ticket")].flatMap((ticket) => {
  const text = ticket.lastChild;
  const rangeOf = ({ 0: word, index }) => {
    const range = new Range();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range;
  };
  const lines = (range) => new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
  const ranges = [...text.data.matchAll(/\\S+/g)].map(rangeOf);
  return ranges.filter((range) => lines(range).size > 1).map((range) => `${range} is broken`);
})"""
# Screens that a table needs, with everything as long and as many as it gets.
PLAYED = re.compile(
    r"(table|mine|watch)-(one|two|evening|stressed|counting_stressed|solo_room|red_room|left_over)"
    r"|table-(room_of_(six|ten)|between_rooms|rascal_(room|door))|(fight|hit)-chosen"
    r"|(fight|hit|weapon|seat)-sheet|history|settings|home|games|new(-(?!game|refused).+)?"
    r"|(solo|castle)-fighting|rascal-knife|coop-(two|four|computers)|shiphead-many"
)
# The longest words of several languages side by side are too long there: each is looked at alone.
TIGHT = {"records", "solo-replay", "castle-replay"}
OTHERS = [code for code, _ in settings.LANGUAGES if code != "en"]


def longer() -> Iterator[Any]:
    """From right to left the fullest state of each template; the night has every state."""
    for each in every_screen(EVERY_SCREEN):
        yield pytest.param(*each.values, LEFT_TO_RIGHT, id=f"{each.id}-ltr", marks=NIGHTLY)
        if each.id not in TIGHT:
            marks = each.marks if each.id in FULLEST else NIGHTLY
            yield pytest.param(*each.values, RIGHT_TO_LEFT, id=f"{each.id}-rtl", marks=marks)


def real() -> Iterator[Any]:
    for screen in EVERY_SCREEN:
        tight = screen.name in TIGHT
        for language in OTHERS * (tight or bool(PLAYED.fullmatch(screen.name))):
            marks = pytest.mark.thorough if tight else NIGHTLY
            yield pytest.param(screen, language, id=f"{screen.name}-{language}", marks=marks)


@pytest.fixture(scope="module", autouse=True)
def _two_languages(one_page: Page) -> Iterator[None]:
    """Two fifths longer than English; the one from right to left is the longest of all."""
    with (
        known(LEFT_TO_RIGHT, brackets=False),
        known(RIGHT_TO_LEFT, brackets=False, lengthen=Longest(one_page)),
    ):
        yield


@pytest.mark.thorough
def test_no_real_language_needs_more_room(one_page: Page) -> None:
    """Neither for a text nor for a word: a screen with room for the longest has room for all."""
    theirs, ours = list[list[str]](), list[list[str]]()
    with translation.override(RIGHT_TO_LEFT):
        for entry, text in texts():
            for found, each in ((theirs, text), (ours, said(entry))):
                words = words_of(each)
                found += [[" ".join(words)], words]
    needed, room = (widths(one_page, found) for found in (theirs, ours))
    short = zip(theirs, ours, needed, room, strict=True)
    assert [(one, other) for one, other, need, has in short if need > has + 1] == []


def said(entry: polib.POEntry) -> str:
    if entry.msgid_plural:
        return translation.ngettext(entry.msgid, entry.msgid_plural, 1)
    if entry.msgctxt:
        return translation.pgettext(entry.msgctxt, entry.msgid)
    return translation.gettext(entry.msgid)


@pytest.mark.thorough
@pytest.mark.parametrize(("screen", "language"), list(longer()))
def test_longer_words_find_room(
    screen_page: Page, base_url: str, screen: Screen, language: str, heard: list[str]
) -> None:
    assert_finds_room(screen_page, base_url, screen, language, heard)


@pytest.mark.parametrize(("screen", "language"), list(real()))
def test_words_of_each_language_find_room(
    screen_page: Page, base_url: str, screen: Screen, language: str, heard: list[str]
) -> None:
    assert_finds_room(screen_page, base_url, screen, language, heard)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "screen", [each for each in EVERY_SCREEN if each.name in ROOMS], ids=lambda each: each.name
)
def test_a_word_below_a_card_stays_whole(
    screen_page: Page, base_url: str, screen: Screen, heard: list[str], browser: Browser
) -> None:
    screen_page.set_viewport_size({"width": 360, "height": 640})
    families = fonts.families_here(browser)
    for language in OTHERS:
        open_in(language, screen_page, base_url, screen, heard)
        faults = fonts.faults_in_each(screen_page, families, BROKEN)
        assert not faults, (language, faults)


def assert_finds_room(
    page: Page, base_url: str, screen: Screen, language: str, heard: list[str]
) -> None:
    open_in(language, page, base_url, screen, heard)
    direction = "rtl" if language in settings.LANGUAGES_BIDI else "ltr"
    assert page.evaluate("getComputedStyle(document.body).direction") == direction
    assert_room_for_words(page, PHONES)


def open_in(language: str, page: Page, base_url: str, screen: Screen, heard: list[str]) -> None:
    page.context.add_cookies([{"name": "language", "value": language, "url": base_url}])
    open_screen(page, base_url, screen, heard)
