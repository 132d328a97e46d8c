"""A line tells what ground or shade tells elsewhere when the phone sets all colours."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.screens import open_screen
from tests.game_screens import GAME_SCREENS
from tests.screens import SCREENS

pytestmark = pytest.mark.thorough

# Whatever has no line of its own, nor a part that has one.
BARE = """places => {
  const lined = (place) => {
    const { outlineStyle, borderTopStyle } = getComputedStyle(place);
    return outlineStyle !== "none" || borderTopStyle !== "none";
  };
  const seen = [...document.querySelectorAll(places)].filter((place) => place.checkVisibility());
  const bare = seen.filter((place) => ![place, ...place.children].some(lined));
  return bare.map(({ outerHTML }) => outerHTML.slice(0, 99));
}"""
PLACES = ".button, #table button:not(.line), .panel, .player, .card, .face"
# Whatever is switched off and has another colour than the phone's for that.
WRONGLY_ON = """() => {
  const grey = document.createElement("p");
  grey.style.color = "GrayText";
  document.body.append(grey);
  const off = [...document.querySelectorAll("[aria-disabled=true], button:disabled")];
  const colour = (place) => getComputedStyle(place).color;
  const seen = off.filter((place) => place.checkVisibility());
  const wrong = seen.filter((place) => colour(place) !== colour(grey));
  return [seen.length > 0, wrong.map(({ outerHTML }) => outerHTML.slice(0, 99))];
}"""
BY_NAME = {screen.name: screen for screen in (*SCREENS, *GAME_SCREENS)}


@pytest.fixture(name="page")
def page_in_forced_colours(screen_page: Page) -> Page:
    screen_page.emulate_media(forced_colors="active", color_scheme="dark")
    return screen_page


@pytest.fixture(autouse=True)
def _colours_of_the_site_again(screen_page: Page) -> Iterator[None]:
    yield
    screen_page.emulate_media(forced_colors="none")


@pytest.mark.parametrize("name", ["table-evening", "settings", "fight-chosen", "saves", "home"])
def test_what_can_be_touched_has_an_edge(
    page: Page, base_url: str, name: str, heard: list[str]
) -> None:
    open_screen(page, base_url, BY_NAME[name], heard)
    page.wait_for_load_state("networkidle")
    assert page.evaluate(BARE, PLACES) == []


@pytest.mark.parametrize(
    ("name", "chosen", "other"),
    [
        ("table-evening", ".special[aria-pressed=true]", ".special[aria-pressed=false]"),
        ("settings", "[name=theme][aria-pressed=true]", "[name=theme][aria-pressed=false]"),
        ("fight-chosen", "#sheet .grid :checked + .face", "#sheet .grid :not(:checked) + .face"),
    ],
)
def test_what_is_chosen_differs(
    page: Page, base_url: str, name: str, chosen: str, other: str, heard: list[str]
) -> None:
    open_screen(page, base_url, BY_NAME[name], heard)
    width = "place => getComputedStyle(place).outlineWidth"
    expect(page.locator(chosen).first).to_have_css("outline-width", "3px")
    assert page.locator(other).first.evaluate(width) == "1px"


@pytest.mark.parametrize("name", ["coop-four", "rascal-knife", "table-around-evening"])
def test_what_is_switched_off_is_grey(
    page: Page, base_url: str, name: str, heard: list[str]
) -> None:
    open_screen(page, base_url, BY_NAME[name], heard)
    assert page.evaluate(WRONGLY_ON) == [True, []]


def test_a_code_can_still_be_scanned(page: Page, base_url: str, heard: list[str]) -> None:
    open_screen(page, base_url, BY_NAME["invite"], heard)
    scan = page.locator(".scan").first
    colours = "place => [getComputedStyle(place).backgroundColor, getComputedStyle(place).color]"
    ground, ink = scan.evaluate(colours)
    assert ground == "rgb(255, 255, 255)"
    assert ink != "rgb(255, 255, 255)"
