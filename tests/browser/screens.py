"""Opens the screens of tests/screens.py in a browser and judges what is seen there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.contrast import script
from tests.game_screens import GAME_SCREENS
from tests.screens import CHIEF, FULLEST, SCREENS, Screen

HERE = Path(__file__).parent
TARGETS = (HERE / "targets.js").read_text()
WHOLE = script(HERE / "whole.js")
NO_ROOM = script(HERE / "large_text.js")
SIDEWAYS = """() => {
  const page = document.scrollingElement;
  const wide = (box) => box.scrollWidth > box.clientWidth + 1;
  const scrolls = (box) => /auto|scroll/.test(getComputedStyle(box).overflowX);
  const boxes = [...document.querySelectorAll("body *")].filter((box) => wide(box) && scrolls(box));
  if (page.scrollWidth > innerWidth) boxes.push(page);
  return boxes.map((box) => `${box.localName}.${box.className}: ${box.scrollWidth}`);
}"""
NAMELESS = """() => {
  const says = (place) => place.matches("[aria-label]") || place.querySelector("[aria-label], .vh");
  const whole = "a, button, label, li, [role=img], .grid > div, .deck > *";
  const named = (card) => {
    const place = card.closest(whole);
    if (place && says(place)) return true;
    if (!card.closest("[aria-hidden=true]")) return says(card);
    return !place || place.textContent.trim() !== card.textContent.trim(); // for the eyes alone
  };
  const cards = [...document.querySelectorAll("body :is(.card, .face):has(use)")];
  const bare = cards.filter((card) => card.checkVisibility() && !named(card));
  return bare.map(({ parentElement }) => parentElement.outerHTML.slice(0, 200));
}"""
# Some styles are brought once the page is there; without them it is not yet what is judged.
ALL_STYLES = """() => {
  const files = document.querySelector("meta[name=later]")?.getAttribute("content");
  return files && globalThis.app?.bring?.(files).then(() => true);
}"""
# A link stands where htmx, if the page has it, fetches a part.
WHOLE_PAGE = """() => !globalThis.htmx
  || !document.querySelector('[hx-trigger="load"]:is(a, :has(a))')"""
TO_THE_TOP = """() => [document.scrollingElement, ...document.querySelectorAll("body *")]
  .forEach((box) => box.scrollTo({ top: 0, left: 0, behavior: "instant" }))"""
SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: .12em !important; }
    * { word-spacing: .16em !important; }
    p { margin-bottom: 2em !important; }
  `);
  document.adoptedStyleSheets = [sheet];
}"""
DOUBLED = """() => {
  const names = [...document.querySelectorAll("[id]")].map((element) => element.id);
  return names.filter((name, place) => names.indexOf(name) !== place);
}"""

SIZES: dict[str, ViewportSize] = {
    "390x844": {"width": 390, "height": 844},  # first: a screen is opened in it
    "360x640": {"width": 360, "height": 640},
    "768x1024": {"width": 768, "height": 1024},
    "844x390": {"width": 844, "height": 390},
}
NARROWEST = ("360x640", "844x390")  # a phone upright and on its side: all others have more room
ON_ITS_SIDE: ViewportSize = {"width": 640, "height": 360}  # the smallest
USUAL, TWICE = 16, 32  # pixels of a rem: as the browser comes, and where people want larger letters
FINGER = {"other": 44, "tapped": 48}  # pixels; more where somebody taps in a hurry
TOKEN = "a" * 32  # of CSRF, in cookie and form


def every_screen(screens: Sequence[Screen] = (*SCREENS, *GAME_SCREENS)) -> list[Any]:
    """These, for `parametrize`; the run of every day plays the chief ones."""
    rest = {screen.name: [pytest.mark.thorough] for screen in screens if screen.name not in CHIEF}
    return [pytest.param(s, id=s.name, marks=rest.get(s.name, ())) for s in screens]


def every_template() -> list[Any]:
    """All the screens too, but CI plays one of each template."""
    night = pytest.mark.nightly
    return [
        pytest.param(*each.values, id=each.id, marks=each.marks if each.id in FULLEST else night)
        for each in every_screen()
    ]


def open_screen(page: Page, base_url: str, screen: Screen, complaints: list[str]) -> None:
    """With everything on it unfolded. A refusal is what was asked for, no complaint."""
    address = base_url + screen.address.format(code=screen.party())
    kept = {**screen.cookies(), "csrftoken": TOKEN}
    page.context.add_cookies([{"name": n, "value": v, "url": base_url} for n, v in kept.items()])
    if screen.posted:
        answer_as_if_posted(page, address, screen.posted)
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == screen.status
    page.evaluate(ALL_STYLES)
    page.wait_for_function(WHOLE_PAGE)
    page.evaluate("() => document.querySelectorAll('details').forEach((box) => box.open = true)")
    for touched in screen.touched:
        page.locator(touched).click()
    if screen.touched:
        expect(page.locator(".sheet")).to_be_visible()
        page.wait_for_function(WHOLE_PAGE)
    if screen.status >= 400:
        assert str(screen.status) in complaints.pop()


def answer_as_if_posted(page: Page, address: str, fields: Mapping[str, str]) -> None:
    data = urlencode({**fields, "csrfmiddlewaretoken": TOKEN})

    def post(route: Route) -> None:
        headers = {**route.request.headers, "content-type": "application/x-www-form-urlencoded"}
        route.continue_(method="POST", headers=headers, post_data=data)

    page.route(address, post)


def assert_in_reach(page: Page) -> None:
    """Everything that can be touched can be touched with a finger, the taps of the game too."""
    missed = [
        f"{target['width']}x{target['height']}: {target['name']}"
        for target in page.evaluate(TARGETS, FINGER)
        if min(target["width"], target["height"]) < target["enough"]
    ]
    assert not missed, "\n".join(missed)


def assert_no_sideways_scrolling(page: Page) -> None:
    wide = page.evaluate(SIDEWAYS)
    assert not wide, "\n".join(wide)


def assert_room_for_words(page: Page, sizes: Sequence[str]) -> None:
    """No text is cut, sticks out of its frame or lies on another; nothing scrolls sideways."""
    faults = []
    for size in sizes:
        page.set_viewport_size(SIZES[size])
        page.evaluate(TO_THE_TOP)
        faults += [f"{size}: {fault}" for fault in page.evaluate(NO_ROOM)]
        assert_no_sideways_scrolling(page)
    assert not faults, "\n".join(faults)


def assert_scrolls_one_way(page: Page) -> None:
    """WCAG 2.2, 1.4.10: as wide as a window of 1280 pixels at four times the size."""
    page.set_viewport_size({"width": 320, "height": 256})
    assert_no_sideways_scrolling(page)


@contextmanager
def wider_spacing(page: Page) -> Iterator[None]:
    """WCAG 2.2, 1.4.12, with all its distances at once."""
    page.evaluate(SPACED)
    try:
        yield
    finally:
        page.evaluate("() => { document.adoptedStyleSheets = []; }")


@contextmanager
def letters_of_twice_the_size(page: Page) -> Iterator[None]:
    set_letters(page, TWICE)
    try:
        assert page.evaluate("getComputedStyle(document.body).fontSize") == f"{TWICE}px"
        yield
    finally:
        set_letters(page, USUAL)


def set_letters(page: Page, pixels: int) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": pixels}})
    session.detach()


def assert_each_id_once(page: Page) -> None:
    """Fails if an id occurs twice, even with a sheet opened over the table."""
    doubled = page.evaluate(DOUBLED)
    assert not doubled, ", ".join(doubled)


def assert_cards_have_names(page: Page) -> None:
    """No card is told by its looks alone: it has its name, or what it stands in says it."""
    nameless = page.evaluate(NAMELESS)
    assert not nameless, "\n".join(nameless)


def assert_whole(page: Page) -> None:
    """On the table nothing scrolls, is cut off, lies outside the window or on something else."""
    faults = page.evaluate(WHOLE)
    assert not faults, "\n".join(faults)
