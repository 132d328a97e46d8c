"""Whose turn it is reaches a phone whose page is not in front, and nobody else."""

from __future__ import annotations

from collections.abc import Callable

from django.core import signing
from playwright.sync_api import Page, expect

from tests.browser.phones import OpenTable, button, elsewhere
from tests.browser.test_live import HIDE, LISTENS
from tests.play import matches
from tracker.web.browser import PHONE_COOKIE

TABLE = "The table · Scoundrel Tracker"
TURN = "● Your turn"
ROOM = ("referee:room", "deal:1.1:9cKd10h2s7d3c")
BADGES = """;
  window.badges = [];
  navigator.setAppBadge = async () => badges.push("set");
  navigator.clearAppBadge = async () => badges.push("clear");
"""
# Headless, the browser has no notifications: these are in their place.
NOTES = """;
  window.notes = [];
  Notification.requestPermission = async () => "granted";
  navigator.serviceWorker.getRegistration = async () => ({
    showNotification: async (words, { body }) => notes.push(`${words}, ${body}`),
    getNotifications: async () => notes.map(() => ({ close: () => notes.pop() })),
  });
"""


def of_odo(page: Page, base_url: str) -> None:
    page.context.add_cookies([{"name": "device", "value": "1", "url": base_url}])


def test_a_hidden_page_has_its_players_turn_in_title_and_badge(
    open_table: OpenTable, code: str, base_url: str
) -> None:
    elsewhere(code, *ROOM)
    page = open_table(script=LISTENS + BADGES)
    of_odo(page, base_url)
    with page.expect_response("**/live/**"):
        page.reload()
    with page.expect_response("**/live/**"):
        page.evaluate(HIDE, True)
    expect(page).to_have_title(TABLE)
    elsewhere(code, "take:1.1:equip:0:7d")
    expect(page).to_have_title(TURN)
    assert page.evaluate("badges.at(-1)") == "set"
    elsewhere(code, "take:1.1:drink:1:10h")
    expect(page).to_have_title(TABLE)
    assert page.evaluate("badges.at(-1)") == "clear"


def test_it_is_taken_away_once_the_page_is_in_front(
    open_table: OpenTable, code: str, base_url: str
) -> None:
    elsewhere(code, *ROOM, "take:1.1:equip:0:7d")
    page = open_table(script=BADGES)
    of_odo(page, base_url)
    page.reload()
    expect(page.locator("#table[data-turn='Your turn']")).to_be_visible()
    expect(page).to_have_title(TABLE)
    page.evaluate(HIDE, True)
    expect(page).to_have_title(TURN)
    page.evaluate(HIDE, False)
    expect(page).to_have_title(TABLE)
    assert page.evaluate("badges") == ["clear", "set", "clear"]


def test_a_phone_of_the_whole_table_hears_nothing_of_turns(
    open_table: OpenTable, code: str
) -> None:
    elsewhere(code, *ROOM)
    expect(open_table().locator("#table[data-turn]")).to_have_count(0)


def test_a_dealt_game_says_so_where_others_wait(
    take_phone: Callable[..., Page], base_url: str
) -> None:
    code = matches.on_own_phones("shiphead", matches.PHONE, matches.OTHER)
    page = take_phone()
    held = signing.dumps(matches.PHONE, salt=PHONE_COOKIE)
    page.context.add_cookies([{"name": PHONE_COOKIE, "value": held, "url": base_url}])
    page.goto(f"/play/{code}/")
    table = page.locator("#table")
    expect(table).to_have_attribute("data-turn", "Your turn")
    page.evaluate(HIDE, True)
    expect(page).to_have_title(TURN)


def test_a_phone_that_wants_it_is_notified(open_table: OpenTable, code: str, base_url: str) -> None:
    elsewhere(code, *ROOM)
    page = open_table(script=LISTENS + NOTES)
    of_odo(page, base_url)
    page.goto(f"/p/{code}/settings?phone")
    button(page, "Notify me of my turn").tap()
    expect(page.locator("[data-switch=notify]")).to_have_attribute("aria-pressed", "true")
    with page.expect_response("**/live/**"):
        page.goto(f"/p/{code}/")
    with page.expect_response("**/live/**"):
        page.evaluate(HIDE, True)
    elsewhere(code, "take:1.1:equip:0:7d")
    expect(page).to_have_title(TURN)
    assert page.evaluate("notes") == [f"Your turn, {page.locator('h1').text_content()}"]
    page.evaluate(HIDE, False)
    page.wait_for_function("notes.length === 0")
