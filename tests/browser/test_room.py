"""The room of real cards, told with a finger: laid out, taken, and kept without a network."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.conftest import PHONE
from tests.browser.phones import (
    OpenTable,
    elsewhere,
    expect_all_sent,
    expect_hp,
    expect_sent,
    press,
)
from tracker.rules.table.room.room import Room
from tracker.services.party.parties import party_table

ROOM = ("9c", "Kd", "4h", "10s", "2c", "7d")


@pytest.fixture(name="page")
def page_with_the_room(open_table: OpenTable, code: str) -> Page:
    elsewhere(code, "leave:3", "leave:2", "referee:room")
    return open_table(clock=True)


# Parts that belong to one way to play alone.
COUNTING = ".counter button, .depth"
ROOMS = ".room, .odds, [value^=pass], [value^=run], [value^=offer]"


def settle(page: Page) -> None:
    """Fingers are deaf for a moment after a touch."""
    page.clock.fast_forward(550)


def up_to_date(page: Page, code: str) -> None:
    """Waits until what came of the last touch is shown: nothing moves under the next one."""
    expect_all_sent(page)  # until then the log may know of it no more than the page does
    revision = party_table(code).revision
    expect(page.locator(f'#table[data-revision="{revision}"]')).to_be_attached()
    settle(page)


def lay_out(page: Page, *cards: str) -> None:
    """Lays out the named cards above the others, with backs for those not named."""
    for name in ("Lay out room", "Just enter cards"):
        page.get_by_role("link", name=name).tap()
        settle(page)
    for place, card in enumerate(cards):
        expect(page.locator("#sheet .laid .face")).to_have_count(place)
        page.locator(f"#sheet .pack [value='{card}']").tap(force=True)


def take(page: Page, card: str) -> None:
    page.locator(f".room .ticket[value*=':{card}']").tap()
    settle(page)


def test_a_room_of_six_takes_a_touch_a_card(page: Page, code: str) -> None:
    lay_out(page, *ROOM)
    expect(page.locator(".room .ticket")).to_have_count(6)
    settle(page)
    for card in ("7d", "9c", "4h", "2c", "Kd"):
        up_to_date(page, code)
        take(page, card)
    expect(page.locator(".room")).to_contain_text("Room 1 is over")
    expect_all_sent(page)
    room = Room(party_table(code).state)
    assert (room.over, room.places.lies, room.taken) == (True, frozenset({"10s"}), 5)


def test_a_ticket_counts_once_though_two_phones_touch_it(
    page: Page, code: str, spotty: None, complaints: list[str]
) -> None:
    elsewhere(code, "deal:1.1:9cKd4h10s2c7d")
    expect(page.locator(".room .ticket")).to_have_count(6)
    page.context.set_offline(True)
    take(page, "9c")
    expect_hp(page, "Mara", "11")
    expect(page.locator('.room [data-card="9c"] .empty[data-waits]')).to_be_visible()
    take(page, "2c")  # Odo may take it: its sheet is asked for, which needs the network here
    expect(page.locator("#said p")).to_be_visible()
    assert any("Failed to fetch" in told for told in complaints)
    complaints[:] = [told for told in complaints if "Failed to fetch" not in told]
    expect_hp(page, "Mara", "11")
    elsewhere(code, "take:1.1:fight:0:9c:bare")
    page.context.set_offline(False)
    expect_sent(page)
    expect_hp(page, "Mara", "11")
    expect(page.locator(".room [data-waits]")).to_have_count(0)
    assert party_table(code).state.players[0].hp == 11
    assert Room(party_table(code).state).taken == 1


def test_against_the_rules_one_runs_once_one_has_read_them(page: Page, code: str) -> None:
    elsewhere(code, "deal:1.1:9cKd4h10s2c7d", "take:1.1:fight:0:9c:bare")
    page.get_by_role("button", name="All run", exact=True).tap()
    expect(page.locator("#said p")).to_have_text("An enemy in this room has already been fought.")
    assert party_table(code).state.room == 1
    settle(page)
    page.get_by_role("button", name="Run anyway").tap()
    expect(page.locator(".room")).to_contain_text("Room 2")
    assert party_table(code).state.room == 2


def test_keys_alone_do_and_no_script_is_needed(
    new_context: CreateContextCallback, base_url: str, code: str
) -> None:
    """A link and a button for each card, the ticket after its face."""
    elsewhere(code, "leave:3", "leave:2", "referee:room")
    page = new_context(java_script_enabled=False, viewport=PHONE).new_page()
    page.goto(f"{base_url}/p/{code}/")
    for name in ("Lay out room 1", "Just enter cards"):
        press(page.get_by_role("link", name=name))
    for card in ROOM:
        press(page.locator(f".pack [value='{card}']"))
    press(page.get_by_role("button", name="Lay them out"))
    page.get_by_role("link", name="9 of Clubs").press("Tab")
    expect(page.locator(".ticket[value*=':9c']")).to_be_focused()
    page.keyboard.press("Enter")
    expect_hp(page, "Mara", "11")
    press(page.get_by_role("link", name="10 of Spades"))
    press(page.locator("[value='take:1.1:fight:0:10s:bare']:visible"))
    expect_hp(page, "Mara", "1")
    assert Room(party_table(code).state).taken == 2


def test_a_new_table_asks_how_it_is_played_and_one_tap_changes_that(
    open_table: OpenTable, code: str
) -> None:
    page = open_table(clock=True)
    asked = page.get_by_role("group", name="How do you want to play?")
    expect(asked.get_by_role("button", name="Just count")).to_have_attribute("aria-pressed", "true")
    asked.get_by_role("button", name="Lay out rooms").tap()
    expect(page.get_by_role("link", name="Lay out room 1")).to_be_visible()
    expect(asked).to_have_count(0)
    expect(page.locator(COUNTING)).to_have_count(0)
    settle(page)
    page.get_by_role("button", name="Just count").tap()
    expect(page.locator(ROOMS)).to_have_count(0)
    expect(page.locator(COUNTING)).to_have_count(5)
    assert party_table(code).state.referee == "count"
    settle(page)
    page.get_by_role("button", name="Undo").tap()
    expect(page.get_by_role("link", name="Lay out room 1")).to_be_visible()
