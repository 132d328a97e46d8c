"""An evening at the table, as people play it with real cards and one phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.phones import expect_sent

SCREENS: dict[str, ViewportSize] = {
    "360x640": {"width": 360, "height": 640},
    "390x844": {"width": 390, "height": 844},
    "768x1024": {"width": 768, "height": 1024},
    "844x390": {"width": 844, "height": 390},
}
MARKS = {"360x640": [], "844x390": [pytest.mark.thorough]}
FOUR = ("Mara", "Odo", "Pell", "Rook")


@pytest.fixture(
    params=[
        pytest.param(size, id=name, marks=MARKS.get(name, [pytest.mark.nightly]))
        for name, size in SCREENS.items()
    ],
    name="phone",
)
def phone_of_each_size(page: Page, request: pytest.FixtureRequest) -> Page:
    page.set_viewport_size(request.param)
    page.clock.install()
    return page


@pytest.fixture(name="paper_phone")
def phone_without_javascript(new_context, base_url: str) -> Page:  # type: ignore[no-untyped-def]
    context = new_context(java_script_enabled=False, viewport=SCREENS["390x844"])
    context.clock.install()
    return context.new_page()  # type: ignore[no-any-return]


def make_a_party(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Name the players").click()
    for place, name in enumerate(FOUR, 1):
        page.get_by_label(re.compile(f"^(Name of )?[Pp]layer {place}")).first.fill(name)
    page.get_by_role("button", name="Start").click()
    page.wait_for_load_state()
    page.get_by_role("button", name="Close the invitation").click()
    expect(page.get_by_role("heading", name="Rook", exact=True)).to_be_visible()


def panel(page: Page, name: str):  # type: ignore[no-untyped-def]
    return page.get_by_role("region", name=name)


def expect_hp(page: Page, name: str, hp: str) -> None:
    expect(panel(page, name).locator("output")).to_have_text(hp)


def open_sheet(page: Page, name: str, tab: str) -> None:
    page.get_by_role("link", name=f"{name}: fight, drink, equip").click()
    page.locator("label", has=page.get_by_role("radio", name=tab, exact=True)).click()


def choose(page: Page, card: str) -> None:
    page.get_by_role("radio", name=card).check(force=True)


def play_a_floor(page: Page) -> None:
    """Mara arms herself and fights, Odo takes a shield, Pell is hit hard, the party goes on."""
    open_sheet(page, "Mara", "Fight")
    page.get_by_role("button", name="8 of Diamonds").click()
    open_sheet(page, "Mara", "Fight")
    choose(page, "King of Clubs, enemy 13")
    page.get_by_role("button", name=re.compile("With the 8: −5, 15 left")).click()
    expect_hp(page, "Mara", "15")
    expect(panel(page, "Mara")).to_contain_text("Can fight 12 or lower")

    open_sheet(page, "Odo", "Picture cards")
    page.get_by_role("button", name="Take King of Hearts").click()
    open_sheet(page, "Pell", "Health")
    choose(page, "13")
    page.get_by_role("button", name="Take 13: 7 left").click()
    expect_hp(page, "Pell", "7")
    for _ in range(3):
        page.get_by_role("button", name="Next room").click()
        page.clock.fast_forward(1_000)  # no room is over in less
    page.get_by_role("button", name="Queen of Diamonds").click()
    page.get_by_role("button", name="Next floor").click()
    expect(
        page.get_by_role("link", name="The Queen of Diamonds returns on floor 5")
    ).to_be_visible()


def to_the_saves(page: Page) -> None:
    page.get_by_role("link", name="History").click()
    page.locator("main").get_by_role("link", name="Saves").click()


def save_lose_and_load(page: Page) -> None:
    to_the_saves(page)
    page.get_by_label("Save this moment as").fill("Mara_Odo")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Saved as Mara_Odo")
    page.get_by_role("link", name="Table").click()
    for _ in range(4):
        page.get_by_role("button", name="Rook: lose 1 HP").click()
    expect_hp(page, "Rook", "16")
    to_the_saves(page)
    page.get_by_role("button", name="Load Mara_Odo").click()
    expect(page.locator(".say")).to_contain_text("Mara_Odo is loaded")
    expect_hp(page, "Rook", "20")
    page.get_by_role("button", name="Undo Load Mara_Odo").click()
    expect_hp(page, "Rook", "16")


def see_what_returns(page: Page) -> None:
    for floor in (3, 4, 5):
        page.get_by_role("button", name="Next floor").click()
        expect(page.get_by_role("link", name=f"Floor {floor}").first).to_be_visible()
        page.clock.fast_forward(1_000)  # no floor is over in less
    returning = page.get_by_role("button", name="Queen of Diamonds: set aside, comes back now")
    expect(returning).to_have_attribute("aria-pressed", "true")
    page.locator("button.returns").click()
    expect(page.get_by_role("button", name="Queen of Diamonds: in play")).to_be_visible()


def expect_no_scrolling(page: Page) -> None:
    over = page.evaluate(
        """[document.scrollingElement.scrollHeight - innerHeight,
            document.scrollingElement.scrollWidth - innerWidth]"""
    )
    assert max(over) <= 0


def test_a_party_of_four_plays_saves_loads_and_reads_what_returns(phone: Page) -> None:
    make_a_party(phone)
    expect_no_scrolling(phone)
    loads: list[str] = []
    phone.on("domcontentloaded", lambda loaded: loads.append(loaded.url))
    play_a_floor(phone)
    expect_sent(phone)
    assert loads == []
    save_lose_and_load(phone)
    loads.clear()
    see_what_returns(phone)
    expect_no_scrolling(phone)
    phone.clock.fast_forward(1_000)  # the next touch is no second one
    phone.get_by_role("button", name="Undo").click()
    expect(phone.get_by_role("button", name="Redo")).to_be_visible()
    assert loads == []


@pytest.mark.thorough
def test_the_same_evening_needs_no_javascript(paper_phone: Page) -> None:
    make_a_party(paper_phone)
    play_a_floor(paper_phone)
    save_lose_and_load(paper_phone)
    see_what_returns(paper_phone)


def test_two_taps_lead_from_the_start_page_to_a_table(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="3 players").click()
    expect(page.get_by_role("region")).to_have_count(3)


def test_a_party_waits_on_the_start_page(page: Page) -> None:
    make_a_party(page)
    page.goto("/")
    page.get_by_role("link", name="Continue: Mara, Odo, Pell, Rook, floor 1").click()
    expect_hp(page, "Mara", "20")


def test_all_fallen_ends_the_run_and_a_new_one_begins(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="1 player").click()
    page.get_by_role("button", name="Next room").click()
    open_sheet(page, "Player 1", "Health")
    choose(page, "20")
    page.get_by_role("button", name="Take 20").click()
    expect(page.get_by_role("heading", name="Everyone has fallen")).to_be_visible()
    expect(page.get_by_text("0 floors, 1 room", exact=True)).to_be_visible()
    page.get_by_role("button", name="New run").click()
    expect_hp(page, "Player 1", "20")


def test_a_refused_text_is_told_and_kept_out(page: Page, complaints: list[str]) -> None:
    make_a_party(page)
    to_the_saves(page)
    page.get_by_label("Save this moment as").fill("Mara & Odo")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("No spaces in names: try Mara_Odo")
    expect(page.get_by_label("Save this moment as")).to_have_value("Mara_Odo")
    assert "400" in complaints.pop()


def test_the_rules_lead_back_to_the_table(page: Page) -> None:
    make_a_party(page)
    page.get_by_role("link", name="Rules").click()
    page.get_by_role("link", name="Learn how to play").click()
    page.get_by_role("link", name="Back to the table").last.click()
    expect_hp(page, "Mara", "20")
