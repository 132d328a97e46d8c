"""The table opens without a network, with what was tapped there; a new version loses nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import BrowserContext, Page, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.conftest import PHONE
from tests.browser.phones import button, expect_hp, expect_sent
from tests.servers import Site
from tests.wire import Phone as Wire
from tracker.services.party.parties import party_table
from tracker.views.site import shell

READY = (
    "navigator.serviceWorker.ready"
    ".then(() => navigator.serviceWorker.controller?.state === 'activated')"
)
KEPT = "caches.match(location.pathname).then(Boolean)"
NEWER = "caches.match('/offline', { cacheName: 'shell-newer' }).then(Boolean)"
LOSE = "Player 1: lose 1 HP"


@pytest.fixture(name="phone")
def phone_with_a_worker(new_context: CreateContextCallback) -> BrowserContext:
    return new_context(service_workers="allow", viewport=PHONE, has_touch=True)


@pytest.fixture(name="page")
def page_of_a_table_kept_on_the_phone(
    phone: BrowserContext, production_server: Site, spotty: None
) -> Page:
    page = phone.new_page()
    page.goto(production_server.url.replace("127.0.0.1", "localhost"))
    button(page, "2 players").click()
    button(page, "Close the invitation").click()
    wait_for_the_worker(page)
    return page


def wait_for_the_worker(page: Page) -> None:
    """Until it answers for this page, and has looked at it."""
    expect(page.locator("#table")).to_be_visible()
    wait_for(page, READY)
    wait_for(page, KEPT)


def wait_for(page: Page, condition: str) -> None:
    for _ in range(100):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"never came true: {condition}")


def test_the_table_opens_offline_with_the_taps_that_wait(page: Page, phone: BrowserContext) -> None:
    button(page, LOSE).tap()
    expect_sent(page)
    phone.set_offline(True)
    button(page, LOSE).tap()
    page.close()
    again = phone.new_page()
    again.goto(page.url)
    expect_hp(again, "Player 1", "18")
    button(again, LOSE).tap()
    expect_hp(again, "Player 1", "17")
    expect(again.locator("#net")).to_contain_text("2 to send")
    phone.set_offline(False)
    expect_sent(again)


def test_an_offline_table_looks_like_one(page: Page, phone: BrowserContext) -> None:
    before = page.locator("#player-0").bounding_box()
    phone.set_offline(True)
    page.reload()
    assert page.locator("#player-0").bounding_box() == before


def test_a_sheet_opens_offline_as_it_was_last_seen(page: Page, phone: BrowserContext) -> None:
    sheet = page.get_by_role("link", name="Player 1: hit or heal")
    sheet.tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    phone.set_offline(True)
    sheet.press("Enter")  # a second touch at once would not be heard
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_sheet_never_seen_says_that_it_needs_the_network(
    page: Page, phone: BrowserContext, complaints: list[str]
) -> None:
    phone.set_offline(True)
    page.get_by_role("link", name="Player 2: hit or heal").tap()
    expect(page.get_by_role("alert")).to_contain_text("You’re offline")
    complaints.clear()


def test_the_cards_of_the_room_open_offline_though_nobody_touched_them(
    page: Page, phone: BrowserContext, production_server: Site, complaints: list[str]
) -> None:
    code = page.url.split("/")[4]
    Wire(production_server.url).tap(code, "referee:room", "deal:1.1:9cKd4h10s2c7d", "hp:1:=10")
    page.reload()
    for card in ("9c", "Kd", "4h", "10s", "2c", "7d"):
        wait_for(page, f"caches.match('/p/{code}/card/{card}?part').then(Boolean)")
    phone.set_offline(True)
    page.get_by_role("link", name="4 of Hearts").tap()
    other = page.locator("#sheet .taker", has_text="Player 2")
    other.locator("button").first.press("Enter")
    expect_hp(page, "Player 2", "14")
    phone.set_offline(False)
    expect_sent(page)
    # The page may have been fetching one of them once more when the network went.
    complaints[:] = [complaint for complaint in complaints if "ERR_FAILED" not in complaint]


def test_another_page_says_that_it_needs_the_network(page: Page, phone: BrowserContext) -> None:
    phone.set_offline(True)
    page.get_by_role("link", name="Saves").tap()
    expect(page.get_by_role("heading", name="You’re offline")).to_be_visible()
    page.get_by_role("link", name="Back to your table").tap()
    expect_hp(page, "Player 1", "20")


def test_the_rules_open_offline_without_having_been_looked_at(
    page: Page, phone: BrowserContext
) -> None:
    phone.set_offline(True)
    page.get_by_role("link", name="Rules").tap()
    page.get_by_role("link", name="How to play", exact=True).tap()
    expect(page.get_by_role("heading", name="Co-operative Scoundrel")).to_be_visible()
    page.get_by_role("link", name="Back to the table").first.tap()
    expect_hp(page, "Player 1", "20")


def test_the_history_opens_offline_as_it_was_last_seen(page: Page, phone: BrowserContext) -> None:
    page.get_by_role("link", name="History").tap()
    expect(page.get_by_role("heading", name="History")).to_be_visible()
    page.get_by_role("link", name="Table").tap()
    expect_hp(page, "Player 1", "20")
    phone.set_offline(True)
    page.get_by_role("link", name="History").tap()
    expect(page.get_by_role("heading", name="History")).to_be_visible()


def test_a_slow_network_does_not_keep_the_table_shut(page: Page, phone: BrowserContext) -> None:
    session = phone.new_cdp_session(page)
    slow = {"offline": False, "latency": 9_000, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", slow)
    page.goto(page.url, wait_until="commit", timeout=6_000)


@pytest.fixture(name="renew")
def renew_the_site(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Another version of its files, as a phone sees it."""

    def renew() -> None:
        monkeypatch.setattr(settings, "STATIC_OFFLINE", ["icons.svg"])
        monkeypatch.setattr(shell, "files_version", lambda: "newer")

    return renew


def test_a_new_version_is_picked_up_without_losing_a_tap(
    phone: BrowserContext, code: str, renew: Callable[[], None], complaints: list[str]
) -> None:
    page = phone.new_page()
    page.goto(f"/p/{code}/")
    wait_for_the_worker(page)
    phone.set_offline(True)
    button(page, "Odo: lose 1 HP").tap()
    renew()
    phone.set_offline(False)
    page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.update())")
    page.reload()
    expect_sent(page)
    assert party_table(code).state.players[1].hp == 19
    wait_for(page, NEWER)
    complaints.clear()  # without hashed names no file is kept for offline
