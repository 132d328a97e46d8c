"""Several phones at one table: a change on one is on the others, and nobody is disturbed by it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.phones import (
    NEXT_FRAME,
    OpenTable,
    button,
    elsewhere,
    expect_all_sent,
    expect_hp,
    expect_said,
    expect_sent,
    middle,
    seat,
)
from tests.browser.screens import assert_whole, every_screen, open_screen
from tests.screens import WATCHED, Screen
from tracker import models
from tracker.services.party.parties import party_relink, party_table

# A page that asks the site by itself from time to time can be told to listen only.
MAY_LISTEN = """
  const { setInterval } = window;
  window.setInterval = (call, ms) =>
    setInterval(() => (window.listens && ms === 4000) || call(), ms);
"""
LISTENS = MAY_LISTEN + "window.listens = true"
LIT = """;
  window.lit = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) {
    if (this.matches(".player, .mate")) window.lit.push(this.id);
    return animate.apply(this, how);
  };
"""
# A table with the right numbers says all else two seconds later, here by catchUp().
CALM = (
    LISTENS
    + """;
  const { setTimeout } = window;
  window.setTimeout = (call, ms, ...more) =>
    ms === 2000 ? (window.catchUp = call) && 1 : setTimeout(call, ms, ...more);
"""
)
LISTENING_SCRIPTS = re.compile(r"/static/.*(later|live).*\.js")
A_ROOM = ["referee:room", "deal:1.1:9cKd4h10s2c7d"]
TELEVISIONS = ((1024, 600), (1024, 768), (1280, 800), (1920, 1080))  # and tablets


def test_a_change_on_one_phone_is_on_the_other_without_a_reload(open_table: OpenTable) -> None:
    mara, odo = open_table(), open_table(script=LISTENS)
    odo.evaluate("document.body.dataset.stayed = 'yes'")
    button(mara, "Odo: lose 1 HP").click()
    expect_hp(odo, "Odo", "19")
    expect(odo.locator("body")).to_have_attribute("data-stayed", "yes")


@pytest.mark.parametrize(("motion", "lit"), [("no-preference", ["player-1"]), ("reduce", [])])
def test_a_panel_that_others_change_lights_up(
    open_table: OpenTable, code: str, motion: str, lit: list[str]
) -> None:
    page = open_table(script=LISTENS + LIT, reduced_motion=motion)
    elsewhere(code, "hp:1:-3")
    expect_hp(page, "Odo", "17")
    page.wait_for_function("(count) => window.lit.length === count", arg=len(lit))
    button(page, "Mara: lose 1 HP").tap()
    expect_sent(page)
    assert page.evaluate("window.lit") == lit


def asked_for(page: Page) -> list[str]:
    """The tables it has asked for from here on."""
    asked: list[str] = []
    page.on(
        "request", lambda request: asked.append(request.url) if "/table?" in request.url else None
    )
    return asked


def test_a_number_comes_with_the_news_and_all_else_once_for_a_burst(
    open_table: OpenTable, code: str
) -> None:
    elsewhere(code, "hp:1:-1")
    page = open_table(script=CALM)
    loss = seat(page, "Odo").locator(".badge")
    expect(loss).to_have_text("−1")
    asked = asked_for(page)
    for hp in ("16", "13", "10"):
        elsewhere(code, "hp:1:-3")
        expect_hp(page, "Odo", hp)
        expect(loss).to_be_hidden()
    elsewhere(code, "hp:2:-17")
    expect(seat(page, "Pell")).to_have_class(re.compile("danger"))
    assert not asked
    page.evaluate("catchUp()")
    expect(button(page, "Undo")).to_contain_text("Pell")
    assert len(asked) == 1
    expect_hp(page, "Odo", "10")
    expect(loss).to_be_visible()


def test_what_is_undone_is_what_the_button_says(open_table: OpenTable, code: str) -> None:
    elsewhere(code, "hp:0:-1")
    page = open_table(script=CALM)
    elsewhere(code, "hp:1:-3")
    expect_hp(page, "Odo", "17")
    expect(button(page, "Undo").get_by_text("Mara")).to_be_visible()
    button(page, "Undo").tap()
    expect_hp(page, "Mara", "20")
    expect_hp(page, "Odo", "17")


def test_no_button_stays_for_what_another_phone_has_just_undone_or_redone(
    open_table: OpenTable, code: str
) -> None:
    elsewhere(code, "hp:0:-1", "hp:1:-1", "undo:2")
    page = open_table(script=CALM)
    undo = page.locator("[data-undo]")
    elsewhere(code, "undo:3")
    expect(button(page, "Redo")).to_have_count(0)
    expect(undo).to_contain_text("Odo")
    elsewhere(code, "undo:2")
    expect(undo).to_contain_text("Mara")
    expect(button(page, "Redo")).to_contain_text("Odo")


@pytest.mark.parametrize("depends", ["a fall", "a hand", "a room", "a sheet", "a voice"])
def test_what_more_than_a_number_depends_on_is_asked_for_at_once(
    take_phone: Callable[..., Page], base_url: str, code: str, depends: str
) -> None:
    page = take_phone(script=CALM, for_good=True)
    for kept, cookie in {"a hand": ("device", "0"), "a voice": ("full", "1")}.items():
        if depends == kept:
            page.context.add_cookies([{"name": cookie[0], "value": cookie[1], "url": base_url}])
    if depends == "a room":
        elsewhere(code, "referee:room", "deal:1.1:9cKd4h10s2c7d")
    with page.expect_response("**/live/**"):
        page.goto(f"/p/{code}/")
    if depends == "a sheet":
        page.get_by_role("link", name="Mara: fight, drink, equip").click()
        expect(page.locator("#sheet")).to_be_visible()
    if depends == "a voice":
        expect(page.locator("#voice[data-full]")).to_be_attached()
    with page.expect_request("**/table?**"):
        elsewhere(code, "hp:0:=0" if depends == "a fall" else "hp:0:-3")


def test_what_is_in_a_hand_follows_too(open_table: OpenTable, code: str) -> None:
    page = open_table(script=LISTENS)
    elsewhere(code, "referee:count", "equip:0:8d", "used:+Kh", "floor:+1")
    expect(seat(page, "Mara")).to_contain_text("Can fight anything")
    expect(button(page, "King of Hearts: set aside")).to_be_visible()
    expect(page.locator("[data-path=floor]")).to_have_text("2")


def test_an_open_sheet_stays_open_with_what_is_typed_in_it(
    open_table: OpenTable, code: str
) -> None:
    page = open_table(script=LISTENS)
    page.get_by_role("link", name="Mara: fight, drink, equip").click()
    page.locator("label", has=page.get_by_role("radio", name="More")).click()
    page.get_by_text("By hand").click()
    typed = page.get_by_label("Weapon as text")
    typed.press_sequentially("8:K")
    elsewhere(code, "hp:1:-3", "weapon:0:hammer")
    expect(seat(page, "Odo").locator("output")).to_have_text("17")
    expect(page.locator("#sheet header")).to_contain_text("hammer")
    expect(typed).to_be_focused()
    expect(typed).to_have_value("8:K")


def test_a_page_that_the_site_was_updated_under_begins_again_with_the_new_scripts(
    page: Page, code: str, complaints: list[str]
) -> None:
    """Scripts that load later have other addresses by then."""
    gone = re.compile(r"/static/[^\"]*(later|live)[^\"]*\.js")

    def old(route: Route) -> None:
        answer = route.fetch()
        text = gone.sub("/static/js/of-before.js", answer.text())
        route.fulfill(content_type="text/html", body=text)

    page.route(f"**/p/{code}/", old, times=1)
    page.goto(f"/p/{code}/")
    button(page, "Mara: lose 1 HP").click()
    expect_all_sent(page)
    elsewhere(code, "hp:1:-1")
    expect_hp(page, "Odo", "19")
    expect_hp(page, "Mara", "19")
    complaints.clear()  # the scripts that had gone


@pytest.mark.thorough
def test_focus_stays_where_it_is(open_table: OpenTable, code: str) -> None:
    page = open_table(script=LISTENS)
    focused = button(page, "Pell: lose 1 HP")
    focused.focus()
    elsewhere(code, "hp:2:-3", "equip:0:8d", "first:2", "used:+Kh")
    expect_hp(page, "Pell", "17")
    expect(focused).to_be_focused()


@pytest.mark.parametrize(
    ("before", "control", "news", "part"),
    [
        (["hp:1:-1", "undo:1"], "nav [value='undo:2']", "weapon:0:axe", "nav"),
        (A_ROOM, "[href*='card/4h']", "take:1.1:drink:0:4h", ".room"),
        (["hp:3:-1"], "#player-3 .cover", "leave:3", "main"),
    ],
    ids=["Redo", "a card", "a player"],
)
def test_focus_on_what_others_take_away_goes_to_that_part_of_the_table(
    open_table: OpenTable, code: str, before: list[str], control: str, news: str, part: str
) -> None:
    elsewhere(code, *before)
    page = open_table(script=LISTENS)
    page.locator(control).focus()
    for number, text in enumerate((news, "weapon:1:axe", "weapon:1:bow"), len(before) + 1):
        elsewhere(code, text)
        expect(page.locator("#table")).to_have_attribute("data-revision", str(number))
        expect(page.locator(control)).to_have_count(0)
        page.evaluate(NEXT_FRAME)
        expect(page.locator(f"#table {part}:focus")).to_have_count(1)


def test_a_button_under_a_finger_is_not_swapped(open_table: OpenTable, code: str) -> None:
    elsewhere(code, "referee:count")
    page = open_table(script=LISTENS)
    king = page.locator(".special", has_text="K").last
    page.mouse.move(*middle(king))
    page.mouse.down()
    elsewhere(code, "used:+Kh")
    # Nothing is to come of it, so there is nothing to wait for.
    page.wait_for_timeout(700)
    expect(king).to_have_attribute("value", "used:+Kh")
    page.mouse.move(5, 5)
    page.mouse.up()
    expect(king).to_have_attribute("value", "used:-Kh")


@pytest.mark.thorough
def test_it_asks_where_events_do_not_get_through(open_table: OpenTable, code: str) -> None:
    page = open_table(without="**/live/**")
    elsewhere(code, "hp:0:-3")
    expect_hp(page, "Mara", "17")


def test_it_listens_again_after_a_break(open_table: OpenTable, code: str) -> None:
    page = open_table(without="**/live/**", script=MAY_LISTEN)
    with page.expect_response(re.compile("/live/")):
        page.unroute("**/live/**")
    page.evaluate("window.listens = true")
    elsewhere(code, "hp:0:-3")
    expect_hp(page, "Mara", "17")


def test_it_asks_again_for_the_scripts_by_which_it_hears_of_others(
    take_phone: Callable[..., Page], code: str, complaints: list[str]
) -> None:
    """The site goes just after the page has come, and is back a little later."""
    page = take_phone(clock=True)
    page.route(LISTENING_SCRIPTS, lambda route: route.abort("connectionrefused"), times=1)
    with page.expect_event("requestfailed"):
        page.goto(f"/p/{code}/")
    page.clock.run_for(3_000)
    expect(button(page, "Odo: lose 1 HP")).to_be_enabled()
    assert page.evaluate("app.refresh") is None
    with page.expect_response("**/live/**"):
        page.clock.run_for(2_000)
    elsewhere(code, "hp:0:-3")
    expect_hp(page, "Mara", "17")
    complaints.clear()  # the script that did not come


HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}"""


def test_a_page_that_was_hidden_catches_up(open_table: OpenTable, code: str) -> None:
    page = open_table(script=LISTENS)
    page.evaluate(HIDE, True)
    elsewhere(code, "hp:0:-3")
    # Nothing is to come of it, so there is nothing to wait for.
    page.wait_for_timeout(500)
    expect_hp(page, "Mara", "20")
    page.evaluate(HIDE, False)
    expect_hp(page, "Mara", "17")


def test_a_watching_page_follows_everything(page: Page, code: str) -> None:
    page.add_init_script(LISTENS)
    page.goto(f"/w/{party_table(code).watch_code}/")
    elsewhere(code, "hp:0:-3", "floor:+1")
    expect_hp(page, "Mara", "17")
    expect(page.get_by_text("Floor 2", exact=True)).to_be_visible()
    expect(page.locator("#table :is(button, form, a, input)")).to_have_count(0)


@pytest.mark.thorough
def test_a_watching_page_goes_back_to_a_backup(page: Page, code: str) -> None:
    page.add_init_script(LISTENS)
    page.goto(f"/w/{party_table(code).watch_code}/")
    elsewhere(code, "hp:0:-3", "hp:0:-3")
    expect_hp(page, "Mara", "14")
    models.Party.objects.filter(code=code).update(revision=1)
    models.Player.objects.filter(party__code=code, number=0).update(hp=17)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect_hp(page, "Mara", "17")


@pytest.mark.thorough
@pytest.mark.parametrize("screen", every_screen(WATCHED))
def test_a_television_shows_everything_at_once(
    page: Page, base_url: str, screen: Screen, complaints: list[str]
) -> None:
    open_screen(page, base_url, screen, complaints)
    for width, height in TELEVISIONS:
        page.set_viewport_size({"width": width, "height": height})
        assert_whole(page)


def test_a_dead_link_gives_way_to_a_page_that_says_so(
    open_table: OpenTable, code: str, complaints: list[str]
) -> None:
    page = open_table()
    party_relink(code=code)
    expect(page.get_by_role("heading", name="This link no longer works")).to_be_visible()
    complaints.clear()


@pytest.mark.thorough
def test_what_waits_at_a_dead_link_counts_at_the_new_one(
    open_table: OpenTable, code: str, complaints: list[str]
) -> None:
    page = open_table()
    page.route("**/entries", lambda route: route.abort())
    button(page, "Mara: lose 1 HP").click()
    fresh = party_relink(code=code)
    expect_said(page, "This link no longer works")
    page.unroute("**/entries")
    page.goto(f"/p/{fresh}/")
    expect_sent(page)
    assert party_table(fresh).state.players[0].hp == 19
    complaints.clear()


def let_it_stay_on(page: Page) -> None:
    """A browser without a window asks somebody first, a phone asks nobody."""
    page.context.grant_permissions(["screen-wake-lock"])
    page.reload()


def test_the_screen_stays_on_while_the_run_lasts(open_table: OpenTable, code: str) -> None:
    page = open_table()
    let_it_stay_on(page)
    body = page.locator("body")
    expect(body).to_have_attribute("data-awake", "1")
    page.evaluate(HIDE, True)
    expect(body).to_have_attribute("data-awake", "")
    page.evaluate(HIDE, False)
    page.set_viewport_size({"width": 844, "height": 390})
    expect(body).to_have_attribute("data-awake", "1")
    elsewhere(code, *(f"hp:{number}:=0" for number in range(4)))
    expect(body).to_have_attribute("data-awake", "")


@pytest.mark.thorough
def test_a_phone_remembers_that_its_screen_may_go_dark(open_table: OpenTable, code: str) -> None:
    page = open_table()
    let_it_stay_on(page)
    expect(page.locator("body")).to_have_attribute("data-awake", "1")
    page.goto(f"/p/{code}/settings?phone")
    button(page, "Keep screen on").tap()
    page.goto(f"/p/{code}/")
    expect(page.locator("body")).not_to_have_attribute("data-awake", "1")
    expect(page.locator("#net")).to_have_attribute("data-state", "saved")
