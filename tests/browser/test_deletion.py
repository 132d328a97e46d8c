"""A party is deleted: every phone says so, and keeps nothing that waits for it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.conftest import PHONE
from tests.browser.phones import OpenTable, button, expect_sent, middle
from tests.browser.test_offline import wait_for_the_worker
from tracker.services.party.parties import party_delete, party_table

OF_PARTIES = "Object.keys(localStorage).filter((name) => /^(tap|truth|sent|party):/.test(name))"
GONE = "Deleted for good"


def deleted(page: Page, code: str, name: str = "Mara") -> None:
    """As hands do it, in the two steps."""
    page.goto(f"/p/{code}/settings")
    page.get_by_text("File and more").click()
    page.get_by_role("link", name="Delete this party").click()
    page.get_by_role("textbox", name="to delete it").fill(name)
    button(page, "Delete for good").dblclick()
    expect(page.get_by_role("heading", name=GONE)).to_be_visible()


def kept(page: Page) -> list[str]:
    """The keys of parties that the phone still stores, once the page has loaded."""
    page.wait_for_load_state()
    names: list[str] = page.evaluate(OF_PARTIES)
    return names


@pytest.mark.thorough
def test_an_open_table_gives_way_to_a_page_that_says_so(
    open_table: OpenTable, code: str, complaints: list[str]
) -> None:
    mara, odo, tablet = open_table(), open_table(), open_table()
    tablet.goto(f"/w/{party_table(code).watch_code}/")
    button(odo, "Odo: lose 1 HP").tap()
    expect_sent(odo)
    deleted(mara, code)
    for page in (odo, tablet):
        expect(page.get_by_role("heading", name=GONE)).to_be_visible()
    assert [kept(page) for page in (mara, odo)] == [[], []]
    odo.go_back()
    odo.goto(f"/p/{code}/")
    expect(odo.get_by_role("heading", name="Page not found")).to_be_visible()
    without_gone(complaints)


@pytest.mark.thorough
def test_taps_that_wait_are_dropped_and_it_is_said(
    open_table: OpenTable, code: str, complaints: list[str]
) -> None:
    """The phone was out of reach when the party was deleted."""
    odo = open_table(without="**/live/**")
    odo.route("**/entries", lambda route: route.abort())
    button(odo, "Odo: lose 1 HP").tap()
    party_delete(code=code)
    odo.unroute("**/entries")
    expect(odo.get_by_role("heading", name=GONE)).to_be_visible()
    expect(odo.get_by_role("main")).to_contain_text("Taps not yet sent are lost")
    assert kept(odo) == []
    without_gone(complaints)


def test_so_are_those_of_a_phone_whose_page_was_closed(
    open_table: OpenTable, code: str, complaints: list[str]
) -> None:
    odo = open_table()
    odo.route("**/entries", lambda route: route.abort())
    button(odo, "Odo: lose 1 HP").tap()
    odo.goto("/rules/")
    party_delete(code=code)
    odo.goto(f"/p/{code}/")
    expect(odo.get_by_role("heading", name=GONE)).to_be_visible()
    assert kept(odo) == []
    without_gone(complaints)


def test_what_was_typed_and_not_saved_goes_too(
    open_table: OpenTable, code: str, complaints: list[str]
) -> None:
    odo = open_table()
    odo.get_by_role("link", name="Odo: fight").tap()
    odo.locator("label", has=odo.get_by_role("radio", name="More")).tap()
    odo.get_by_text("By hand").click()
    odo.get_by_label("Weapon as text").fill("our secret")
    party_delete(code=code)
    expect(odo.get_by_role("heading", name=GONE)).to_be_visible()
    odo.wait_for_load_state()
    assert "our secret" not in odo.evaluate("JSON.stringify(localStorage)")
    without_gone(complaints)


@pytest.mark.parametrize(
    "pause",
    [0, *(pytest.param(pause, marks=pytest.mark.nightly) for pause in (50, 200, 450))],
)
def test_two_phones_and_two_taps_at_once(
    open_table: OpenTable, code: str, complaints: list[str], pause: int
) -> None:
    phones = [open_table(), open_table()]
    for page in phones:
        page.goto(f"/p/{code}/delete")
        page.get_by_role("textbox", name="to delete it").fill("Mara")
    for page in phones:
        x, y = middle(button(page, "Delete for good"))
        page.mouse.click(x, y, delay=0)
        # How far apart the two come is what matters here.
        page.wait_for_timeout(pause)
        page.mouse.click(x, y)
    for page in phones:
        expect(page.get_by_role("heading", name=GONE)).to_be_visible()
    without_gone(complaints)


@pytest.mark.thorough
def test_what_the_phone_kept_to_open_offline_goes_too(
    new_context: CreateContextCallback, code: str, complaints: list[str]
) -> None:
    phone: BrowserContext = new_context(service_workers="allow", viewport=PHONE, has_touch=True)
    page = phone.new_page()
    page.goto(f"/p/{code}/")
    wait_for_the_worker(page)
    page.get_by_role("link", name="Mara: fight").tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    deleted(page, code)
    assert page.evaluate(KEPT, f"/p/{code}/") == []
    without_gone(complaints)


KEPT = """async (start) => (await (await caches.open("pages-en")).keys())
  .map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith(start))"""


def without_gone(complaints: list[str]) -> None:
    """The browser complains of answers that are what the test is about."""
    expected = re.compile("404|410|/live/|ERR_FAILED")
    complaints[:] = [told for told in complaints if not expected.search(told)]
