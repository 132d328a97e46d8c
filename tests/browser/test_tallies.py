"""A party's own counters and its turn marker, on a phone that reaches nobody."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.phones import OpenTable, button, elsewhere, expect_hp, expect_sent
from tracker.services.party.parties import party_table


def count(page: Page, steps: str, number: str) -> None:
    expect(page.locator(f'[data-steps="{steps}"]')).to_have_text(number)


def test_taps_and_turns_are_painted_at_once_and_kept_till_they_arrive(
    open_table: OpenTable, code: str, spotty: None
) -> None:
    elsewhere(code, "tally-add:party:Gold", "tally-add:each:Torches", "marker:on")
    page = open_table(clock=True)
    page.route("**/entries", lambda route: route.abort("internetdisconnected"))
    button(page, "Gold: one more").tap()
    button(page, "Mara, Torches: one less").tap()
    count(page, "tally:0", "1")
    count(page, "own-tally:0:1", "−1")
    expect_hp(page, "Mara", "20")  # it is no health
    for whose in ("Odo’s turn", "Pell’s turn"):
        page.clock.fast_forward(550)  # what has just changed is guarded against a second touch
        page.locator("#marker").tap()
        expect(page.locator("#marker")).to_contain_text(whose)
    page.unroute("**/entries")
    page.evaluate("app.send()")
    expect_sent(page)
    state = party_table(code).state
    assert (state.count_0, state.players[0].count_1, state.turn) == (1, -1, 2)
    expect(page.locator("#marker")).to_contain_text("Pell’s turn")
