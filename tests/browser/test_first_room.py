"""The hints of a first room come one after the other, and nothing moves under a finger."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.phones import OpenTable, button, elsewhere

PLACES = """() => [...document.querySelectorAll(".hp button, .counter button, .modes button")]
  .map((place) => JSON.stringify(place.getBoundingClientRect()))"""


def test_three_hints_in_turn_move_nothing(open_table: OpenTable, code: str) -> None:
    page = open_table()
    hint = page.locator(".words.hint")
    expect(hint).to_have_text("Lost health? Tap −")
    places = page.evaluate(PLACES)
    button(page, "Mara: lose 1 HP").tap()
    expect(hint).to_have_text("Tap here to fight")
    assert page.evaluate(PLACES) == places
    elsewhere(code, "equip:0:8d")
    expect(page.locator(".modes legend")).to_contain_text("Room over? Tap + at Room")
    expect(hint).to_have_count(0)
    assert page.evaluate(PLACES) == places
    button(page, "Next room").tap()
    expect(page.get_by_text("Room over?")).to_have_count(0)


def test_each_step_of_a_room_has_its_hint(open_table: OpenTable, code: str) -> None:
    elsewhere(code, "referee:room")
    page = open_table()
    note = page.locator("#turn small")
    expect(note).to_have_text("tap each card as you take it")
    elsewhere(code, "deal:1.1:9c4c3c2c5cKd4h10s7d7h")
    expect(note).to_have_text("tap below a card to take it")
    page.locator(".ticket[value*=':9c']").tap()
    hint = page.locator(".strip .returns")
    expect(hint).to_have_text("Take all but one, or run")
    elsewhere(code, "room:+1")
    expect(hint).to_have_text("No special cards set aside")
