"""The table opens without a network, with what was tapped there; a new version loses nothing."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.core.signals import request_started
from playwright.sync_api import BrowserContext, Page, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.conftest import PHONE
from tests.browser.phones import button, expect_hp, expect_sent, press
from tests.servers import Site
from tests.wire import Phone as Wire
from tracker.services.party.parties import party_table
from tracker.views.site import shell

READY = (
    "navigator.serviceWorker.ready"
    ".then(() => navigator.serviceWorker.controller?.state === 'activated')"
)
KEPT = "caches.match(location.pathname).then(Boolean)"
SHEETS = "caches.match(`${location.pathname}invite?part`).then(Boolean)"  # the last of them
# A browser looks for another worker once it has time, which on a busy machine comes late.
LOOK_FOR_ANOTHER = "navigator.serviceWorker.ready.then((worker) => worker.update())"
FETCHES = "fetch('/static/icons.svg').then(({ ok }) => ok, () => false)"
NEWER = "caches.match('/offline', { cacheName: 'shell-newer-en' }).then(Boolean)"
HAS_WEAPON = (
    "caches.match(location.pathname).then((page) => page.text())"
    ".then((text) => text.includes('8 of Diamonds'))"
)
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
    wait_for(page, SHEETS)


def wait_for(
    page: Page, condition: str, *, halfway: Callable[[Page], None] = lambda page: None
) -> None:
    for tries in range(300):  # a worker waits for the one before, and each reads some 25 pages
        if page.evaluate(condition):
            return
        if tries == 150:
            halfway(page)
        # The test waits for nothing on the page.
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


def test_an_offline_table_is_as_it_was_last_seen(
    page: Page, phone: BrowserContext, production_server: Site
) -> None:
    """Not as it was opened; and it says so."""
    Wire(production_server.url).tap(page.url.split("/")[4], "equip:1:8d", "hp:1:=7")
    expect_hp(page, "Player 2", "7")
    wait_for(page, HAS_WEAPON)
    phone.set_offline(True)
    page.reload()
    expect_hp(page, "Player 2", "7")
    weapon = page.get_by_role("region", name="Player 2").get_by_role("img", name="8 of Diamonds")
    expect(weapon).to_be_visible()
    expect(page.locator("#net")).to_contain_text("Offline since")


@pytest.mark.thorough
def test_a_page_that_was_kept_says_so_until_there_is_a_newer_one(
    page: Page, phone: BrowserContext, production_server: Site
) -> None:
    code, address = page.url.split("/")[4], page.url
    page.goto("about:blank")
    Wire(production_server.url).tap(code, "hp:1:=7")
    production_server.process.send_signal(signal.SIGSTOP)
    try:
        page.goto(address, wait_until="commit")
        expect(page.locator("#net")).to_contain_text("Offline since")
        expect_hp(page, "Player 2", "20")
    finally:
        production_server.process.send_signal(signal.SIGCONT)
    expect_hp(page, "Player 2", "7")
    expect_sent(page)


@pytest.mark.thorough
def test_an_offline_table_looks_like_one(page: Page, phone: BrowserContext) -> None:
    before = page.locator("#player-0").bounding_box()
    phone.set_offline(True)
    page.reload()
    assert page.locator("#player-0").bounding_box() == before


def test_all_sheets_open_offline_though_nobody_opened_them(
    page: Page, phone: BrowserContext
) -> None:
    """Each with the tab open that was asked for, and how old it is."""
    phone.set_offline(True)
    sheet = page.locator("#sheet .sheet")
    for name in ("Player 1: fight", "Player 2: fight", "Floor 1", "More"):
        press(page.get_by_role("link", name=name).first)
        expect(sheet).to_be_visible()
        if name.startswith("Player"):
            expect(page.get_by_role("radio", name="Fight")).to_be_checked()
            expect(sheet.locator(".as-of")).to_contain_text("as of ")
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
    for number in "12":
        page.keyboard.press(number)
        page.keyboard.press("h")
        expect(page.get_by_role("radio", name="Health")).to_be_checked()
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()


def test_what_somebody_typed_stands_letter_for_letter_on_a_kept_sheet(
    page: Page, phone: BrowserContext, production_server: Site
) -> None:
    """Here it is what marks an open tab, and what scripts may take for a pattern."""
    name = "$& checked autofocus"
    Wire(production_server.url).tap(page.url.split("/")[4], f"name:0:{name}")
    page.reload()
    kept = "caches.match(`${location.pathname}player/0?part`).then((sheet) => sheet.text())"
    wait_for(page, f"{kept}.then((text) => text.includes('checked autofocus</h1>'))")
    phone.set_offline(True)
    for key in "1h":
        page.keyboard.press(key)
    expect(page.locator("#sheet h1")).to_have_text(name)
    expect(page.get_by_role("radio", name="Health")).to_be_checked()


@pytest.mark.thorough
def test_a_sheet_that_is_not_kept_says_that_it_needs_the_network(
    page: Page, phone: BrowserContext, complaints: list[str]
) -> None:
    page.evaluate("caches.delete('pages-en')")
    phone.set_offline(True)
    page.get_by_role("link", name="Player 2: fight").tap()
    expect(page.get_by_role("alert")).to_contain_text("You’re offline")
    complaints.clear()


@pytest.mark.thorough
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
    press(other.locator("button").first)
    expect_hp(page, "Player 2", "14")
    phone.set_offline(False)
    expect_sent(page)
    # The page may have been fetching one of them once more when the network went.
    complaints[:] = [complaint for complaint in complaints if "ERR_FAILED" not in complaint]


@pytest.mark.thorough
def test_the_next_room_is_laid_out_offline(
    page: Page, phone: BrowserContext, production_server: Site, complaints: list[str]
) -> None:
    code = page.url.split("/")[4]
    table, kept = Wire(production_server.url), f"caches.match('/p/{code}/pad/deal?part')"
    table.tap(code, "referee:room")
    page.reload()
    wait_for(page, f"{kept}.then(Boolean)")
    deeds = ("equip:0:7d", "fight:1:2c:bare", "drink:0:4h", "fight:1:9c:bare", "place:0:Kd")
    table.tap(code, "deal:1.1:9cKd4h10s2c7d", *(f"take:1.1:{deed}" for deed in deeds))
    wait_for(page, f"{kept}.then((pad) => pad.text()).then((text) => text.includes('deal:1.2:'))")
    phone.set_offline(True)
    page.get_by_role("link", name="Lay out room 2").tap()
    press(page.get_by_role("link", name="Just enter cards"))
    for card in ("3c", "5c", "6c", "8c", "Jc"):
        press(page.locator(f"#sheet .pack [value='{card}']"))
    expect(page.locator("#sheet")).to_be_hidden()
    phone.set_offline(False)
    expect_sent(page)
    expect(page.locator(".room .ticket")).to_have_count(6)
    complaints[:] = [complaint for complaint in complaints if "ERR_FAILED" not in complaint]


@pytest.mark.thorough
def test_another_page_says_that_it_needs_the_network(page: Page, phone: BrowserContext) -> None:
    phone.set_offline(True)
    page.get_by_role("link", name="More").tap()
    page.locator("#sheet").get_by_role("link", name="Saves").tap()
    expect(page.get_by_role("heading", name="You’re offline")).to_be_visible()
    page.get_by_role("link", name="Back to your table").tap()
    expect_hp(page, "Player 1", "20")


@pytest.mark.thorough
def test_the_rules_open_offline_without_having_been_looked_at(
    page: Page, phone: BrowserContext
) -> None:
    phone.set_offline(True)
    page.get_by_role("link", name="Rules").tap()
    page.get_by_role("link", name="How to play", exact=True).tap()
    expect(page.get_by_role("heading", name="Co-operative Scoundrel")).to_be_visible()
    page.get_by_role("link", name="Back to the table").first.tap()
    expect_hp(page, "Player 1", "20")


@pytest.mark.thorough
def test_the_history_opens_offline_though_nobody_opened_it(
    page: Page, phone: BrowserContext
) -> None:
    wait_for(page, "caches.match(`${location.pathname}history`).then(Boolean)")
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


@pytest.mark.thorough
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
    wait_for(page, FETCHES)  # the worker may hear of its network later than the page
    page.evaluate(LOOK_FOR_ANOTHER)
    page.reload(wait_until="commit")  # files may wait for the worker
    expect_sent(page)
    assert party_table(code).state.players[1].hp == 19
    wait_for(page, NEWER)
    complaints.clear()  # without hashed names no file is kept for offline


@pytest.fixture(name="stuck")
def a_page_that_the_worker_reads_gets_no_answer() -> Iterator[threading.Event]:
    """Set once it has been asked for."""
    asked, over = threading.Event(), threading.Event()

    def hold(environ: dict[str, str], **_: object) -> None:
        if environ["PATH_INFO"] == "/rules/notation":
            asked.set()
            over.wait(60)

    request_started.connect(hold)
    yield asked
    over.set()
    request_started.disconnect(hold)


def test_a_worker_that_still_reads_its_pages_keeps_no_table_shut(
    phone: BrowserContext, code: str, stuck: threading.Event
) -> None:
    page = phone.new_page()
    page.goto(f"/p/{code}/")
    assert stuck.wait(30)
    page.reload(wait_until="commit", timeout=12_000)  # the worker waits for 15 s


def test_a_search_offline_never_answers_with_another_one(
    page: Page, phone: BrowserContext, complaints: list[str]
) -> None:
    rules = page.url.replace("/p/", "/rules/search?q=hammer#").split("#")[0]
    page.goto(rules)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    phone.set_offline(True)
    page.goto(rules.replace("hammer", "king"))
    expect(page.get_by_role("heading", name="You’re offline")).to_be_visible()
    complaints.clear()


def test_a_kept_table_invites_nobody_again(page: Page, phone: BrowserContext) -> None:
    """The fixture began the party, and with it opened the invitation."""
    phone.set_offline(True)
    page.reload()
    expect_hp(page, "Player 1", "20")
    expect(page.locator("#invitation")).to_have_count(0)


def stop_idle_worker(page: Page) -> None:
    """As a browser does, so that the one that waits moves in.

    While a debugger is attached, as in these tests, Chromium may let it run for minutes.
    """
    if page.evaluate("navigator.serviceWorker.ready.then(({ waiting }) => Boolean(waiting))"):
        debugger = page.context.new_cdp_session(page)
        debugger.send("ServiceWorker.enable")
        debugger.send("ServiceWorker.stopAllWorkers")


def test_a_page_in_another_language_is_not_kept_for_this_one(
    page: Page, phone: BrowserContext
) -> None:
    origin = page.url.split("/p/")[0]
    phone.add_cookies([{"name": "language", "value": "de", "url": origin}])
    page.reload()
    german = "caches.has('pages-de').then((has) => has && caches.open('pages-de')"
    wait_for(page, f"{german}.then((pages) => pages.match(location.pathname)).then(Boolean))")
    page.evaluate(LOOK_FOR_ANOTHER)
    gone = "caches.keys().then((names) => !names.includes('pages-en'))"
    wait_for(page, gone, halfway=stop_idle_worker)
    phone.set_offline(True)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect_hp(page, "Spieler 1", "20")


# The page's message to the worker; and another page, renewed once the worker has read it.
TOLD = """() => {
  const { controller } = navigator.serviceWorker;
  const tell = controller.postMessage.bind(controller);
  window.told = [];
  controller.postMessage = (message) => [tell(message), told.push(message)];
}"""
READ = """async () => {
  const pages = await caches.open("pages-en");
  await pages.put("/read", new Response('<form id="table"></form><div id="said"'));
  const message = { pathname: "/read", table: "renewed", language: "en" };
  navigator.serviceWorker.controller.postMessage(message);
}"""
RENEWED = (
    "caches.match('/read').then((page) => page.text()).then((text) => text.includes('renewed'))"
)


def test_a_table_in_another_language_is_not_put_into_a_page_of_this_one(
    page: Page, phone: BrowserContext, production_server: Site
) -> None:
    """The language was chosen in another tab; this one is asked for its table before its page."""
    page.evaluate(TOLD)
    origin = page.url.split("/p/")[0]
    phone.add_cookies([{"name": "language", "value": "de", "url": origin}])
    Wire(production_server.url).tap(page.url.split("/")[4], "hp:1:=7")
    wait_for(page, "told.some(({ table }) => table)")
    assert "Spieler 2" in page.evaluate("told.find(({ table }) => table).table")
    page.evaluate(READ)
    wait_for(page, RENEWED)
    kept = page.evaluate("caches.match(location.pathname).then((page) => page.text())")
    assert "Spieler 2" not in kept
    assert LOSE in kept
