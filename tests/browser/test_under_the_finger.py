"""A finger means one room by two taps, nothing by sliding off, and no button that comes up."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.evenings import APART_S
from tests.browser.phones import (
    NEXT_FRAME,
    Fingers,
    OpenTable,
    Point,
    all_sent,
    button,
    elsewhere,
    expect_all_sent,
    expect_hp,
    expect_sent,
    middle,
    posts_of,
    press,
)
from tracker import models
from tracker.services.party.log import history_page
from tracker.services.party.parties import party_table

GAPS = [
    250,
    *(pytest.param(gap, marks=pytest.mark.thorough) for gap in (0, 900)),
    *(pytest.param(gap, marks=pytest.mark.nightly) for gap in (80, 150, 350, 450)),
]
EVENTS = ["Next room", "Next floor"]
LOSE = "Odo: lose 1 HP"


@pytest.fixture(name="page")
def page_of_the_table(open_table: OpenTable) -> Page:
    page = open_table()
    hold_is_there(page)
    return page


def hold_is_there(page: Page) -> None:
    """By then the scripts that nobody waits for have come."""
    expect(page.locator("#voice")).to_be_attached()


def place(code: str) -> tuple[int, int]:
    state = party_table(code).state
    return state.floor, state.room


def number(page: Page, name: str) -> Locator:
    return page.locator(f"[data-path={name.split()[-1]}]")


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("name", EVENTS)
def test_a_double_tap_is_one_room_or_floor(page: Page, code: str, name: str, gap: int) -> None:
    Fingers(page).tap_twice(middle(button(page, name)), gap)
    expect(number(page, name)).to_have_text("2")
    expect_all_sent(page)
    assert sum(place(code)) == 3
    assert models.Save.objects.filter(automatic=True).count() == (name == "Next floor")
    expect(button(page, "Undo")).to_contain_text("2")
    Fingers(page).tap(middle(button(page, "Undo")), time.time() + APART_S)
    expect(number(page, name)).to_have_text("1")


def test_the_second_of_two_taps_shows_that_it_counts_nothing(page: Page) -> None:
    plus = button(page, "Next room")
    refused = "(button) => button.getAnimations().some(({ id }) => id === 'refused')"
    fingers = Fingers(page)
    fingers.tap(middle(plus))
    assert not plus.evaluate(refused)
    fingers.tap(middle(plus))
    assert plus.evaluate(refused)


def test_a_second_room_a_second_later_counts(page: Page, code: str) -> None:
    Fingers(page).tap_twice(middle(button(page, "Next room")), 1_100)
    expect(number(page, "Next room")).to_have_text("3")
    expect_sent(page)
    assert place(code) == (1, 3)


def test_what_waits_says_which_room_it_left(page: Page, code: str) -> None:
    page.evaluate("window.held = app.outbox.hold()")
    steps = [("Next room", "2"), ("Next floor", "1"), ("Next room", "2"), ("Previous room", "1")]
    for name, room in steps:
        button(page, name).tap()
        expect(number(page, "Next room")).to_have_text(room)
    page.evaluate("app.outbox.lift(held); app.send()")
    expect_sent(page)
    assert place(code) == (2, 1)
    told = [entry.text for entry in history_page(party_table(code))]
    assert told[::-1] == ["room:+1:1.1", "floor:+1:1", "room:+1:2.1", "room:-1:2.2"]


@pytest.mark.parametrize("name", EVENTS)
def test_a_new_button_between_two_taps_changes_nothing(page: Page, code: str, name: str) -> None:
    """A table that comes between the two may bring all buttons again."""
    spot = middle(button(page, name))
    fingers, begun = Fingers(page), time.time()
    fingers.tap(spot, begun)
    button(page, name).evaluate("(old) => old.replaceWith(old.cloneNode(true))")
    fingers.tap(spot, begun + 0.9)  # later than guard.js is deaf, within the second of counting.js
    expect_all_sent(page)
    expect(number(page, name)).to_have_text("2")
    assert sum(place(code)) == 3


def test_two_keys_are_one_room(page: Page, code: str) -> None:
    page.keyboard.press("n")
    page.keyboard.press("n")
    expect(number(page, "Next room")).to_have_text("2")
    expect_sent(page)
    assert place(code) == (1, 2)


@pytest.mark.parametrize("name", EVENTS)
def test_two_phones_begin_one_room_or_floor(
    page: Page, open_table: OpenTable, code: str, name: str
) -> None:
    phones = [page, open_table()]
    held: list[Route] = []
    for phone in phones:
        phone.route("**/entries", lambda route: held.append(route))
        with phone.expect_request("**/entries"):
            Fingers(phone).tap(middle(button(phone, name)))
        expect(number(phone, name)).to_have_text("2")
    for phone, route in zip(phones, held, strict=True):
        route.continue_()
        phone.unroute("**/entries")
        expect_sent(phone)
    for phone in phones:
        expect(number(phone, name)).to_have_text("2")
    assert sum(place(code)) == 3


def test_a_phone_that_keeps_nothing_counts_a_double_tap_once(
    open_table: OpenTable, code: str
) -> None:
    closed = "Object.defineProperty(window, 'localStorage', { get() { throw Error('closed') } })"
    page = open_table(script=closed)
    hold_is_there(page)
    posts = posts_of(page)
    Fingers(page).tap_twice(middle(button(page, "Next room")), 250)
    expect(number(page, "Next room")).to_have_text("2")
    all_sent(page, posts)
    assert place(code) == (1, 2)


def counters(page: Page) -> list[Locator]:
    """Whatever answers on the way down."""
    found = page.locator("#table [data-counter] > button:not([aria-disabled])").all()
    assert len(found) >= 6
    return found


def texts(page: Page) -> list[str]:
    return page.locator("#table [data-path]").all_text_contents()


@pytest.mark.parametrize("by", [(0, 90), (-90, 0)], ids=["down", "sideways"])
def test_a_finger_that_slides_off_any_counter_takes_back_its_tap(
    page: Page, code: str, by: Point
) -> None:
    before = texts(page)
    for counter in counters(page):
        fingers = Fingers(page)
        fingers.put(1, middle(counter))
        assert texts(page) != before
        fingers.move(1, (by[0] / 9, by[1] / 9))
        fingers.move(1, by)
        expect(page.locator("#net")).to_have_attribute("data-state", "saved")
        assert texts(page) == before
        fingers.lift(1)
    expect_all_sent(page)
    assert history_page(party_table(code)) == []


def test_a_mouse_that_slides_off_does_too_and_counts_if_it_comes_back(
    page: Page, code: str
) -> None:
    x, y = middle(button(page, LOSE))
    for end, hp in ((y - 200, "20"), (y, "19")):
        page.mouse.move(x, y)
        page.mouse.down()
        expect_hp(page, "Odo", "19")
        page.mouse.move(x, y - 200, steps=4)
        expect_hp(page, "Odo", "20")
        page.mouse.move(x, end, steps=4)
        page.mouse.up()
        expect_hp(page, "Odo", hp)
    expect_sent(page)
    assert [entry.text for entry in history_page(party_table(code))] == ["hp:1:-1"]


def test_a_finger_that_rolls_on_its_button_counts(page: Page, code: str) -> None:
    fingers = Fingers(page)
    for by in ((4, 3), (-5, 4), (0, -6)):
        fingers.put(1, middle(button(page, LOSE)))
        fingers.move(1, by)
        fingers.lift(1)
    expect_sent(page)
    assert party_table(code).state.players[1].hp == 17


def test_nothing_is_sent_while_the_finger_lies_there(page: Page, code: str) -> None:
    fingers, posts = Fingers(page), posts_of(page)
    fingers.put(1, middle(button(page, LOSE)))
    page.evaluate("app.send()")
    page.evaluate(NEXT_FRAME)
    assert posts == []
    fingers.lift(1)
    expect_sent(page)
    assert party_table(code).state.players[1].hp == 19


def test_no_other_tab_sends_what_lies_under_a_finger(page: Page, code: str) -> None:
    """Its touch may become a scroll yet; where the page has died, it is sent all the same."""
    tab = page.context.new_page()
    tab.goto(page.url)
    page.bring_to_front()
    fingers, posts = Fingers(page), posts_of(tab)
    fingers.put(1, middle(button(page, LOSE)))
    tab.evaluate("app.send()")
    tab.evaluate(NEXT_FRAME)
    assert posts == []
    fingers.move(1, (0, 60))
    fingers.lift(1)
    expect_sent(page)
    assert not models.Entry.objects.exists()


def test_who_holds_on_and_slides_off_takes_back_all_of_it(open_table: OpenTable, code: str) -> None:
    page = open_table(quick_fingers=False)
    hold_is_there(page)
    x, y = middle(button(page, LOSE))
    page.mouse.move(x, y)
    page.mouse.down()
    expect(page.locator("#player-1 output")).not_to_have_text(re.compile("^(20|19|18)$"))
    page.mouse.move(x, y - 200, steps=4)
    expect_hp(page, "Odo", "20")
    page.mouse.up()
    expect_all_sent(page)
    assert history_page(party_table(code)) == []


# Something comes up while a finger counts, and is moved under it; whether it would act there.
COMES_UP = """([kind, x, y]) => {
  const said = document.getElementById("said");
  const question = { text: "?", label: "Do it", command: "name:0:Answered", patience: 1e6 };
  if (kind === "question") app.net.ask(question);
  if (kind === "message") app.net.say("isLocked");
  if (kind === "sheet") document.querySelector("#player-0 .cover").click();
  if (kind === "sheet") return true;
  said.style.translate = "";
  const button = said.querySelector(kind === "question" ? "[data-ask]" : "[data-switch]");
  const { left, top, width, height } = button.getBoundingClientRect();
  said.style.translate = `${x - left - width / 2}px ${y - top - height / 2}px`;
  return document.elementFromPoint(x, y) === button;
}"""
KINDS = {"question": "#said [data-ask]", "message": "#said [data-switch]", "sheet": "#sheet[open]"}
SAME_TABLE = """async () => {
  const target = document.getElementById("table");
  const text = target.outerHTML.replaceAll(/ style="[^"]*"/g, "");  // what UNDER gave it
  await htmx.swap({ text, target, swap: "outerMorph", sourceElement: target });
}"""
UNDER = """(button, [x, y]) => {
  const { left, top, width, height } = button.getBoundingClientRect();
  for (const { style } of document.querySelectorAll(".player")) style.zIndex = -1;
  button.style.translate = `${x - left - width / 2}px ${y - top - height / 2}px`;
  return document.elementFromPoint(x, y) === button;
}"""


@pytest.mark.thorough
def test_nothing_that_comes_up_under_a_tapping_finger_is_answered_by_it(
    page: Page, code: str
) -> None:
    """At any counter, however soon the next tap follows."""
    fingers = Fingers(page)
    for counter in counters(page):
        for kind, shown in KINDS.items():
            for gap in range(0, 451, 150):
                at, begun = middle(counter), time.time()
                fingers.tap(at, begun)
                assert page.evaluate(COMES_UP, [kind, *at])
                expect(page.locator(shown)).to_be_visible()
                fingers.tap(at, begun + gap / 1000)
                expect(page.locator(shown)).to_be_visible()
                page.evaluate("app.net.say(''), document.getElementById('sheet').close()")
    assert page.evaluate("document.body.dataset.locked") == ""
    expect_all_sent(page)
    entries = models.Entry.objects.filter(party__code=code).order_by("pk")
    before = [entry.text for entry in entries]
    assert {text.split(":")[0] for text in before} <= {"hp", "room", "floor"}
    fingers.tap(at, begun)
    assert page.evaluate(COMES_UP, ["question", *at])
    fingers.tap(at, begun + 0.55)
    expect(page.locator("#said")).to_be_hidden()
    expect_all_sent(page)
    added = [entry.text for entry in entries.all()][len(before) :]
    assert added[-1:] == ["name:0:Answered"], added


def test_an_answer_to_a_question_takes_back_no_tap(page: Page, code: str) -> None:
    """Nor is it taken back itself: the table is older then than what the phone has done."""
    held: list[Route] = []
    page.route("**/table?after=*", lambda route: held.append(route))
    button(page, LOSE).tap()
    expect_all_sent(page)
    page.evaluate("app.net.ask({ text: '?', label: 'Do it', command: 'name:0:A', patience: 1e6 })")
    page.locator("#said [data-ask]").tap()
    expect_all_sent(page)
    for route in held:
        route.continue_()
    page.unroute("**/table?after=*")
    elsewhere(code, "hp:3:-1")
    expect_hp(page, "Rook", "19")
    expect_all_sent(page)
    entries = models.Entry.objects.filter(party__code=code).order_by("pk")
    assert [entry.text for entry in entries] == ["hp:1:-1", "name:0:A", "hp:3:-1"]


@pytest.mark.parametrize("times", [1, 2])
def test_a_button_that_comes_with_the_table_is_not_pressed_by_who_counts(
    page: Page, code: str, times: int
) -> None:
    """However often the table comes: the next one has that button already."""
    fallen = ["hp:0:=0", "hp:1:=1", "hp:2:=0", "hp:3:=0"]
    elsewhere(code, *fallen)
    expect_hp(page, "Odo", "1")
    fingers, at = Fingers(page), middle(button(page, LOSE))
    begun = time.time()
    fingers.tap(at, begun)
    button_of_the_run = page.locator(".all-fallen button:visible")
    assert button_of_the_run.evaluate(UNDER, at)
    for _ in range(1, times):
        page.evaluate(SAME_TABLE)
        assert button_of_the_run.evaluate(UNDER, at)
    fingers.tap(at, begun + 0.45)
    expect_all_sent(page)
    entries = models.Entry.objects.filter(party__code=code).order_by("pk")
    assert [entry.text for entry in entries] == [*fallen, "hp:1:-1"]


CHANGES = """([button, at]) => addEventListener("pointerup", () => {
  window.isUnder = (UNDER)(button, at);
}, { capture: true, once: true })""".replace("UNDER", UNDER)


def test_a_click_does_nothing_to_what_comes_between_it_and_its_touch(page: Page, code: str) -> None:
    """A busy phone makes the click late: by then the table may have another button there."""
    fallen = ["hp:0:=0", "hp:1:=1", "hp:2:=0", "hp:3:=0"]
    elsewhere(code, *fallen)
    expect_hp(page, "Odo", "1")
    fingers, at = Fingers(page), middle(button(page, LOSE))
    fingers.tap(at)
    button_of_the_run = page.locator(".all-fallen button:visible")
    expect(button_of_the_run).to_be_visible()
    plus = middle(button(page, "Odo: gain 1 HP"))
    page.evaluate(CHANGES, [button_of_the_run.element_handle(), plus])
    fingers.tap(plus, time.time() + APART_S)
    expect_hp(page, "Odo", "1")
    assert page.evaluate("isUnder")
    expect_all_sent(page)
    entries = models.Entry.objects.filter(party__code=code).order_by("pk")
    assert [entry.text for entry in entries] == [*fallen, "hp:1:-1", "hp:1:+1"]


def test_a_counter_that_is_another_button_by_its_click_counts_once(page: Page, code: str) -> None:
    for name in [LOSE, *EVENTS]:
        button(page, name).evaluate(
            """(old) => addEventListener("pointerup", () => old.replaceWith(old.cloneNode(true)),
                { capture: true, once: true })"""
        )
        Fingers(page).tap(middle(button(page, name)), time.time())
    expect_all_sent(page)
    state = party_table(code).state
    assert (state.players[1].hp, state.floor, state.room) == (19, 2, 1)


def test_a_sheet_that_is_read_again_under_a_finger_does_nothing_else(page: Page, code: str) -> None:
    """On a slow network it was asked for before the finger came down."""
    elsewhere(code, "equip:0:8d", "attach:0:Ks", "attach:0:Qc", "attach:0:Jc")
    asked: list[Route] = []
    press(page.get_by_role("link", name="Mara: fight, drink, equip"))
    press(page.get_by_role("radio", name="More"))
    queen = page.locator("#sheet [value='detach:0:Qc']")
    queen.wait_for()
    page.route("**/player/0?tab=*", lambda route: asked.append(route))
    elsewhere(code, "detach:0:Ks")
    while not asked:
        page.evaluate(NEXT_FRAME)
    fingers = Fingers(page)
    fingers.put(1, middle(queen))
    asked.pop().continue_()
    expect(page.locator("#sheet [value='detach:0:Ks']")).to_have_count(0)
    fingers.lift(1)
    expect_all_sent(page)
    assert party_table(code).state.players[0].weapon == "8:QcJc"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("link", "tab"),
    [("/player/0", "Fight"), ("/player/0", "More"), ("/dungeon", ""), ("/take", "")],
)
def test_a_button_that_becomes_another_one_under_a_finger_does_nothing(
    page: Page, code: str, link: str, tab: str
) -> None:
    elsewhere(code, "equip:0:8d", "attach:0:Ks", "attach:0:Qc", "referee:room")
    expect(page.locator("#table")).to_have_attribute("data-revision", "4")
    press(page.locator(f"#table a[hx-target='#sheet'][href*='{link}']:visible").first)
    if tab:
        press(page.get_by_role("radio", name=tab))
    sent = posts_of(page)
    buttons = page.locator("#sheet button[value]:visible:enabled")
    buttons.first.wait_for()
    for each in buttons.all()[:12]:
        each.scroll_into_view_if_needed()
        fingers = Fingers(page)
        fingers.put(1, middle(each))
        each.evaluate("(button) => { button.value = button.value.replace(/.$/, 'x') }")
        fingers.lift(1)
        page.evaluate(NEXT_FRAME)
    expect_all_sent(page)
    assert not sent
