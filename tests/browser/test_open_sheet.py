"""A sheet that is open tells the truth, and nothing that was typed into it is lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones import OpenTable, button, elsewhere, expect_sent, middle, press, seat
from tracker.services.party.parties import party_table


@pytest.fixture(name="page")
def page_of_the_table(open_table: OpenTable, code: str) -> Page:
    elsewhere(code, "equip:0:8d", "use:0:Kh")
    return open_table(clock=True)


def open_sheet(page: Page, tab: str = "Fight") -> None:
    page.get_by_role("link", name="Mara: fight, drink, equip").tap()
    page.locator("#sheet .tabs label", has_text=tab).tap()
    page.clock.fast_forward(550)


def open_by_hand(page: Page) -> None:
    open_sheet(page, "More")
    page.get_by_text("By hand").tap()
    page.clock.fast_forward(550)


def test_it_follows_the_table_and_keeps_what_was_chosen(page: Page, code: str) -> None:
    open_sheet(page)
    enemy = page.get_by_role("radio", name="9 of Clubs")
    enemy.tap(force=True)
    expect(button(page, "With the 8")).to_contain_text("King of Hearts")
    elsewhere(code, "equip:0:2d", "hp:0:-4")
    expect(button(page, "With the 2")).to_contain_text("12 left")
    expect(enemy).to_be_checked()
    expect(page.locator("#sheet .score")).to_contain_text("16")


@pytest.mark.thorough
def test_what_is_being_typed_stays(page: Page, code: str) -> None:
    open_by_hand(page)
    field = page.get_by_label("Weapon as")
    field.fill("hammer of my grandfather")
    elsewhere(code, "hp:0:-4")
    expect(page.locator("#sheet .score")).to_contain_text("16")
    expect(field).to_have_value("hammer of my grandfather")
    expect(field).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("link", ["Mara: fight, drink, equip", "Floor 1"])
def test_what_was_unfolded_stays_so_until_the_next_sheet(page: Page, code: str, link: str) -> None:
    unfolded = page.locator("#sheet details[open]")
    press(page.get_by_role("link", name=link))
    expect(page.locator("#sheet")).to_be_visible()
    for box in page.locator("#sheet details").all():
        box.evaluate("(box) => { box.open = true }")
    expect(unfolded).not_to_have_count(0)
    at = page.locator("#sheet [data-here]")
    before = at.get_attribute("data-revision")
    elsewhere(code, "hp:0:-4")
    expect(at).not_to_have_attribute("data-revision", before or "")
    expect(unfolded).not_to_have_count(0)
    page.keyboard.press("Escape")
    press(page.get_by_role("link", name=link))
    expect(page.locator("#sheet")).to_be_visible()
    expect(unfolded).to_have_count(0)


@pytest.mark.thorough
def test_what_was_chosen_and_typed_stays_while_others_change_the_same(
    page: Page, code: str
) -> None:
    """Nothing has the focus, as when a finger lies on the button beside it."""
    open_sheet(page, "More")
    enemy = page.get_by_label("Add an enemy")
    enemy.select_option("Qs")
    elsewhere(code, "attach:0:Ks", "attach:0:Qc")
    expect(page.get_by_role("button", name="Remove the Queen of Clubs")).to_be_visible()
    expect(enemy).to_have_value("Qs")
    page.locator("#sheet .tabs label", has_text="Health").tap()
    page.clock.fast_forward(550)
    health = page.locator("#exact")
    health.fill("7")
    health.blur()
    elsewhere(code, "hp:0:-4")
    expect(page.locator("#sheet .score")).to_contain_text("16")
    expect(health).to_have_value("7")
    page.locator("#set button").tap()
    expect(seat(page, "Mara").locator("output")).to_have_text("7")


def test_without_a_network_it_says_how_old_it_is(page: Page, spotty: None) -> None:
    open_sheet(page)
    expect(page.locator("#sheet .as-of")).to_be_hidden()
    page.context.set_offline(True)
    expect(page.locator("#sheet .as-of")).to_contain_text(re.compile(r"as of \d\d:\d\d$"))
    page.context.set_offline(False)
    expect(page.locator("#sheet .as-of")).to_be_hidden()


def test_another_price_is_asked_for_on_the_table(page: Page, code: str) -> None:
    page.route("**/table?*", lambda route: route.abort("aborted"))
    open_sheet(page)
    page.get_by_role("radio", name="9 of Clubs").tap(force=True)
    page.clock.fast_forward(550)
    elsewhere(code, "equip:0:2d")
    button(page, "With the 8").tap()
    expect(page.get_by_role("alert")).to_contain_text("With the 2: −4")
    page.unroute("**/table?*")
    button(page, "Do it").tap()
    expect_sent(page)
    assert party_table(code).state.players[0].weapon == "2:9c"
    expect(button(page, "Do it")).to_be_hidden()


def test_back_closes_it_and_stays_at_the_table(page: Page) -> None:
    page.goto(f"{page.url}history")
    page.get_by_role("link", name="Table", exact=True).click()
    table = page.url
    for back in (True, False):
        open_sheet(page)
        if back:
            page.go_back()
        else:
            page.locator("#sheet [data-close]").tap()
        expect(page.locator("#sheet")).to_be_hidden()
        assert page.url == table
        page.clock.fast_forward(600)
    page.go_back()
    expect(page).to_have_url(f"{table}history")


@pytest.mark.thorough
def test_what_was_typed_and_not_saved_is_offered_again(page: Page, code: str) -> None:
    open_by_hand(page)
    typed = " $& hammer  of my “grandfather” "
    page.get_by_label("Weapon as").fill(typed)
    page.locator("#sheet [data-close]").tap()
    page.clock.fast_forward(600)
    page.reload()
    open_by_hand(page)
    button(page, f"You typed: {typed}").tap()
    expect(page.get_by_label("Weapon as")).to_have_value(typed)
    page.get_by_label("Weapon as").press("Enter")
    expect(seat(page, "Mara").locator(".words")).to_contain_text("grandfather")
    expect_sent(page)
    assert party_table(code).state.players[0].weapon == typed
    page.locator("#sheet [data-close]").tap()
    page.clock.fast_forward(600)
    open_by_hand(page)
    expect(button(page, "You typed")).to_have_count(0)


def test_what_another_phone_did_to_all_is_said_with_its_undo(page: Page, code: str) -> None:
    elsewhere(code, "floor:+1")
    expect(page.get_by_role("alert")).to_contain_text("Floor 2, room 1")
    page.clock.fast_forward(600)  # it is read before it is touched
    page.locator("#said").get_by_role("button", name="Undo").tap()
    expect_sent(page)
    expect(page.get_by_role("link", name="Floor 1")).to_be_visible()
    assert party_table(code).state.floor == 1


@pytest.mark.thorough
def test_what_this_phone_did_is_not_said_to_it(page: Page) -> None:
    button(page, "Next floor").tap()
    expect(page.locator('#table[data-revision="3"]')).to_be_attached()
    expect(page.locator("#said")).to_be_hidden()


def test_seats_stay_where_they_are_as_cards_are_taken(open_table: OpenTable, code: str) -> None:
    elsewhere(code, "referee:room")
    page = open_table()
    press(page.locator(".door [href*='/take']"))
    seats, pack = page.locator("#sheet nav"), page.locator("#sheet .pack")
    before = middle(seats), middle(pack)
    for card in ("9c", "4h", "7d", "Kd", "2s"):
        press(page.locator(f"#sheet .pack [value*=':{card}']"))
        expect(page.locator(f"#correct [value*=':{card}']").first).to_be_visible()
        assert (middle(seats), middle(pack)) == before, card


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["Mara", "Odo"])
def test_a_sheet_opens_without_what_was_done_on_the_last_one(
    open_table: OpenTable, name: str
) -> None:
    page = open_table(clock=True)
    open_sheet(page)
    page.get_by_role("radio", name="9 of Clubs").tap(force=True)
    page.locator("#sheet .tabs label", has_text="Health").tap()
    page.clock.fast_forward(550)
    page.locator("#exact").fill("7")
    page.get_by_role("radio", name="3", exact=True).tap(force=True)
    page.locator("#sheet [data-close]").tap()
    page.clock.fast_forward(600)
    page.get_by_role("link", name=f"{name}: fight, drink, equip").tap()
    expect(page.locator("#sheet").get_by_role("heading", name=name)).to_be_visible()
    expect(page.locator("#exact")).to_have_value("20")
    expect(page.locator("#sheet :is(.fight, .hit) :checked")).to_have_count(0)


@pytest.mark.parametrize(
    ("tab", "control", "news"),
    [
        ("Fight", "[value='fight:0:9c:weapon']", "discard:0"),
        ("More", "[value='discard:0']", "discard:0"),
    ],
)
def test_focus_on_what_others_take_away_stays_in_the_sheet(
    page: Page, code: str, tab: str, control: str, news: str
) -> None:
    open_sheet(page, tab)
    if "fight" in control:
        page.get_by_role("radio", name="9 of Clubs").tap(force=True)
    page.locator(control).focus()
    elsewhere(code, news)
    expect(page.locator(f"{control}:enabled")).to_have_count(0)
    expect(page.locator("#sheet :focus, #sheet:focus")).to_have_count(1)
