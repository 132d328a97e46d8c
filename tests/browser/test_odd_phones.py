"""Phones that lack something: storage, live events, a clock that only goes forward."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phones import OpenTable, button, elsewhere, expect_hp, expect_sent
from tests.browser.test_three_layers import NO_STORAGE
from tracker.services.party.parties import party_table

LOSE = "Odo: lose 1 HP"
AN_HOUR_BACK = "{ const now = Date.now; Date.now = () => now() - 3_600_000; }"


def test_without_storage_no_button_offers_an_undo_that_it_cannot_do(
    open_table: OpenTable, code: str
) -> None:
    page = open_table(script=NO_STORAGE)
    elsewhere(code, "floor:+1:1")
    said = page.locator("#said")
    expect(said.get_by_role("alert")).to_contain_text("Floor 2")
    assert not said.locator("[data-ask]").is_visible()  # at once: it goes away by itself


@pytest.mark.thorough
def test_without_storage_no_switch_is_offered_that_would_be_forgotten(
    open_table: OpenTable,
) -> None:
    page = open_table(script=NO_STORAGE)
    page.goto(f"{page.url}settings?phone")
    page.wait_for_load_state()
    expect(button(page, "Four-colour suits")).to_be_visible()
    expect(page.locator("[data-switch]:visible")).to_have_count(0)


def test_a_worker_that_has_gone_again_is_told_nothing(open_table: OpenTable) -> None:
    page = open_table()
    page.evaluate("navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))")


@pytest.mark.thorough
def test_a_browser_without_live_events_asks(open_table: OpenTable, code: str) -> None:
    page = open_table(script="delete window.EventSource", without=re.compile("^never$"))
    elsewhere(code, "hp:1:-1")
    expect_hp(page, "Odo", "19")


def test_a_clock_that_is_set_back_keeps_no_tap_on_the_phone(
    open_table: OpenTable, code: str
) -> None:
    """The page had died with a finger on it, an hour later by the clock."""
    page = open_table(for_good=True)
    page.evaluate("app.outbox.hold(); app.outbox.add('hp:1:-1')")
    page.goto("/robots.txt")
    page.add_init_script(AN_HOUR_BACK)
    page.goto(f"/p/{code}/")
    button(page, LOSE).tap()
    expect_sent(page)
    assert party_table(code).state.players[1].hp == 18


@pytest.mark.thorough
@pytest.mark.parametrize("scripts", [True, False])
def test_only_switches_are_offered_that_this_phone_has(
    open_table: OpenTable, code: str, scripts: bool
) -> None:
    """Phones of one maker do not vibrate; without scripts no switch does anything."""
    page = open_table(
        script="delete Navigator.prototype.vibrate",
        java_script_enabled=scripts,
        for_good=True,
        without="**/live/**",
    )
    page.goto(f"/p/{code}/settings?phone")
    expect(button(page, "Lock the table")).to_be_visible(visible=scripts)
    expect(button(page, "Vibrate")).to_be_hidden()
