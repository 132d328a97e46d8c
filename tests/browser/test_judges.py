"""The judges of the screens are not blind: each finds what it is there to find."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import fonts
from tests.browser.screens import (
    NARROWEST,
    SIDEWAYS,
    assert_each_id_once,
    assert_in_reach,
    assert_no_sideways_scrolling,
    assert_room_for_words,
    assert_whole,
    letters_of_twice_the_size,
)
from tests.contrast import Theme, assert_contrast, contrast

pytestmark = pytest.mark.thorough

SHADED = "background: linear-gradient(to right, #222, #ddd); color: #fff"
LARGE = "font-size: 24px; color: #949494"


def show(page: Page, content: str) -> None:
    page.set_content(f"<!doctype html><body style='background: #fff'>{content}")


def test_contrast_is_counted_as_in_the_guidelines() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize(
    "content",
    [
        f"<p style='{SHADED}; width: 150px'>Mara, Odo and Pell go down</p>",
        "<p style='color: #949494'>Mara</p>",
        "<p style='opacity: 0.4'>Mara</p>",
        "<p style='color: #fff'>Mara</p>",
        "<input value=Mara style='color: #949494'>",
        "<style>::placeholder { color: #aaa }</style><input placeholder=Mara>",
        "<svg><text y=20 fill='#949494'>Mara</text></svg>",
        "<div style='height: 3000px'></div><p style='color: #949494'>Mara</p>",
        "<div style='height: 50px; overflow: auto'><div style='height: 900px'></div>"
        "<p style='color: #949494'>Mara</p></div>",
        "<div style='height: 9px; overflow: auto'>"
        "<p style='position: absolute; top: 99px; color: #949494'>Mara</p></div>",
    ],
)
def test_a_faint_text_is_found(page: Page, content: str) -> None:
    show(page, content)
    with pytest.raises(AssertionError, match="Mara"):
        assert_contrast(page)


@pytest.mark.parametrize("faint", ["dark", "light"])
def test_a_text_that_is_faint_in_one_theme_is_found(page: Page, faint: Theme) -> None:
    style = f"@media (prefers-color-scheme: {faint}) {{ p {{ color: #949494 }} }}"
    box = "<div style='height: 50px; overflow: auto'><div style='height: 90px'></div><p>Mara</p>"
    show(page, f"<style>{style}</style>{box}")
    assert_contrast(page, "light" if faint == "dark" else "dark")
    with pytest.raises(AssertionError, match="Mara"):
        assert_contrast(page, "dark", "light")


@pytest.mark.parametrize(
    "content",
    [
        "<p>Mara</p>",
        "<p style='color: transparent'>Mara</p>",
        f"<p style='{LARGE}'>Mara</p>",
        f"<p style='{SHADED}; width: 90vw'>Mara</p>",
        "<button disabled style='color: #949494'>Mara</button>",
        "<button aria-disabled=true style='color: #949494'>Mara</button>",
        "<p style='color: #949494; height: 0; overflow: hidden'>Mara</p>",
        "<p style='color: #949494'>Mara</p><div style='margin-top: -60px; height: 99px;"
        " position: relative; background: #fff'></div>",
    ],
)
def test_a_text_that_is_clear_large_switched_off_or_out_of_sight_passes(
    page: Page, content: str
) -> None:
    show(page, content)
    assert_contrast(page)


@pytest.mark.parametrize(
    "content",
    [
        "<button style='height: 43px; width: 99px'>Odo</button>",
        "<div class=hp><button style='height: 47px; width: 99px'>Odo</button></div>",
        "<button style='height: 60px; width: 99px'>Odo</button>"
        "<div style='position: absolute; inset: 0 0 auto; height: 30px'></div>",
        "<label><input type=checkbox>Odo</label>",
    ],
)
def test_a_target_for_a_thin_finger_is_found(page: Page, content: str) -> None:
    show(page, content)
    with pytest.raises(AssertionError, match="x"):
        assert_in_reach(page)


def test_what_answers_a_finger_may_be_larger_than_it_looks(page: Page) -> None:
    larger = "a { display: block; position: relative; top: 99px } a::after { content: ''; "
    show(page, f"<style>{larger}; position: absolute; inset: -20px 0 }}</style><a href=/>Odo</a>")
    assert_in_reach(page)
    show(page, "<p>Read <a href=/>the rules</a> first.</p>")
    assert_in_reach(page)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("<div style='height: 2000px'></div>", "the page scrolls"),
        ("<p style='width: 30px; overflow: hidden'>Unquenchable</p>", "is cut"),
        ("<p style='position: absolute; left: -9px'>Unquenchable</p>", "is cut"),
        ("<p>Mara</p><p style='margin-top: -30px'>Odo</p>", "overlap"),
        (
            "<div class=player>Mara</div><div class=bar style='margin-top: -9px'>Odo</div>",
            "overlap",
        ),
        (
            "<button style='padding: 0'><svg class=sign width=18 height=18></svg></button>"
            "<output>−11</output>",
            "too near to a sign",
        ),
    ],
)
def test_what_is_not_whole_is_found(page: Page, content: str, told: str) -> None:
    show(page, f"<div id=table>{content}</div>")
    with pytest.raises(AssertionError, match=told):
        assert_whole(page)


def test_what_is_too_wide_in_one_font_is_found(page: Page, browser: Browser) -> None:
    if not {*fonts.FAMILIES} <= {*fonts.families_here(browser)}:
        pytest.skip(fonts.INSTALL)
    style = "width: 11.6em; overflow: auto; white-space: nowrap"
    content = f"<p style='{style}'>Mara the Unquenchable</p>"
    show(page, f"<style>body {{ font-family: var(--sans) }}</style>{content}")
    assert not fonts.faults_in_each(page, ["Liberation", "Noto"], SIDEWAYS)
    (fault,) = fonts.faults_in_each(page, [*fonts.FAMILIES], SIDEWAYS)
    assert "in DejaVu" in fault


def test_letters_of_twice_the_size_need_room(page: Page) -> None:
    show(page, "<p style='height: 20px; overflow: hidden; font-size: 1rem'>Mara</p>")
    assert_room_for_words(page, NARROWEST)
    with letters_of_twice_the_size(page), pytest.raises(AssertionError, match="is cut"):
        assert_room_for_words(page, NARROWEST)
    assert_room_for_words(page, NARROWEST)


def test_a_name_may_end_in_an_ellipsis(page: Page) -> None:
    short = "width: 90px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap"
    show(page, f"<div id=table><p dir=auto style='{short}'>Mara the Unquenchable</p></div>")
    assert_whole(page)


def test_sideways_scrolling_and_doubled_names_are_found(page: Page) -> None:
    show(page, "<p id=odo style='width: 200vw'>Odo</p><p id=odo>Odo</p>")
    with pytest.raises(AssertionError):
        assert_no_sideways_scrolling(page)
    with pytest.raises(AssertionError, match="odo"):
        assert_each_id_once(page)
