"""A phone of several seats decides for whom it shows, and shows the newest table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core import signing
from playwright.sync_api import Page, expect

from tests.browser.phones import press
from tests.browser.test_newest import come, hold
from tests.play.matches import OTHER, PHONE, dealt, decide, on_own_phones
from tracker.services.match.rows import match_table
from tracker.web.browser import PHONE_COOKIE

RED_ROOM = "red-545"
"""A co-op deal of three that begins in a Red Room: 9d Kd 7d 9h Kh Jh 5d Qh."""

OpenMatch = Callable[[str], Page]


@pytest.fixture
def open_match(take_phone: Callable[..., Page], base_url: str) -> OpenMatch:
    def open_one(code: str) -> Page:
        page, held = take_phone(), signing.dumps(PHONE, salt=PHONE_COOKIE)
        page.context.add_cookies([{"name": PHONE_COOKIE, "value": held, "url": base_url}])
        with page.expect_response("**/live/**"):
            page.goto(f"/play/{code}/")
        return page

    return open_one


def at_move(page: Page, number: int) -> None:
    expect(page.locator("#table")).to_have_attribute("data-revision", str(number))


@pytest.fixture(name="red_room")
def decides_for_odo(open_match: OpenMatch) -> tuple[Page, str]:
    """Mara and Odo share a phone, Pell has another; the phone decides for Odo."""
    code = on_own_phones("coop", PHONE, PHONE, OTHER, seed=RED_ROOM)
    page = open_match(code)
    press(page.get_by_role("link", name="Decide for Odo"))
    expect(page.locator("[name=seat]")).to_have_value("1")
    return page, code


def take_a_card(page: Page, code: str) -> int:
    """Returns whose it is."""
    page.get_by_label("9 of Diamonds").press("Space")
    press(page.get_by_role("button", name="Equip"))
    expect(page.locator(".spread").get_by_label("9 of Diamonds")).to_have_count(0)
    return match_table(code).moves[0].seat


def test_a_card_goes_to_whom_the_phone_decides_for_though_another_phone_moves(
    red_room: tuple[Page, str],
) -> None:
    page, code = red_room
    decide(code, "offer", seat=2, phone=OTHER)
    at_move(page, 1)
    expect(page.locator("[name=seat]")).to_have_value("1")
    assert take_a_card(page, code) == 1


def test_advice_is_for_whom_the_phone_decides(red_room: tuple[Page, str]) -> None:
    page, code = red_room
    press(page.get_by_role("link", name="Advice"))
    expect(page.locator(".say")).to_contain_text("estimate")
    expect(page.locator("[name=seat]")).to_have_value("1")


SEQUENCE = """
  window.numbers = [];
  new MutationObserver(() => {
    const { revision } = document.getElementById("table").dataset;
    if (numbers.at(-1) !== revision) numbers.push(revision);
  }).observe(document.body, { subtree: true, attributes: true });
"""


def test_advice_that_has_been_overtaken_is_not_shown(open_match: OpenMatch) -> None:
    page = open_match(dealt("solo"))
    late = hold(page, "**/table?advice=1*")
    press(page.get_by_role("link", name="Advice"))
    old = come(page, late).fetch()
    page.evaluate(SEQUENCE)
    press(page.get_by_role("button", name="Skip"))
    at_move(page, 1)
    with page.expect_response("**/table?advice=1*"):
        late[0].fulfill(response=old)
    press(page.get_by_role("button", name="Undo"))
    at_move(page, 2)
    assert page.evaluate("numbers") in (["0", "1", "2"], ["1", "2"])
