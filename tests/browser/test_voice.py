"""A table says what changes, and keys press what stands on it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.phones import OpenTable, button, elsewhere, expect_hp, expect_sent, press
from tracker.services.party.parties import party_table

pytestmark = pytest.mark.thorough

ISOLATES = re.compile("[\u2068\u2069]")
# Stands in for the voice of the phone, and for the ear of a screen reader.
SPEECH = """
window.aloud = [];
window.speechSynthesis.speak = ({ text, lang }) => aloud.push(`${lang}: ${text}`);
"""
EAR = """region => {
  window.heard = [];
  new MutationObserver(() => heard.push(region.textContent)).observe(region, { childList: true });
}"""

BURST = "names => names.forEach((name) => document.querySelector(`[aria-label='${name}']`).click())"


def listen(page: Page) -> Locator:
    """From now on `heard` has all that is said."""
    voice = page.locator("#voice")
    expect(voice).to_be_attached()
    voice.evaluate(EAR)
    return voice


def heard(page: Page) -> list[str]:
    return [ISOLATES.sub("", text) for text in page.evaluate("window.heard")]


def until(page: Page, done: Callable[[], bool]) -> None:
    for _ in range(100):
        if done():
            return
        # The test waits for nothing on the page.
        page.wait_for_timeout(100)
    raise AssertionError("It has not come to that.")


def expect_heard(page: Page, *texts: str) -> None:
    until(page, lambda: len(heard(page)) >= len(texts))
    assert heard(page) == list(texts)


@pytest.fixture(name="table")
def table_that_is_heard(open_table: OpenTable) -> Page:
    page = open_table(script=SPEECH, clock=True)
    listen(page)
    return page


def test_a_burst_of_taps_is_said_once(table: Page) -> None:
    names = ["Mara: lose 1 HP"] * 3 + ["Odo: lose 1 HP"]
    table.evaluate(BURST, names)  # within a second, however busy the machine is
    expect_heard(table, "Mara: 17 HP. Odo: 19 HP.")
    expect_sent(table)
    table.clock.fast_forward(2_500)  # the answer of the server says the same
    assert len(heard(table)) == 1


def test_what_others_do_is_said(table: Page, code: str) -> None:
    elsewhere(code, "hp:1:-3", "hp:3:-20")
    expect_heard(table, "Odo: 17 HP. Rook has fallen.")


def test_nothing_else_on_a_table_speaks(table: Page, code: str) -> None:
    """Each screen reader has its own way with two that speak at once."""
    elsewhere(code, "hp:1:-3", "referee:room", "deal:1.1:9c8c")
    expect_hp(table, "Odo", "17")
    expect(table.locator(".room")).to_be_visible()
    live = "#table :is([role=status], [aria-live], output):not([aria-live=off])"
    expect(table.locator(live)).to_have_count(0)


def test_what_changes_under_a_sheet_is_said_when_it_closes(table: Page, code: str) -> None:
    table.keyboard.press("1")
    table.keyboard.press("f")
    expect(table.get_by_role("dialog")).to_be_visible()
    elsewhere(code, "hp:1:-3")
    expect(table.locator("#player-1 output")).to_have_text("17")
    table.clock.fast_forward(2_000)
    assert heard(table) == []
    table.keyboard.press("Escape")
    expect_heard(table, "Odo: 17 HP.")


def switched_on(page: Page, base_url: str, *names: str) -> None:
    page.context.add_cookies([{"name": n, "value": "1", "url": base_url} for n in names])
    page.reload()
    listen(page)


def test_a_phone_speaks_where_that_is_switched_on(table: Page, base_url: str, code: str) -> None:
    elsewhere(code, "hp:1:-3")
    expect_heard(table, "Odo: 17 HP.")
    assert table.evaluate("aloud") == []
    switched_on(table, base_url, "aloud")
    button(
        table,
        "Read",
    ).last.click()
    elsewhere(code, "hp:1:-1")
    until(table, lambda: len(table.evaluate("aloud")) == 2)
    whole, change = [ISOLATES.sub("", text) for text in table.evaluate("aloud")]
    assert whole.startswith("en: Floor 1. Room 1. Mara: 20 HP. Odo: 17 HP.")
    assert change == "en: Odo: 16 HP."


def test_in_full_it_says_what_was_done(table: Page, base_url: str, code: str) -> None:
    switched_on(table, base_url, "full")
    elsewhere(code, "equip:0:8d", "fight:0:Kc:weapon")
    until(table, lambda: bool(heard(table)))
    (said,) = heard(table)
    assert "Mara: 15 HP." in said
    assert "Mara: Can fight 12 or lower, 8 of Diamonds, King of Clubs." in said
    assert "Mara fights King of Clubs" in said


def test_keys_press_what_stands_there(table: Page) -> None:
    for key in "1--2-nm":
        table.keyboard.press(key)
    expect_hp(table, "Mara", "18")
    expect_hp(table, "Odo", "19")
    expect_heard(table, "Floor 2. Mara: 18 HP. Odo: 19 HP.")
    expect_sent(table)
    expect(button(table, "Undo").first).to_contain_text("Floor 2")
    table.keyboard.press("u")
    expect(table.locator("[data-path=floor]")).to_have_text("1")


def test_keys_rest_while_somebody_types_and_with_modifiers(table: Page) -> None:
    table.keyboard.press("1")
    for keys in ("Control+-", "Alt+n", "Meta+m", "Shift+N", "Control+Shift+?"):
        table.keyboard.press(keys)
    table.keyboard.press("h")
    sheet = table.get_by_role("dialog")
    expect(sheet).to_be_visible()
    for key in "nm-u?":
        table.keyboard.press(key)
    table.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect_hp(table, "Mara", "20")
    expect(table.locator("[data-path=room]")).to_have_text("1")


def test_the_list_of_keys_opens_and_closes(table: Page) -> None:
    table.keyboard.press("?")
    keys = table.get_by_role("dialog", name="Keys")
    expect(keys.get_by_role("listitem").filter(has_text="Undo")).to_be_visible()
    table.keyboard.press("n")
    table.keyboard.press("?")
    expect(keys).to_be_hidden()
    expect(table.locator("[data-path=room]")).to_have_text("1")


def test_a_dealt_game_is_read_too(
    new_context: Callable[..., BrowserContext], base_url: str
) -> None:
    page = new_context(viewport=PHONE).new_page()
    page.goto("/play/new/solo?seed=7")
    page.get_by_role("button", name="Deal").click()
    listen(page)
    page.keyboard.press("r")
    (said,) = heard(page)
    assert re.search(r"Room 1, 0 taken of three\. Draw pile 40\.", said)
    assert re.search(r"(of (Clubs|Spades|Hearts|Diamonds).*){4}", said)
    assert "You: 20 HP." in said


def test_switched_off_no_key_presses_anything(table: Page, code: str) -> None:
    table.keyboard.press("?")
    press(table.get_by_role("dialog", name="Keys").get_by_role("button", name="Keys off"))
    expect(table.locator("#keys[data-off]")).to_be_attached()
    before = table.locator("#table").inner_text()
    for key in table.locator("#keys [data-key]").evaluate_all("all => all.map(k => k.dataset.key)"):
        table.keyboard.press(key)
    table.keyboard.press("1")
    expect(table.get_by_role("dialog")).to_have_count(0)
    assert table.evaluate("document.activeElement.localName") == "body"
    assert table.locator("#table").inner_text() == before
    assert party_table(code).revision == 0
    button(table, "Keys").focus()
    table.keyboard.press("Enter")
    press(table.get_by_role("dialog", name="Keys").get_by_role("button", name="Keys off"))
    expect(table.locator("#keys:not([data-off])")).to_be_attached()
    table.keyboard.press("n")
    expect(table.locator("[data-path=room]")).to_have_text("2")
