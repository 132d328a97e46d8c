"""A phone shows at once what it is told to do, as far as that is sure.

Nothing is answered in these tests, so whatever is seen was painted by the phone; how soon, in ms,
is measured by bench/paint.py.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.phones import OpenTable, button, elsewhere, expect_hp, expect_sent, late, seat
from tracker.services.party.parties import party_table

# How many cards Odo has had since.
COUNTS = """() => {
  window.counts = new Set();
  const look = () => counts.add(document.querySelectorAll("#player-1 .fan li").length);
  look();
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
}"""


@pytest.fixture(name="page")
def page_of_the_table(open_table: OpenTable, code: str) -> Page:
    elsewhere(code, "referee:count", "equip:1:10d", "use:1:Kh", "hp:1:-6")
    return open_table(clock=True)


@pytest.fixture
def dead(page: Page, spotty: None) -> Iterator[Page]:
    """Nothing that the page posts arrives until the route is taken away."""
    page.route("**/entries", lambda route: route.abort("internetdisconnected"))
    yield page
    page.unroute("**/entries")


def act(page: Page, name: str, tab: str, *touches: Locator) -> None:
    page.get_by_role("link", name=f"{name}: fight, drink, equip").tap()
    page.locator("#sheet .tabs label", has_text=tab).tap()
    for touch in touches:
        page.clock.fast_forward(550)
        touch.tap(force=True)


def cards(page: Page, name: str) -> list[str]:
    found = seat(page, name).locator(".fan [role=img]").all()
    return [str(card.get_attribute("aria-label")) for card in found]


def test_a_fight_is_painted_before_anything_is_answered(dead: Page, code: str) -> None:
    enemy = dead.get_by_role("radio", name="Jack of Clubs")
    act(dead, "Odo", "Fight", enemy, button(dead, "With the 10"))
    expect(seat(dead, "Odo").locator(".fan li")).to_have_count(2)
    assert cards(dead, "Odo") == ["10 of Diamonds", "Jack of Clubs"]
    expect(seat(dead, "Odo").locator(".beats")).to_have_text("Can fight 10 or lower")
    expect(seat(dead, "Odo").locator(".shields")).to_have_count(0)  # it took the one point
    expect(dead.locator(".special[value$=Kh]")).to_have_attribute("aria-pressed", "true")
    expect_hp(dead, "Odo", "14")
    dead.unroute("**/entries")
    dead.evaluate("app.send()")
    expect_sent(dead)
    assert party_table(code).state.players[1].weapon == "10:Jc"
    assert cards(dead, "Odo") == ["10 of Diamonds", "Jack of Clubs"]


@pytest.mark.thorough
def test_a_death_a_drink_and_a_weapon_too(dead: Page) -> None:
    act(dead, "Mara", "Fight", dead.locator("#sheet").get_by_role("button", name="5 of Hearts"))
    act(dead, "Rook", "Fight", dead.locator("#sheet").get_by_role("button", name="7 of Diamonds"))
    expect(seat(dead, "Rook").locator(".fan li")).to_have_count(1)
    act(dead, "Odo", "Fight", dead.locator("#sheet").get_by_role("button", name="4 of Hearts"))
    expect_hp(dead, "Odo", "18")


def test_taps_count_on_from_what_was_painted(dead: Page, code: str) -> None:
    act(dead, "Odo", "Fight", dead.locator("#sheet").get_by_role("button", name="4 of Hearts"))
    dead.clock.fast_forward(600)
    button(dead, "Odo: lose 1 HP").tap()
    expect_hp(dead, "Odo", "17")
    dead.unroute("**/entries")
    dead.evaluate("app.send()")
    expect_sent(dead)
    assert party_table(code).state.players[1].hp == 17


def test_all_that_nobody_can_know_yet_waits_by_name(dead: Page, code: str) -> None:
    """The potion changes nothing of what Odo holds; what he fights with after the 2 is not sure."""
    sheet = dead.locator("#sheet")
    act(dead, "Odo", "Fight", sheet.get_by_role("button", name="4 of Hearts"))
    act(dead, "Odo", "Fight", sheet.get_by_role("button", name="2 of Diamonds"))
    assert cards(dead, "Odo") == ["2 of Diamonds"]
    act(dead, "Odo", "Fight", sheet.get_by_role("button", name="3 of Diamonds"))
    act(dead, "Odo", "Fight", sheet.get_by_role("button", name="2 of Diamonds"))
    waits = "waiting: Odo equips 3 of Diamonds, Odo equips 2 of Diamonds"
    expect(seat(dead, "Odo").locator(".beats")).to_have_text(waits)
    expect_hp(dead, "Odo", "18")
    # A sheet that closes is on its way back in the history.
    dead.wait_for_function("!history.state?.sheet")
    dead.reload()
    expect(seat(dead, "Odo").locator(".beats")).to_have_text(waits)
    expect_hp(dead, "Odo", "18")
    dead.unroute("**/entries")
    dead.evaluate("app.send()")
    expect_sent(dead)
    expect(seat(dead, "Odo").locator(".beats")).to_have_text("Can fight anything")
    assert cards(dead, "Odo") == ["2 of Diamonds"]


@pytest.mark.thorough
def test_what_was_typed_waits_by_its_words(dead: Page) -> None:
    act(dead, "Odo", "More", dead.get_by_text("By hand"), dead.get_by_label("Weapon as"))
    dead.get_by_label("Weapon as").fill("9:Kc")
    dead.get_by_label("Weapon as").press("Enter")
    expect(seat(dead, "Odo").locator(".beats")).to_contain_text("9:Kc")


def test_what_is_taken_back_before_it_left_is_gone(page: Page, spotty: None) -> None:
    card = page.locator("#sheet").get_by_role("button", name="4 of Hearts")
    act(page, "Odo", "Fight")
    page.context.set_offline(True)
    card.tap()
    expect_hp(page, "Odo", "18")
    page.clock.fast_forward(600)
    button(page, "Undo").tap()
    expect_hp(page, "Odo", "14")
    page.context.set_offline(False)


def test_nothing_painted_blinks_between_answer_and_table(page: Page) -> None:
    with late(page, "**/table?*"):
        enemy = page.get_by_role("radio", name="5 of Clubs")
        act(page, "Odo", "Fight", enemy, button(page, "With the 10"))
        fan = seat(page, "Odo").locator(".fan li")
        expect(fan).to_have_count(2)
        page.evaluate(COUNTS)
        expect_sent(page)
    expect(page.locator('#table[data-revision="5"]')).to_be_attached()
    assert page.evaluate("[...counts]") == [2]


@pytest.mark.thorough
def test_a_refused_command_leaves_nothing_painted(page: Page, code: str) -> None:
    page.route("**/table?*", lambda route: route.abort("aborted"))
    act(page, "Odo", "Fight", page.get_by_role("radio", name="5 of Clubs"))
    elsewhere(code, "discard:1")
    page.clock.fast_forward(550)
    button(page, "With the 10").tap()
    expect(page.get_by_role("alert")).to_contain_text("Odo has no weapon")
    assert cards(page, "Odo") == ["10 of Diamonds"]
    page.unroute("**/table?*")
    page.evaluate("app.refresh(true)")
    expect(seat(page, "Odo").locator(".fan")).to_have_count(0)


@pytest.mark.thorough
def test_own_cards_wait_until_the_table_knows_better(open_table: OpenTable, code: str) -> None:
    elsewhere(code, "equip:1:10d")
    page = open_table()
    page.goto(f"/p/{code}/join")
    button(page, "Odo").tap()
    page.locator("#hand a").tap()
    hand, other = page.locator("#hand"), page.locator("#hand [data-waits]")
    fight = hand.locator('button[value="fight:1:Jc:weapon"]')
    hand.locator('input[value="1-Jc"]').tap()
    held: list[Route] = []
    page.route("**/entries", lambda route: held.append(route))
    fight.tap()
    expect(other.locator("input")).to_have_attribute("value", "1-Jc")
    expect(hand).to_have_attribute("data-waits", "")
    held[0].continue_()
    expect(page.locator('#table[data-revision="2"]')).to_be_visible()
    expect(other).to_have_count(0)
    expect(hand).not_to_have_attribute("data-waits", "")
    expect(hand.locator('.strong [value="1-Qc"]')).to_have_count(1)
