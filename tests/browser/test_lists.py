"""Lists of a party under a finger: what is unfolded there stays, and what was sent is gone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.phones import Fingers, OpenTable, elsewhere, late, middle, posts_of, press


def test_what_is_unfolded_stays_so_while_one_tap_of_it_is_undone(
    open_table: OpenTable, code: str
) -> None:
    elsewhere(code, *["hp:0:-1"] * 3)
    page = open_table()
    page.goto(f"/p/{code}/history")
    press(page.get_by_text("Add a note"))
    page.get_by_label("Write in the history").fill("half a no")
    press(page.locator(".burst summary"))
    press(page.locator(".burst ol button").first)
    expect(page.locator(".log .undone")).to_have_count(1)
    expect(page.locator(".burst ol button").first).to_be_visible()
    expect(page.get_by_label("Write in the history")).to_be_visible()
    expect(page.get_by_label("Write in the history")).to_have_value("half a no")


def test_a_note_that_was_added_is_no_longer_typed(open_table: OpenTable, code: str) -> None:
    page = open_table()
    page.goto(f"/p/{code}/history")
    press(page.get_by_text("Add a note"))
    note = page.get_by_label("Write in the history")
    note.fill("a note")
    press(page.get_by_role("button", name="Add", exact=True))
    expect(page.locator(".log .what")).to_contain_text("a note")
    expect(note).to_be_visible()
    expect(note).to_have_value("")


def test_a_note_is_added_once_though_the_finger_comes_back(
    open_table: OpenTable, code: str
) -> None:
    page = open_table()
    page.goto(f"/p/{code}/history")
    press(page.get_by_text("Add a note"))
    page.get_by_label("Write in the history").fill("a note")
    posts, add = posts_of(page), page.get_by_role("button", name="Add", exact=True)
    with late(page, "**/entries*"):
        Fingers(page).tap_twice(middle(add), 900)
    expect(page.locator(".log .what")).to_contain_text("a note")
    page.wait_for_load_state("networkidle")
    assert len(posts) == 1


def test_two_buttons_of_a_list_are_two_deeds(open_table: OpenTable, code: str) -> None:
    elsewhere(code, "hp:0:-1", "floor:+1")
    page = open_table()
    page.goto(f"/p/{code}/history")
    undo = page.locator(".log button[value^=undo]")
    with late(page, "**/entries*"):
        with page.expect_request("**/entries*"):
            press(undo.nth(0))
        press(undo.nth(1))
    expect(page.locator(".log .undone")).to_have_count(2)
