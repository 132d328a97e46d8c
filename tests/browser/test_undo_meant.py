"""Undo means what was on the table when it was tapped, and is called by name while it waits."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.phones import (
    Fingers,
    OpenTable,
    button,
    elsewhere,
    expect_hp,
    expect_sent,
    late,
    middle,
    press,
)
from tracker.services.party.log import history_page
from tracker.services.party.parties import party_table

LOSE = "{}: lose 1 HP"


@pytest.fixture(name="page")
def page_of_the_table(open_table: OpenTable) -> Page:
    return open_table()


def expect_only_odo_undone(page: Page, code: str) -> None:
    expect(page.locator("#table")).to_have_attribute("data-revision", "3")
    expect_sent(page)
    expect_hp(page, "Odo", "20")
    expect_hp(page, "Mara", "19")
    log = [line.text for line in history_page(party_table(code))]
    assert sorted(log) == ["hp:0:-1", "hp:1:-1", "undo:1"]


def test_undo_of_a_tap_on_its_way_is_not_of_the_next_one(page: Page, code: str) -> None:
    """Odo was tapped by mistake for Mara, on a slow network."""
    with late(page, "**/entries"):
        with page.expect_request("**/entries"):
            button(page, LOSE.format("Odo")).tap()
        button(page, "Undo").tap()
        button(page, LOSE.format("Mara")).tap()
        expect_hp(page, "Mara", "19")
    expect_only_odo_undone(page, code)


def test_undo_before_the_table_has_come_is_not_of_the_next_tap(page: Page, code: str) -> None:
    with late(page, "**/table?*"):
        with page.expect_response("**/entries"):
            button(page, LOSE.format("Odo")).tap()
        expect_sent(page)
        button(page, "Undo").tap()
        button(page, LOSE.format("Mara")).tap()
    expect_only_odo_undone(page, code)


def test_undo_of_a_tap_whose_answer_got_lost_is_not_of_what_others_did_since(
    page: Page, code: str, complaints: list[str]
) -> None:
    """The phone sends it again, and by then the log has gone on."""

    def lose(route: Route) -> None:
        route.fetch()
        elsewhere(code, "hp:0:-1")
        route.fulfill(status=502)

    page.route("**/entries", lose, times=1)
    with late(page, "**/table?*"):
        with page.expect_response(lambda r: r.url.endswith("/entries") and r.status == 200):
            button(page, LOSE.format("Odo")).tap()
        expect_sent(page)
        button(page, "Undo").tap()
    expect_only_odo_undone(page, code)
    assert complaints == [told for told in complaints if "502" in told]
    complaints.clear()


def test_an_undo_of_a_tap_on_its_way_waits_for_the_network_too(
    page: Page, code: str, spotty: None
) -> None:
    """The tap has reached the site, but no answer comes back, and the page is opened anew."""
    held: list[Route] = []
    page.route("**/entries", lambda route: held.append(route), times=1)
    with page.expect_request("**/entries"):
        button(page, LOSE.format("Odo")).tap()
    button(page, "Undo").tap()
    held[0].fetch()
    page.context.set_offline(True)
    held[0].abort("internetdisconnected")
    expect(page.locator("#net")).to_contain_text("Offline")
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("#table")).to_have_attribute("data-revision", "2")
    expect_sent(page)
    expect_hp(page, "Odo", "20")
    assert sorted(line.text for line in history_page(party_table(code))) == ["hp:1:-1", "undo:1"]


def test_two_undos_of_two_taps_on_their_way_are_not_of_what_others_do_since(
    page: Page, code: str, complaints: list[str]
) -> None:
    held: list[Route] = []
    page.route("**/entries", lambda route: held.append(route), times=1)
    fingers = Fingers(page)
    with page.expect_request("**/entries"):
        for finger, name in enumerate(("Odo", "Pell")):
            fingers.put(finger, middle(button(page, LOSE.format(name))))
        for finger in (1, 0):  # the first one keeps both, so that they go together
            fingers.lift(finger)
    for _ in range(2):
        press(button(page, "Undo"))
    held[0].fetch()
    elsewhere(code, "hp:0:-1")
    held[0].fulfill(status=502)
    expect(page.locator("#table")).to_have_attribute("data-revision", "5")
    expect_sent(page)
    for name, number in {"Mara": "19", "Odo": "20", "Pell": "20"}.items():
        expect_hp(page, name, number)
    assert complaints == [told for told in complaints if "502" in told]
    complaints.clear()


def test_two_undos_of_two_taps_on_their_way_undo_both(page: Page, code: str) -> None:
    with late(page, "**/entries"):
        button(page, LOSE.format("Odo")).tap()
        with page.expect_request("**/entries"):
            button(page, LOSE.format("Mara")).tap()
        for _ in range(2):
            press(button(page, "Undo"))
    expect_hp(page, "Odo", "20")
    expect_hp(page, "Mara", "20")
    expect_sent(page)


def test_an_undo_that_waits_is_called_so_in_the_room(open_table: OpenTable, code: str) -> None:
    elsewhere(code, "referee:room", "deal:1.1:9cKd4h10s2c7d", "take:1.1:drink:0:4h")
    page = open_table()
    with late(page, "**/entries"):
        button(page, "Undo").tap()
        expect(page.locator("#turn")).to_contain_text("waiting: Undo")
    expect_sent(page)
