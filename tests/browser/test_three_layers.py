"""An evening ends alike as plain forms, with htmx, and with the outbox."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.conftest import PHONE
from tests.browser.phones import button, seat
from tracker.rules.table.state.party import Party, new_party
from tracker.services.party.log import history_page
from tracker.services.party.parties import party_table

NO_STORAGE = "Object.defineProperty(window, 'localStorage', { get() { throw Error('closed') } })"
# A button, and what stands where once it has been pressed.
BEFORE_THE_FIGHT = (
    ("Mara: lose 1 HP", "players.0.hp", "19"),
    ("Next room", "room", "2"),
    ("Mara: lose 1 HP", "players.0.hp", "18"),
    ("Next room", "room", "3"),
    ("Mara: gain 1 HP", "players.0.hp", "19"),
    ("Previous room", "room", "2"),
    ("Next floor", "floor", "2"),
)
LOG = """
    hp:0:-1 room:+1:1.1 hp:0:-1 room:+1:1.2 hp:0:+1 room:-1:1.3 floor:+1:1 used:+Qd weapon:1:8:KcJs
    hp:2:-1 undo:10 hp:3:-1
"""


@pytest.fixture(
    params=[
        pytest.param("forms", marks=pytest.mark.thorough),
        pytest.param("htmx", marks=pytest.mark.thorough),
        "outbox",
    ],
    name="page",
)
def page_with_less_and_less_left_out(
    new_context: CreateContextCallback, code: str, request: pytest.FixtureRequest
) -> Page:
    scripts = request.param != "forms"
    context = new_context(java_script_enabled=scripts, viewport=PHONE, has_touch=True)
    if request.param == "htmx":
        context.add_init_script(NO_STORAGE)
    page = context.new_page()
    page.goto(f"/p/{code}/")
    if scripts:
        assert page.evaluate("Boolean(app.outbox)") is (request.param == "outbox")
    return page


def write_a_weapon(page: Page, text: str) -> None:
    page.get_by_role("link", name="Odo: fight, drink, equip").click()
    page.locator("label", has=page.get_by_role("radio", name="More")).click()
    page.get_by_text("By hand").click()
    page.get_by_label("Weapon as text").fill(text)
    page.locator("#write").get_by_role("button", name="Save").click()
    expect(seat(page, "Odo")).to_contain_text("Can fight 10 or lower")
    back = page.get_by_role("link", name="Back to the table")
    if back.is_visible():  # with scripts the sheet stays open for more
        back.click()


def press(page: Page, name: str, path: str, shown: str) -> None:
    button(page, name).click()
    expect(page.locator(f"[data-path='{path}']")).to_have_text(shown)


def test_an_evening_ends_alike_on_every_layer(page: Page, code: str) -> None:
    for name, path, shown in BEFORE_THE_FIGHT:
        press(page, name, path, shown)
    button(page, "Queen of Diamonds").click()
    expect(button(page, "Queen of Diamonds: set aside")).to_be_visible()
    write_a_weapon(page, "8:KcJs")
    press(page, "Pell: lose 1 HP", "players.2.hp", "19")
    expect(button(page, "Undo")).to_contain_text("Pell")  # it is in the log
    press(page, "Undo", "players.2.hp", "20")
    press(page, "Rook: lose 1 HP", "players.3.hp", "19")
    expect(button(page, "Undo")).to_contain_text("Rook")
    lines = history_page(party_table(code), size=50)
    assert [line.text for line in reversed(lines)] == LOG.split()
    assert party_table(code).state == the_end()


def the_end() -> Party:
    party = new_party(("Mara", "Odo", "Pell", "Rook"))
    party = party.with_player(0, hp=19).with_player(1, weapon="8:KcJs").with_player(3, hp=19)
    return replace(party, floor=2, used="Qd", first=2, turn=2)
