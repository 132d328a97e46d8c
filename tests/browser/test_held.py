"""A card that is held on the pad is only named; a tap takes it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.phones import Fingers, OpenTable, elsewhere, expect_hp, middle, press
from tracker.rules.table.room.room import Room
from tracker.services.party.parties import party_table

DEAF = 600  # ms
THERE = re.compile(r"\bthere\b")


@pytest.fixture(name="page")
def pad(open_table: OpenTable, code: str) -> Page:
    elsewhere(code, "referee:room")
    page = open_table()
    page.get_by_role("link", name="Lay out room 1").tap()
    expect(card(page, "9 of Clubs")).to_be_visible()
    return page


def card(page: Page, name: str) -> Locator:
    return page.locator("#sheet .pack button", has_text=name).first


def put_and_held(page: Page, name: str) -> Fingers:
    """Returns the finger once the page has told that it held on."""
    finger, button = Fingers(page), card(page, name)
    finger.put(1, middle(button))
    expect(button).to_have_class(THERE)
    return finger


def held(page: Page, name: str, by: tuple[float, float] = (0, 0)) -> None:
    finger = put_and_held(page, name)
    if any(by):
        finger.move(1, by)
    finger.lift(1)


def test_a_held_card_is_named_and_a_tap_takes_it(page: Page, code: str) -> None:
    held(page, "9 of Clubs")
    there = page.locator("#sheet .pack .there:not([data-held])")
    expect(there).to_contain_text("9 of Clubs")
    state = party_table(code).state
    assert Room(state).places.lies == {"9c"}
    assert [player.hp for player in state.players] == [20] * 4
    # Right after a touch nothing listens there.
    page.wait_for_timeout(DEAF)
    card(page, "9 of Clubs").tap()
    expect_hp(page, "Mara", "11")


def test_a_finger_that_slides_off_names_nothing(page: Page, code: str) -> None:
    held(page, "9 of Clubs", by=(0, -120))
    card(page, "2 of Clubs").tap()
    expect_hp(page, "Mara", "18")
    assert Room(party_table(code).state).places.lies == frozenset()


@pytest.mark.thorough
def test_a_button_that_becomes_another_card_while_it_is_held_names_nothing(
    page: Page, code: str
) -> None:
    nine = card(page, "9 of Clubs").element_handle()
    assert nine
    finger = put_and_held(page, "9 of Clubs")
    nine.evaluate("(button) => { button.dataset.held = button.dataset.held.replace('9c', '8c') }")
    finger.lift(1)
    press(card(page, "2 of Clubs"))
    expect_hp(page, "Mara", "18")
    assert Room(party_table(code).state).places.lies == frozenset()
