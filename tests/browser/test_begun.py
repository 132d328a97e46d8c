"""A party is begun without a network, and nothing of it is lost or doubled once there is one."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from urllib.parse import urlencode

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.conftest import PHONE
from tests.browser.phones import button, expect_hp, expect_sent, other_tab, press
from tests.browser.test_offline import READY, wait_for
from tests.servers import Site
from tests.wire import FORM
from tests.wire import Phone as Wire
from tracker.services.codes import new_code

pytestmark = pytest.mark.thorough

RECORD = """caches.open("begun").then(async (cache) =>
  (await cache.match((await cache.keys())[0])).json())"""
CONTACT = 60_000  # ms: a page that was often without an answer waits longer before it asks again
BLANK = """Promise.all(["/new", "/new/2", "/new/2/tile", "/new/2/sheets"].map((address) =>
  caches.match(address))).then((answers) => answers.every(Boolean))"""
ODO = 'Odo & "<i>"'


# The worker's answers without a network; nobody listens to a party that is not there yet.
EXPECTED = re.compile("ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 404|Failed to fetch")


@pytest.fixture(name="phone")
def phone_without_a_network(
    new_context: CreateContextCallback, production_server: Site, complaints: list[str]
) -> Iterator[BrowserContext]:
    """It has been at the site once, and now is at its first page, offline."""
    url = production_server.url
    phone = new_context(service_workers="allow", viewport=PHONE, has_touch=True)
    page = phone.new_page()
    page.goto(f"{url}/p/{Wire(url).new_party()}/")
    wait_for(page, READY)
    wait_for(page, BLANK)
    phone.set_offline(True)
    page.goto(url)
    yield phone
    complaints[:] = [told for told in complaints if not EXPECTED.search(told)]


def begin(phone: BrowserContext, title: str) -> Page:
    """The table of Mara and Odo."""
    (page,) = phone.pages
    page.get_by_role("link", name="Name the players").tap()
    page.get_by_label("Party name").fill(title)
    page.get_by_label("Player 1").fill("Mara")
    page.get_by_label("Player 2").fill(ODO)
    button(page, "Start").dblclick()
    expect_hp(page, "Mara", "20")
    return page


def code_of(page: Page) -> str:
    found = re.search(r"/p/(\w{13})/", page.url)
    assert found
    return found[1]


def parties(site: Site, title: str) -> list[tuple[object, ...]]:
    """The parties of this name on the server: code, floor, health of both players."""
    sql = (
        "SELECT party.code, floor, mara.hp, odo.hp FROM tracker_party party"
        " JOIN tracker_player mara ON mara.party_id = party.id AND mara.name = 'Mara'"
        " JOIN tracker_player odo ON odo.party_id = party.id AND odo.name = ?"
        " WHERE party.title = ?"
    )
    with closing(sqlite3.connect(site.var_dir / "scoundrel.sqlite3")) as database:
        return database.execute(sql, [ODO, title]).fetchall()


def test_a_party_begun_offline_is_the_same_on_a_second_phone(
    phone: BrowserContext, new_context: CreateContextCallback, production_server: Site
) -> None:
    page = begin(phone, "Two of us")
    code = code_of(page)
    started = page.locator("#net").get_by_text("Started offline")
    expect(started).to_be_visible()
    for _ in range(3):
        button(page, "Mara: lose 1 HP").tap()
    button(page, "Next floor").tap()
    expect(started).to_be_visible()
    page.reload()
    expect_hp(page, "Mara", "17")
    expect(started).to_be_visible()
    button(page, f"{ODO}: lose 1 HP").tap()
    expect(page.locator("#net")).to_contain_text("5 to send")
    expect(started).to_be_visible()
    tab = other_tab(page)
    expect_hp(tab, ODO, "19")
    page.goto(production_server.url)
    page.get_by_role("link", name=re.compile("^Two of us")).tap()
    expect_hp(page, "Mara", "17")
    expect(started).to_be_visible()
    phone.set_offline(False)
    for one in (page, tab):
        expect(one.locator("#table")).to_have_attribute("data-revision", "5", timeout=CONTACT)
        expect_sent(one)
        expect(one.locator("#net b")).to_have_text("Saved")
    assert parties(production_server, "Two of us") == [(code, 2, 17, 19)]
    second = new_context(has_touch=True, viewport=PHONE).new_page()
    second.goto(page.url)
    expect_hp(second, "Mara", "17")
    button(second, f"{ODO}: lose 1 HP").tap()
    expect_hp(page, ODO, "18")


def test_its_sheets_open_before_the_server_has_it(
    phone: BrowserContext, production_server: Site
) -> None:
    """The page says what is not sure: how old the numbers are, and what waits."""
    page, sheet = begin(phone, "Sheets"), "#sheet .sheet"
    assert page.locator("#said").get_attribute("data-saved") == "Started offline"
    for enemy, hp in (("3 of Clubs", "17"), ("5 of Clubs", "12")):
        press(page.get_by_role("link", name=f"{ODO}: fight, drink, equip"))
        expect(page.locator(sheet).get_by_role("heading", name=ODO)).to_be_visible()
        expect(page.locator(f"{sheet} .as-of")).to_contain_text("as of ")
        press(page.get_by_role("radio", name=enemy))
        press(page.locator(sheet).get_by_role("button", name="Bare hands").locator("visible=true"))
        expect(page.locator(sheet)).to_be_hidden()
        expect_hp(page, ODO, hp)
    press(page.get_by_role("link", name="Mara: fight, drink, equip"))
    expect(page.get_by_role("radio", name="Fight")).to_be_checked()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    page.keyboard.press("h")
    expect(page.get_by_role("radio", name="Health")).to_be_checked()
    page.keyboard.press("Escape")
    press(page.get_by_role("link", name="Floor 1"))
    press(page.locator(sheet).get_by_text("By hand"))
    expect(page.locator(sheet).get_by_label("Set-aside cards as text")).to_be_visible()
    page.keyboard.press("Escape")
    press(page.get_by_role("link", name="More"))
    expect(page.get_by_role("alert")).to_contain_text("You’re offline")
    phone.set_offline(False)
    expect(page.locator("#table")).to_have_attribute("data-revision", "2", timeout=CONTACT)
    expect_sent(page)
    assert parties(production_server, "Sheets") == [(code_of(page), 1, 20, 12)]


def test_a_code_that_another_party_has_is_changed_and_no_tap_is_lost(
    phone: BrowserContext, production_server: Site
) -> None:
    page = begin(phone, "Squatted")
    first = code_of(page)
    button(page, "Mara: lose 1 HP").tap()
    theirs = {"code": first, "watch_code": new_code(), "players": 2, "title": "Theirs"}
    wire = Wire(production_server.url)
    assert wire.send("POST", "/new", urlencode(theirs), Content_Type=FORM).status == 303
    phone.set_offline(False)
    taken = page.get_by_text("This party’s code was taken already")
    expect(taken).to_be_visible(timeout=CONTACT)
    expect_hp(page, "Mara", "19")
    expect_sent(page)
    code = code_of(page)
    assert code != first
    assert parties(production_server, "Squatted") == [(code, 1, 19, 20)]
    assert 'data-revision="0"' in wire.get(f"/p/{first}/").body
    page.goto(f"{production_server.url}/p/{first}/")
    assert code_of(page) == code


def test_an_answer_that_is_lost_makes_no_second_party(
    phone: BrowserContext, production_server: Site
) -> None:
    """The server has the party, and died before it said so."""
    page = begin(phone, "Lost")
    button(page, "Mara: lose 1 HP").tap()
    known = page.evaluate(RECORD)
    posted = {"code": known["code"], "watch_code": known["watch"], "title": "Lost"}
    posted |= {f"name_{n}": name for n, name in enumerate(known["names"])}
    wire = Wire(production_server.url)
    assert wire.send("POST", "/new", urlencode(posted), Content_Type=FORM).status == 303
    phone.set_offline(False)
    expect(page.locator("#table")).to_have_attribute("data-revision", "1", timeout=CONTACT)
    expect_sent(page)
    assert parties(production_server, "Lost") == [(code_of(page), 1, 19, 20)]


def test_deleted_before_the_phone_has_heard_of_it_the_party_begins_again(
    phone: BrowserContext, production_server: Site
) -> None:
    page = begin(phone, "Twice")
    known = page.evaluate(RECORD)
    posted = {"code": known["code"], "watch_code": known["watch"], "title": "Twice"}
    posted |= {f"name_{n}": name for n, name in enumerate(known["names"])}
    wire = Wire(production_server.url)
    assert wire.send("POST", "/new", urlencode(posted), Content_Type=FORM).status == 303
    deletion = f"/p/{known['code']}/delete"
    assert wire.send("POST", deletion, "typed=Twice", Content_Type=FORM).status == 303
    phone.set_offline(False)
    expect(page).not_to_have_url(re.compile(known["code"]), timeout=CONTACT)
    expect(page.locator("#table")).to_have_attribute("data-watch", re.compile(r"^\w{13}$"))
    expect(page.locator("#table")).not_to_have_attribute("data-watch", known["watch"])
    code = code_of(page)
    assert parties(production_server, "Twice") == [(code, 1, 20, 20)]
