"""No tap is ever lost, counted twice or shown late: real fingers, keys and dead networks."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.phones import (
    NEXT_FRAME,
    Fingers,
    OpenTable,
    button,
    elsewhere,
    expect_all_sent,
    expect_hp,
    expect_said,
    expect_sent,
    late,
    middle,
    other_tab,
    posts_of,
    seat,
)
from tracker.services.party.log import history_page
from tracker.services.party.parties import party_table

LOSE, GAIN = "{}: lose 1 HP", "{}: gain 1 HP"


@pytest.fixture(name="page")
def page_of_the_table(open_table: OpenTable) -> Page:
    return open_table()


def hps(code: str) -> list[int]:
    return [player.hp for player in party_table(code).state.players]


def tap(page: Page, name: str, times: int = 1) -> None:
    for _ in range(times):
        button(page, name).tap()


def odo_at_once(page: Page) -> str | None:
    """Returns Odo's health as the next painted frame shows it."""
    page.evaluate(NEXT_FRAME)
    return seat(page, "Odo").locator("output").text_content()


def test_twenty_quick_taps_are_shown_at_once_and_sent_as_one(page: Page, code: str) -> None:
    posts = posts_of(page)
    page.evaluate(
        """() => {
          const button = document.querySelector("[value='hp:1:-1']");
          const about = { bubbles: true, pointerId: 7, button: 0 };
          const touch = (type) => button.dispatchEvent(new PointerEvent(type, about));
          for (let tap = 0; tap < 20; tap += 1) ["pointerdown", "pointerup"].forEach(touch);
        }"""
    )
    assert odo_at_once(page) == "0"
    expect_sent(page)
    assert hps(code)[1] == 0
    assert len(posts) <= 2


def test_a_tap_is_painted_before_the_finger_is_up(page: Page) -> None:
    fingers = Fingers(page)
    fingers.put(1, middle(button(page, LOSE.format("Odo"))))
    expect_hp(page, "Odo", "19")
    fingers.lift(1)
    expect_sent(page)
    expect_hp(page, "Odo", "19")


def test_two_fingers_on_two_seats_both_count(page: Page, code: str) -> None:
    fingers = Fingers(page)
    for _ in range(5):
        fingers.put(1, middle(button(page, LOSE.format("Mara"))))
        fingers.put(2, middle(button(page, LOSE.format("Rook"))))
        fingers.lift(1)
        fingers.lift(2)
    expect_sent(page)
    assert hps(code) == [15, 20, 20, 15]


def test_the_clicks_of_two_fingers_count_nothing_more(page: Page, code: str) -> None:
    page.evaluate(
        """() => {
          const buttons = [0, 3].map((n) => document.querySelector(`[value='hp:${n}:-1']`));
          const about = { bubbles: true, cancelable: true, detail: 1 };
          for (const type of ["pointerdown", "pointerup", "click"])
            buttons.forEach((button, pointerId) =>
              button.dispatchEvent(new PointerEvent(type, { ...about, pointerId })));
        }"""
    )
    expect_sent(page)
    assert hps(code) == [19, 20, 20, 19]


def test_a_touch_that_becomes_a_scroll_is_taken_back(page: Page, code: str) -> None:
    fingers = Fingers(page)
    fingers.put(1, middle(button(page, LOSE.format("Odo"))))
    expect_hp(page, "Odo", "19")
    for _ in range(10):
        fingers.move(1, (0, 12))
    expect_hp(page, "Odo", "20")
    fingers.lift(1)
    expect_all_sent(page)
    assert history_page(party_table(code)) == []


def test_holding_repeats_and_speeds_up(open_table: OpenTable, code: str) -> None:
    page = open_table(quick_fingers=False, clock=True, for_good=True)
    # A busy machine takes longer than the finger lies there.
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + 1)
    fingers = Fingers(page)
    fingers.put(1, middle(button(page, LOSE.format("Odo"))))
    page.clock.run_for(1_500)
    fingers.lift(1)
    page.clock.resume()
    shown = page.locator("#player-1 output").text_content()
    expect_sent(page)
    assert shown == str(hps(code)[1]).replace("-", "−")
    assert 4 <= 20 - hps(code)[1] <= 20


@pytest.mark.parametrize("key", ["Enter", " "])
def test_a_key_counts_once(page: Page, code: str, key: str) -> None:
    button(page, LOSE.format("Odo")).press(key)
    expect_hp(page, "Odo", "19")
    expect_sent(page)
    assert hps(code)[1] == 19


def test_a_screen_reader_counts_once(page: Page, code: str) -> None:
    button(page, LOSE.format("Odo")).evaluate("button => button.click()")
    expect_sent(page)
    assert hps(code)[1] == 19


def test_taps_without_a_network_survive_a_reload_and_are_sent_on(
    page: Page, code: str, spotty: None
) -> None:
    page.context.set_offline(True)
    tap(page, LOSE.format("Odo"), times=3)
    expect(page.locator("#net")).to_contain_text("3 to send")
    expect(page.locator("#net")).to_contain_text("Offline since")
    page.context.set_offline(False)
    page.reload()
    expect_hp(page, "Odo", "17")
    expect_sent(page)
    assert hps(code)[1] == 17


def test_a_phone_and_a_phone_without_network_agree_in_the_end(
    page: Page, code: str, spotty: None
) -> None:
    page.context.set_offline(True)
    tap(page, LOSE.format("Odo"), times=2)
    elsewhere(code, "hp:1:-5", "hp:0:-1")
    page.context.set_offline(False)
    expect_hp(page, "Odo", "13")
    expect_hp(page, "Mara", "19")
    assert hps(code)[:2] == [19, 13]


def test_taps_without_a_network_hurt_nobody_who_came_meanwhile(
    page: Page, code: str, spotty: None
) -> None:
    page.context.set_offline(True)
    tap(page, LOSE.format("Odo"), times=2)
    tap(page, LOSE.format("Mara"))
    elsewhere(code, "leave:1", "join:1:Uma")
    page.context.set_offline(False)
    expect_said(page, "The table has changed in the meantime.")
    expect_hp(page, "Uma", "20")
    expect_sent(page)
    assert hps(code)[:2] == [19, 20]


def test_an_answer_that_got_lost_counts_once(page: Page, code: str) -> None:
    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort("aborted")

    page.route("**/entries", lose_the_answer, times=1)
    tap(page, LOSE.format("Odo"))
    expect_sent(page)
    assert (hps(code)[1], party_table(code).revision) == (19, 1)


def test_a_refused_command_is_told_and_the_rest_counts(page: Page, code: str) -> None:
    page.route("**/table?*", lambda route: route.abort("aborted"))
    page.get_by_role("link", name="Mara: fight, drink, equip").tap()
    page.locator("label", has=page.get_by_role("radio", name="More")).tap()
    elsewhere(code, "leave:0")
    button(page, "Remove from table").tap()
    tap(page, LOSE.format("Odo"))
    expect_said(page, "Mara is not at the table")
    page.unroute("**/table?*")
    page.evaluate("app.refresh(true)")
    expect_sent(page)
    assert hps(code)[1] == 19


def test_a_tap_that_waits_is_undone_on_the_phone(page: Page, code: str, spotty: None) -> None:
    page.context.set_offline(True)
    tap(page, LOSE.format("Odo"), times=2)
    expect(page.locator("#net")).to_contain_text("2 to send")
    tap(page, "Undo")
    expect_hp(page, "Odo", "19")
    page.context.set_offline(False)
    expect_sent(page)
    assert (hps(code)[1], party_table(code).revision) == (19, 1)


def test_undo_of_a_tap_that_may_have_arrived_waits_with_it(page: Page, code: str) -> None:
    page.route("**/entries", lambda route: route.abort("aborted"))
    tap(page, LOSE.format("Odo"))
    expect(page.locator("#net")).to_contain_text("Offline since")
    tap(page, "Undo")
    expect(page.locator("#net")).to_contain_text("2 to send")
    page.unroute("**/entries")
    expect_sent(page)
    expect_hp(page, "Odo", "20")
    assert (hps(code)[1], party_table(code).revision) == (20, 2)


def test_undo_of_a_tap_on_its_way_waits_for_it(page: Page, code: str) -> None:
    held: list[Route] = []
    page.route("**/entries", lambda route: held.append(route))
    with page.expect_request("**/entries"):
        tap(page, LOSE.format("Odo"))
    tap(page, "Undo")
    held.pop().continue_()
    page.unroute("**/entries")
    expect(button(page, "Redo")).to_be_visible()
    expect_hp(page, "Odo", "20")
    assert [line.text for line in history_page(party_table(code))] == [
        "undo:1",
        "hp:1:-1",
    ]


def test_undo_is_of_what_has_arrived_before_the_table_shows_it(page: Page, code: str) -> None:
    tap(page, LOSE.format("Mara"))
    expect(button(page, "Undo")).to_contain_text("Mara")
    with late(page, "**/table?*"):
        with page.expect_response("**/entries"):
            tap(page, LOSE.format("Odo"))
        expect_sent(page)
        tap(page, "Undo")
    expect(button(page, "Redo")).to_be_visible()
    assert hps(code)[:2] == [19, 20]


def test_two_tabs_share_what_waits(page: Page, code: str, spotty: None) -> None:
    tab = other_tab(page)
    page.context.set_offline(True)
    tap(page, LOSE.format("Odo"), times=2)
    tap(tab, LOSE.format("Odo"))
    expect_hp(page, "Odo", "17")
    expect_hp(tab, "Odo", "17")
    page.context.set_offline(False)
    expect_sent(page)
    expect_sent(tab)
    assert (hps(code)[1], party_table(code).revision) == (17, 3)


def test_what_a_closed_tab_has_left_is_sent_by_another(open_table: OpenTable, code: str) -> None:
    page = open_table(for_good=True)
    page.clock.install()
    page.reload()
    tab = other_tab(page)
    tab.evaluate("app.outbox.hold(); app.outbox.add('hp:1:-1')")
    tab.close()
    expect(page.locator("#net")).to_contain_text("1 to send")
    page.clock.fast_forward(31_000)
    expect_sent(page)
    assert hps(code)[1] == 19
    page.reload()
    assert page.evaluate("Object.keys(localStorage).filter((name) => /^held:/.test(name))") == []


@pytest.fixture
def page_without_news(open_table: OpenTable) -> Page:
    """Learns nothing from the server: it would correct revisions that a test makes up."""
    return open_table(without=re.compile(r"/live/|/table\?"))


def test_what_another_tab_has_learnt_counts_before_this_one_is_told(
    page_without_news: Page,
) -> None:
    page_without_news.evaluate(
        """() => {
          const { revision, values } = app.outbox.truth;
          const learnt = { ...values, "players.1.hp": 17 };
          const name = `truth:${document.getElementById("table").dataset.party}`;
          localStorage[name] = JSON.stringify({ revision: 3, values: learnt, done: [] });
          app.outbox.learn(revision, values, revision); // an answer that has taken its time
        }"""
    )
    assert odo_at_once(page_without_news) == "17"


def test_a_tap_that_another_tab_is_about_to_drop_counts_once(page_without_news: Page) -> None:
    page_without_news.evaluate(
        """() => {
          const { party } = document.getElementById("table").dataset;
          const values = { ...app.outbox.truth.values, "players.1.hp": 19 };
          localStorage[`tap:${party}:1-other`] = "hp:1:-1";
          const learnt = { revision: 3, values, done: ["1-other"] };
          localStorage[`truth:${party}`] = JSON.stringify(learnt);
          app.outbox.learn(4, values);
        }"""
    )
    assert odo_at_once(page_without_news) == "19"


# All numbers that Odo's panel has shown since.
SHOWN = """() => {
  const number = document.querySelector("#player-1 output");
  window.shown = [];
  const look = () => shown.push(number.textContent);
  new MutationObserver(look).observe(number, { childList: true, characterData: true });
}"""


def test_a_tap_that_another_tab_has_sent_meanwhile_counts_once(page: Page, code: str) -> None:
    tab = other_tab(page)
    held: list[Route] = []
    for one, hp in ((page, "19"), (tab, "18")):
        one.route("**/entries", lambda route: held.append(route), times=1)
        with one.expect_request("**/entries"):
            tap(one, LOSE.format("Odo"))
        expect_hp(page, "Odo", hp)
    first, second = held
    answer = second.fetch()  # of both
    page.evaluate(SHOWN)
    with page.expect_response("**/entries"):
        first.continue_()
    expect_sent(page)
    second.fulfill(response=answer)
    expect_sent(tab)
    assert page.evaluate("shown") == []
    assert (hps(code)[1], party_table(code).revision) == (18, 2)


# The wait for the outbox ends after two seconds, which a busy machine may take.
PAINTED = """
  const patience = new CSSStyleSheet();
  patience.replaceSync("[data-path] { animation-duration: 60s !important }");
  document.adoptedStyleSheets = [patience];
  window.painted = new Set();
  const look = () => {
    const number = document.querySelector("#player-1 output");
    const seen = number?.checkVisibility({ visibilityProperty: true });
    if (!number || getComputedStyle(number).position === "absolute") // its style sheet is there
      painted.add(seen ? number.textContent : "");
    requestAnimationFrame(look);
  };
  look();
"""


def test_no_number_is_painted_before_the_taps_that_wait_are_counted(open_table: OpenTable) -> None:
    page = open_table(for_good=True)
    page.evaluate("window.held = app.outbox.hold()")
    tap(page, LOSE.format("Odo"))
    held: list[Route] = []
    page.route("**/party.*.js", lambda route: held.append(route))
    page.add_init_script(PAINTED)
    page.reload(wait_until="commit")
    expect(page.locator("#player-1 output")).to_have_text("20")
    page.evaluate(NEXT_FRAME)
    held.pop().continue_()
    expect_hp(page, "Odo", "19")
    page.evaluate(NEXT_FRAME)
    assert page.evaluate("[...painted]") == ["", "19"]


FOUR_FINGERS = """() => {
  const { outbox } = app;
  const moment = Date.now();
  Date.now = () => moment;
  const holds = Array.from({ length: 4 }, () => outbox.hold());
  outbox.add("hp:1:-1");
  return holds.map((hold) => {
    outbox.lift(hold);
    return outbox.ready().length;
  });
}"""


def test_a_tap_waits_for_the_last_finger_of_those_that_came_in_one_moment(
    open_table: OpenTable,
) -> None:
    assert open_table(for_good=True).evaluate(FOUR_FINGERS) == [0, 0, 0, 1]


def test_at_twenty_there_is_nothing_to_gain_until_something_is_lost(page: Page, code: str) -> None:
    page.evaluate("window.held = app.outbox.hold()")
    gain = button(page, GAIN.format("Odo"))
    gain.tap(force=True)
    expect_hp(page, "Odo", "20")
    tap(page, LOSE.format("Odo"))
    gain.tap()
    expect_hp(page, "Odo", "20")
    page.evaluate("app.outbox.lift(held); app.send()")
    expect_sent(page)
    assert party_table(code).revision == 2


def test_a_new_floor_starts_with_its_first_room_at_once(page: Page, code: str) -> None:
    page.evaluate("window.held = app.outbox.hold()")
    tap(page, "Next room")
    expect(page.locator("[data-path=room]")).to_have_text("2")
    tap(page, "Next floor")
    expect(page.locator("[data-path=room]")).to_have_text("1")


def test_a_sheet_goes_through_the_outbox(page: Page, code: str) -> None:
    page.get_by_role("link", name="Mara: fight, drink, equip").tap()
    page.locator("label", has=page.get_by_role("radio", name="Health")).tap()
    page.get_by_role("radio", name="13").check(force=True)
    button(page, "Take 13: 7 left").tap()
    expect_hp(page, "Mara", "7")
    expect(page.get_by_role("dialog")).not_to_be_visible()
    expect_sent(page)
    assert hps(code)[0] == 7


def test_a_sheet_with_more_to_do_stays_open_and_up_to_date(page: Page, code: str) -> None:
    page.get_by_role("link", name="Mara: fight, drink, equip").tap()
    page.locator("label", has=page.get_by_role("radio", name="More")).tap()
    page.get_by_text("By hand").tap()
    page.get_by_label("Weapon as text").fill("8:KcJs")
    page.locator("#write").get_by_role("button", name="Save").tap()
    expect(button(page, "Remove the Jack of Spades")).to_be_visible()


def test_a_locked_phone_changes_nothing_until_it_is_unlocked(page: Page, code: str) -> None:
    table = page.url
    page.goto(f"{table}settings?phone")
    button(page, "Lock the table").tap()
    page.goto(table)
    tap(page, LOSE.format("Odo"))
    tap(page, "Next room")
    expect_said(page, "Locked")
    page.reload()
    tap(page, LOSE.format("Odo"))
    assert party_table(code).revision == 0
    tap(page, "Unlock")
    tap(page, LOSE.format("Odo"))
    expect_hp(page, "Odo", "19")


def test_a_phone_without_storage_plays_on(open_table: OpenTable, code: str) -> None:
    closed = "Object.defineProperty(window, 'localStorage', { get() { throw Error('closed') } })"
    page = open_table(script=closed)
    tap(page, LOSE.format("Odo"))
    expect_hp(page, "Odo", "19")
    tap(page, "Undo")
    expect_hp(page, "Odo", "20")
    elsewhere(code, "hp:0:-1")
    expect_hp(page, "Mara", "19")
