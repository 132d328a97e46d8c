"""Small things that were once wrong on the screens, many at a time on each open page."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import takewhile

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones import button, elsewhere, press, seat
from tests.browser.screens import open_screen
from tests.game_screens import GAME_SCREENS, TABLE, GameScreen, castle_waiting, solo_lost, until
from tests.play.matches import dealt
from tests.screens import FOUR, SCREENS, Screen, made
from tracker import models
from tracker.services.match.match import DealtMatch
from tracker.services.match.rows import match_table

pytestmark = pytest.mark.thorough
JOKER = re.compile("joker only|only the black joker", re.IGNORECASE)
COMPUTERS = ("Flint", "Moss", "Wisp")


def test_table_and_sheet_say_the_same(page: Page) -> None:
    page.goto(f"/p/{made('weapon:0:8:2c', 'use:0:Kh', 'use:0:Jh', 'hp:0:-3')}/")
    mara = seat(page, "Mara")
    expect(mara.locator(".beats")).to_contain_text(JOKER)
    shields = mara.locator(".shield").all_text_contents()
    press(page.get_by_role("link", name="Mara: fight, drink, equip"))
    head = page.locator("#sheet header").first
    expect(head).to_contain_text(JOKER)
    assert head.locator(".shield").all_text_contents() == shields
    assert len(shields) == 2


def test_an_undo_names_its_line_and_a_refusal_what_is_in_the_way(
    page: Page, complaints: list[str]
) -> None:
    code = made("fight:1:3c:bare", "undo:1", "equip:1:5d", "equip:1:6d")
    page.goto(f"/p/{code}/history")
    expect(page.get_by_text("Undone: Odo fights").first).to_be_visible()
    press(page.locator("[value='undo:3']"))
    in_the_way = page.get_by_role("alert").get_by_role("link")
    expect(in_the_way).to_contain_text("6")
    press(in_the_way)
    expect(page).to_have_url(re.compile("#line-4$"))
    expect(page.locator("#line-4")).to_be_in_viewport()
    complaints.clear()  # 409


def test_what_was_loaded_is_the_table_and_no_change_of_a_number(page: Page) -> None:
    """Its numbers were not lost or won now. Saves of floors say of which run they are."""
    code = made("save:cellar", "hp:0:-5", "floor:+1", "new", "floor:+1")
    page.goto(f"/p/{code}/saves")
    automatic = page.locator("section", has=page.get_by_role("heading", name="Automatic"))
    expect(automatic.locator(".where").first).to_contain_text("Run 2")
    press(button(page, "Load cellar").first)
    expect(page).to_have_url(re.compile(f"/p/{code}/"))
    expect(seat(page, "Mara").locator("output")).to_be_visible()
    expect(page.locator(".badge")).to_have_count(0)
    expect(page.locator(".gauge .loss")).to_have_count(0)


def test_what_needs_the_network_is_forgotten_once_it_is_there(
    page: Page, code: str, spotty: None
) -> None:
    elsewhere(code, "hp:0:-1", "hp:1:-1")
    with page.expect_response("**/live/**"):
        page.goto(f"/p/{code}/")
    page.context.set_offline(True)
    press(button(page, "Undo"))
    expect(page.get_by_role("alert")).to_contain_text("You’re offline")
    page.context.set_offline(False)
    expect(page.get_by_role("alert")).to_be_hidden(timeout=5_000)  # it would go by itself after 8
    press(button(page, "Undo"))
    expect(seat(page, "Odo").locator("output")).to_have_text("20")


def screen(name: str) -> Screen:
    return next(one for one in (*SCREENS, *GAME_SCREENS) if one.name == name)


def test_games_count_and_name_as_people_do(page: Page, base_url: str, heard: list[str]) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_screen(page, base_url, screen("games"), heard)
    for wrong in (r"\b1 (floors|rooms|cards)\b", "[−-]0 points", "Computer 2"):
        expect(page.get_by_text(re.compile(wrong))).to_have_count(0)
    page.goto("/play/new/shiphead")
    page.get_by_label("Name of player 1").fill("Mara")
    for player in (2, 3, 4):
        page.get_by_label(f"Player {player} is").select_option("easy")
    press(button(page, "Deal"))
    names = page.locator("#table .name")
    for computer in COMPUTERS:
        name = names.filter(has_text=re.compile(f"^{computer}$")).first
        expect(name).to_be_visible()
        assert name.evaluate("(it) => it.scrollWidth <= it.clientWidth + 1")


def test_weapons_are_drawn_at_every_size(page: Page, base_url: str, heard: list[str]) -> None:
    open_screen(page, base_url, screen("coop-four"), heard)
    drawn = page.locator("#table .fan li")
    expect(drawn.first).to_be_visible()
    for width, height in ((360, 640), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert all(card.is_visible() for card in drawn.all())


def test_an_address_that_phones_cannot_open_says_so(page: Page, base_url: str) -> None:
    for path in (f"/p/{made()}/invite", f"/play/{castle_waiting()}/join"):
        page.goto(path)
        expect(page.get_by_text("only works on this computer").first).to_be_visible()


def test_a_save_replaced_is_said_to_be_kept_on_both_pages(page: Page) -> None:
    page.goto("/rules/notation")
    expect(page.get_by_text("the earlier one is kept, too")).to_be_visible()
    page.goto(f"/p/{made()}/saves")
    expect(page.get_by_text("Earlier saves of the same name are kept")).to_be_visible()


def lost_by_the_last_card() -> str:
    """No enemy is left that would count."""
    code = solo_lost()
    match = match_table(code)
    was = match._state
    state = replace(was, deck=(), room=(), discard=(*was.discard, *was.deck, *was.room))
    models.Match.objects.filter(code=code).update(state=match.game.to_json(state))
    return code


def burned_by_four() -> str:
    """Since the own move a computer has put a fourth card of one rank on three."""
    return until(dealt("castle", "easy"), four_of_the_computer)


def four_of_the_computer(match: DealtMatch) -> bool:
    theirs = takewhile(lambda move: move.seat, match.moves)
    return bool(match.to_act) and any(move.report.endswith(":four") for move in theirs)


def test_an_end_and_a_burn_say_what_they_come_from(
    page: Page, base_url: str, heard: list[str]
) -> None:
    open_screen(page, base_url, GameScreen("", TABLE, lost_by_the_last_card), heard)
    expect(page.locator("#table")).to_contain_text("Score 0 (no enemies left)")
    open_screen(page, base_url, GameScreen("", TABLE, burned_by_four), heard)
    expect(page.locator(".news")).to_contain_text(re.compile("(four|fourth) .* burns? the pile"))


def test_a_room_with_too_many_cards_says_all_that_is_to_be_done(page: Page) -> None:
    page.goto(f"/p/{made('referee:room', 'deal:1.1:2c3c4c5c6c7c8c', names=FOUR[:2])}/")
    note = page.get_by_text("Too many cards for a room of 6. Tap the one that isn’t here.")
    for width, height in ((390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert note.evaluate("(it) => it.scrollHeight <= it.clientHeight")


def test_news_keep_off_the_edge_beside_a_full_hand(
    page: Page, base_url: str, heard: list[str]
) -> None:
    open_screen(page, base_url, screen("shiphead-many"), heard)
    for width, height in ((390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        for line in page.locator(".news li").locator("visible=true").all():
            box = line.bounding_box()
            assert box is not None
            assert box["x"] >= 8
