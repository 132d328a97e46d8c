"""A double tap never does a second thing, whatever lies there after the first."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.phones import (
    REFUSALS,
    Fingers,
    OpenTable,
    button,
    elsewhere,
    expect_all_sent,
    middle,
)
from tracker.services.party.log import history_page
from tracker.services.party.parties import party_table

GAPS = (0, 80, 150, 250, 350, 450)
EVERY_GAP = [
    250,
    pytest.param(0, marks=pytest.mark.thorough),
    *(pytest.param(gap, marks=pytest.mark.nightly) for gap in (80, 150, 350, 450)),
]


@pytest.fixture(name="page")
def page_of_the_table(open_table: OpenTable, code: str) -> Page:
    elsewhere(code, "referee:count", "equip:1:10d", "use:1:Kh", "hp:2:-9")
    return open_table(script=REFUSALS)


def open_sheet(page: Page, name: str, tab: str = "Fight") -> None:
    page.get_by_role("link", name=f"{name}: fight, drink, equip").tap()
    page.locator("#sheet .tabs label", has_text=tab).tap()
    # A finger finds its way; touches carry the system's time, which no clock of a page moves.
    page.wait_for_timeout(600)


def log(page: Page, code: str) -> list[str]:
    """The lines of the log since the page was opened, oldest first."""
    expect_all_sent(page)
    return [entry.text for entry in history_page(party_table(code))][-5::-1]


def tap_twice(page: Page, target: Locator, gap: int) -> None:
    Fingers(page).tap_twice(middle(target), gap)


@pytest.mark.parametrize("gap", EVERY_GAP)
def test_a_fight_is_not_undone(page: Page, code: str, gap: int) -> None:
    open_sheet(page, "Odo")
    page.get_by_role("radio", name="3 of Clubs").tap(force=True)
    # The next touch is no second one.
    page.wait_for_timeout(600)
    tap_twice(page, button(page, "With the 10"), gap)
    assert log(page, code) == ["fight:1:3c:weapon"]


@pytest.mark.parametrize("gap", EVERY_GAP)
@pytest.mark.parametrize(
    ("tab", "name", "command"),
    [
        ("Fight", "5 of Hearts", "drink:2:5h"),
        ("Fight", "9 of Diamonds", "equip:2:9d"),
        ("Picture cards", "Queen of Hearts", "use:2:Qh"),
    ],
)
def test_a_card_does_nothing_to_a_neighbour(
    page: Page, code: str, tab: str, name: str, command: str, gap: int
) -> None:
    open_sheet(page, "Pell", tab)
    tap_twice(page, page.locator("#sheet").get_by_role("button", name=name), gap)
    assert log(page, code) == [command]


@pytest.mark.parametrize("gap", EVERY_GAP)
@pytest.mark.parametrize("what", [".special >> nth=0", ".way"])
def test_undo_special_cards_and_the_way_to_play_act_once(
    page: Page, code: str, gap: int, what: str
) -> None:
    tap_twice(page, page.locator(what), gap)
    [text] = log(page, code)
    assert text.startswith(("used:+", "referee:room"))
    tap_twice(page, button(page, "Undo"), gap)
    assert log(page, code) == [text, "undo:5"]


@pytest.mark.parametrize("gap", EVERY_GAP)
def test_a_sheet_that_opens_slowly_takes_no_second_tap(page: Page, code: str, gap: int) -> None:
    opened = page.get_by_role("link", name="Odo: fight, drink, equip")
    tap_twice(page, opened, gap)
    expect(page.locator("#sheet")).to_be_visible()
    expect(page.locator("#sheet input:checked")).to_have_count(1)  # the tab, no number
    assert log(page, code) == []


@pytest.mark.parametrize("gap", EVERY_GAP)
def test_what_lies_behind_the_cross_is_not_touched(page: Page, code: str, gap: int) -> None:
    open_sheet(page, "Rook")
    tap_twice(page, page.locator("#sheet [data-close]"), gap)
    expect(page.locator("#sheet")).to_be_hidden()
    assert log(page, code) == []
    assert page.evaluate("refusals.slice(-2)") == [False, True]


def test_a_number_still_counts_every_tap(page: Page, code: str) -> None:
    minus = middle(button(page, "Mara: lose 1 HP"))
    for gap in GAPS:
        Fingers(page).tap_twice(minus, gap)
    assert log(page, code) == ["hp:0:-1"] * (2 * len(GAPS))


def test_a_double_tap_of_a_number_after_a_sheet_counts_later(page: Page, code: str) -> None:
    open_sheet(page, "Pell")
    card = page.locator("#sheet").get_by_role("button", name="5 of Hearts")
    at = middle(card)
    fingers = Fingers(page)
    fingers.tap_twice(at, 200)
    fingers.tap(middle(button(page, "Odo: lose 1 HP")), time.time() + 0.7)  # no longer deaf
    assert log(page, code) == ["drink:2:5h", "hp:1:-1"]


SWAPPED = """
  window.swapped = 0;
  addEventListener("htmx:after:swap", ({ timeStamp }) => {
    window.swapped = (performance.timeOrigin + timeStamp) / 1000;
  });
"""


@pytest.mark.parametrize(
    ("after", "taken"),
    [(0.05, False), (0.7, True), pytest.param(0.35, False, marks=pytest.mark.thorough)],
)
def test_a_ticket_that_another_phone_has_just_given_to_somebody_else_is_deaf(
    open_table: OpenTable, code: str, after: float, taken: bool
) -> None:
    elsewhere(code, "referee:room", "deal:1.1:9c4c3c2c5cKd4h10s7d6h")
    page = open_table(script=REFUSALS + SWAPPED)
    ticket = page.locator(".ticket[value$=':4h']")
    before, at = ticket.get_attribute("value"), middle(ticket)
    revision = party_table(code).revision
    elsewhere(code, "take:1.1:fight:0:2c:bare")
    expect(ticket).not_to_have_attribute("value", str(before))
    Fingers(page).tap(at, page.evaluate("swapped") + after)
    expect_all_sent(page)
    assert party_table(code).revision - revision == 1 + taken
    assert page.evaluate("refusals") == [not taken]


CANCEL = """(place) => {
  const about = { bubbles: true, cancelable: true };
  const touch = (type, pointerId, more = {}) =>
    place.dispatchEvent(new PointerEvent(type, { ...about, pointerId, ...more }));
  for (const finger of [1, 2]) touch("pointerdown", finger);
  touch("pointercancel", 1);
  touch("pointerup", 2);
  touch("click", 2, { detail: 1 });
}"""


def test_a_second_finger_is_refused_although_the_first_one_scrolls(page: Page, code: str) -> None:
    """As browsers tell of it; an error of a script would be a complaint."""
    button(page, "Next room").evaluate(CANCEL)
    page.wait_for_function("refusals.length > 0")
    assert "room" not in " ".join(log(page, code))
