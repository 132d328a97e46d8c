"""The room of real cards, told with a finger: laid out, taken, and kept without a network."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones import OpenTable, elsewhere, expect_hp, expect_sent
from tracker.rules.table.room import Room
from tracker.services.party.parties import party_table

ROOM = ("9c", "Kd", "4h", "10s", "2c", "7d")


@pytest.fixture(name="page")
def page_with_the_room(open_table: OpenTable, code: str) -> Page:
    elsewhere(code, "leave:3", "leave:2", "referee:room")
    return open_table()


def settle(page: Page) -> None:
    """Fingers are deaf for a moment after a touch."""
    page.wait_for_timeout(550)


def lay_out(page: Page, *cards: str) -> None:
    page.get_by_role("link", name="Lay out room").tap()
    settle(page)
    for card in cards:
        page.locator(f"#sheet .pack [value='{card}']").tap(force=True)


def take(page: Page, card: str) -> None:
    page.locator(f".room .ticket[value*=':{card}']").tap()
    settle(page)


def test_a_room_of_six_takes_a_touch_a_card(page: Page, code: str) -> None:
    lay_out(page, *ROOM)
    expect(page.locator(".room .ticket")).to_have_count(6)
    settle(page)
    for card in ("7d", "9c", "4h", "2c", "Kd"):
        take(page, card)
    expect(page.locator(".room")).to_contain_text("Room 1 is over")
    room = Room(party_table(code).state)
    assert (room.over, room.places.lies, room.taken) == (True, frozenset({"10s"}), 5)


def test_a_ticket_counts_once_though_two_phones_touch_it(
    page: Page, code: str, spotty: None
) -> None:
    elsewhere(code, "deal:1.1:9cKd4h10s2c7d")
    expect(page.locator(".room .ticket")).to_have_count(6)
    page.context.set_offline(True)
    take(page, "9c")
    expect_hp(page, "Mara", "11")
    elsewhere(code, "take:1.1:fight:0:9c:bare")
    page.context.set_offline(False)
    expect_sent(page)
    expect_hp(page, "Mara", "11")
    assert party_table(code).state.players[0].hp == 11


def test_the_room_is_laid_on_the_table_and_taken_off(open_table: OpenTable, code: str) -> None:
    page = open_table()
    page.locator(".count").tap()
    settle(page)
    page.get_by_role("button", name="Room on the table").tap()
    expect(page.get_by_role("link", name="Lay out room 1")).to_be_visible()
    expect(page.locator(".depth")).to_be_hidden()
    assert party_table(code).state.referee == "room"
