"""Faults found beside the sums when a whole evening was entered no longer occur."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.phones import (
    Fingers,
    OpenTable,
    button,
    elsewhere,
    expect_sent,
    middle,
    press,
    seat,
)
from tests.game_screens import GameScreen
from tests.play.matches import at_one_phone
from tests.screens import LONGEST, made
from tracker.services.party.parties import party_table
from tracker.services.party.saves import saves_by_name

pytestmark = pytest.mark.thorough
SECTIONS = ("Invite", "This phone", "Players", "House rules", "Run", "File and more")
PICTURE_CARDS = "KdQdJdKhQhJh"


def test_cards_that_return_wait_until_they_are_shuffled_in(
    open_table: OpenTable, code: str
) -> None:
    elsewhere(code, f"used:={PICTURE_CARDS}", "floor:=4", "floor:+1")
    page = open_table()
    offer = button(page, "shuffle 6 cards back in")
    expect(offer).to_be_visible()
    elsewhere(code, "room:+1", *["hp:0:-1"] * 8, "equip:1:5d", "equip:1:6d")
    expect(page.get_by_role("link", name="Room 2")).to_be_visible()
    offer.tap()
    expect_sent(page)
    assert party_table(code).state.used == ""
    press(button(page, "Undo"))
    expect(offer).to_be_visible()


def test_cards_that_return_may_stay_where_they_are(open_table: OpenTable, code: str) -> None:
    elsewhere(code, f"used:={PICTURE_CARDS}", "floor:=4", "floor:+1")
    page = open_table()
    press(page.get_by_role("link", name="Floor 5"))
    press(button(page, "Leave them set aside"))
    expect_sent(page)
    expect(button(page, "shuffle 6 cards back in")).to_have_count(0)
    assert party_table(code).state.used == PICTURE_CARDS


def test_a_badge_tells_the_last_burst_and_ends_with_a_new_run(
    open_table: OpenTable, code: str
) -> None:
    elsewhere(code, *["hp:0:-1"] * 14)
    page = open_table()
    badge = seat(page, "Mara").locator(".badge")
    expect(badge).to_have_text("−14")
    elsewhere(code, "new")
    expect(seat(page, "Mara").locator("output")).to_have_text("20")
    expect(badge).to_have_count(0)
    expect(page.locator(".gauge .loss")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(360, 640), (844, 390), (260, 600)])
def test_a_button_for_less_is_no_minus_sign_of_the_number(
    page: Page, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/p/{made('hp:0:=-3', 'hp:1:=-12')}/")
    for name in ("Mara", "Odo"):
        sign = button(page, f"{name}: lose 1 HP").locator("svg")
        number = seat(page, name).locator("output")
        assert gap(sign, number, page) >= 12


def gap(sign: Locator, number: Locator, page: Page) -> float:
    """Between the sign and the figures, which may be narrower than their box."""
    box = sign.bounding_box()
    assert box is not None
    left, top, bottom = page.evaluate(
        "(it) => { const all = document.createRange(); all.selectNodeContents(it);"
        " const { left, top, bottom } = all.getBoundingClientRect(); return [left, top, bottom]; }",
        number.element_handle(),
    )
    if box["y"] > bottom or box["y"] + box["height"] < top:
        return 12  # on another line
    return float(left - box["x"] - box["width"])


def test_nothing_to_repair_is_no_offer(open_table: OpenTable, code: str) -> None:
    elsewhere(code, "equip:0:8d")
    page = open_table()
    press(page.get_by_role("link", name="Mara: fight, drink, equip"))
    press(page.get_by_role("radio", name="Picture cards"))
    expect(page.locator("#sheet").get_by_text("Nothing to repair")).to_be_visible()
    expect(page.locator("#sheet").get_by_role("button", name="King of Diamonds")).to_have_count(0)


def test_a_name_that_was_typed_plays(page: Page) -> None:
    page.goto("/play/new/coop")
    for number, name in enumerate(("Mara", "Odo"), start=1):
        page.get_by_label(f"Name of player {number}").fill(name)
    button(page, "Deal").click()
    expect(page.get_by_text("Odo").first).to_be_visible()


def open_game(page: Page, base_url: str, code: str) -> None:
    """On the phone that all its people play on."""
    cookies = GameScreen("", "", lambda: code).cookies()
    page.context.add_cookies([{"name": n, "value": v, "url": base_url} for n, v in cookies.items()])
    page.goto(f"/play/{code}/")


def test_rules_opened_from_a_game_lead_back_to_it(page: Page, base_url: str) -> None:
    open_game(page, base_url, at_one_phone("coop", 2))
    game = page.url
    page.get_by_role("link", name="Rules").click()
    page.get_by_role("link", name="Back to the game").first.click()
    expect(page).to_have_url(game)


def test_all_one_needs_of_a_party_is_in_sight(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for names in (("Mara",), ("Mara", "Odo"), ("Mara", "Odo", "Pell", "Rook")):
        page.goto(f"/p/{made('hp:0:-1', names=names)}/settings")
        heads = [page.get_by_role("heading", name=name, exact=True) for name in SECTIONS]
        for head in heads:
            expect(head).to_be_in_viewport(ratio=1)
        for head in reversed(heads):
            head.click()
        expect(button(page, "Bigger numbers")).to_be_visible()
        expect(page.get_by_role("link", name="Export to a file")).to_be_visible()


@pytest.mark.parametrize("height", [640, 720, 844])
def test_an_error_of_a_file_is_in_sight(page: Page, complaints: list[str], height: int) -> None:
    page.set_viewport_size({"width": 390, "height": height})
    page.goto("/")
    page.locator("summary", has_text="Open a party").click()
    page.locator("[type=file]").set_input_files(
        {"name": "notes.json", "mimeType": "application/json", "buffer": b"{}"}
    )
    button(page, "Import").click()
    expect(page.get_by_text("isn’t a party exported from here")).to_be_in_viewport()
    complaints.clear()  # it was answered with 400


def test_a_double_tap_saves_once(open_table: OpenTable, code: str) -> None:
    page = open_table()
    page.goto(f"/p/{code}/saves")
    save = page.get_by_role("button", name="Save", exact=True)
    Fingers(page).tap_twice(middle(save), 150)
    expect(page.get_by_text("Mara_Odo_Pell_Rook").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    (saves,) = saves_by_name(party_table(code), automatic=False)
    assert saves.count == 0  # that were replaced


def test_a_card_is_no_larger_beside_a_long_name(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"/p/{made('equip:1:10d', names=LONGEST)}/player/0?tab=fight")
    faces = page.locator(".fight button .face").locator("visible=true")
    expect(faces.first).to_be_visible()
    heights = {box["height"] for face in faces.all() if (box := face.bounding_box())}
    assert len(heights) == 1


def test_the_price_of_the_black_joker_is_said_before_and_after(page: Page, base_url: str) -> None:
    open_game(page, base_url, at_one_phone("coop", 2, seed="joker-3"))
    press(page.locator("#pick-2d"))
    for revision, decision in enumerate(("equip:2d", "pass"), start=1):
        press(page.locator(f"[value='{decision}']"))
        expect(page.locator("#table")).to_have_attribute("data-revision", f"{revision}")
    press(page.locator("#pick-JOKb"))
    joker = page.locator("[value='fight:JOKb:weapon']")
    expect(joker).to_contain_text("the weapon is lost")
    press(joker)
    expect(page.locator(".news")).to_contain_text("fights the Black Joker: the weapon is lost")
