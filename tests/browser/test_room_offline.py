"""A laid-out room without a network: what waits on the phone is played there, and nothing is false.

The worker has the sheets of the cards by then. Taps are those of a hand: tickets of the room, and
whoever takes the card where its price is not known.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.conftest import PHONE
from tests.browser.phones import (
    NEXT_FRAME,
    OpenTable,
    button,
    elsewhere,
    expect_hp,
    expect_sent,
    seat,
)
from tests.browser.screens import SIZES
from tests.browser.test_offline import wait_for, wait_for_the_worker
from tracker.boards.party.table.room import room_board
from tracker.boards.words.names import signed
from tracker.rules.table.room.room import Room
from tracker.rules.table.state.party import Party
from tracker.rules.table.texts.card_rows import read_deeds, write_strip
from tracker.rules.table.verbs.commands import Command
from tracker.rules.words import Refused
from tracker.services.party.parties import party_table

pytestmark = pytest.mark.thorough

PLAYERS = ("Mara", "Odo", "Pell", "Rook")
ROOM = ("9c", "8c", "2c", "2s", "5s", "4h", "7d", "Kd", "Ad", "Jh")
ASKED = "#said [data-ask]:visible"
FOUR = ("hp:3:-1",)
LAID_OUT = ("referee:room", f"deal:1.1:{write_strip(ROOM)}")
TWO = ("leave:2", "leave:3")
ALONE = ("leave:1", *TWO)


@pytest.fixture(name="phone")
def phone_with_a_worker(new_context: CreateContextCallback) -> BrowserContext:
    return new_context(service_workers="allow", viewport=PHONE, has_touch=True)


def lay_out(phone: BrowserContext, code: str, *cards: str) -> Page:
    """The table with these cards in its room, on a phone whose worker has what it may need."""
    elsewhere(code, "referee:room", f"deal:1.1:{write_strip(cards)}")
    page = phone.new_page()
    page.goto(f"/p/{code}/")
    wait_for_the_worker(page)
    for card in cards:
        wait_for(page, f"caches.match('/p/{code}/card/{card}?part').then(Boolean)")
    return page


@pytest.fixture(name="page")
def page_of_a_room(phone: BrowserContext, code: str, spotty: None) -> Page:
    page = lay_out(phone, code, *ROOM)
    phone.set_offline(True)
    return page


def settle(page: Page) -> None:
    """Fingers are deaf for a moment after a touch."""
    # A worker answers in real time, whatever the page's clock says.
    page.wait_for_timeout(550)


def ticket(page: Page, card: str) -> Locator:
    return page.locator(f'.room [data-card="{card}"] .ticket')


def take(page: Page, card: str) -> None:
    ticket(page, card).tap()
    settle(page)


def take_by(page: Page, card: str, name: str, way: str = "") -> None:
    """By the ticket where it is theirs still, else on the sheet that it leads to."""
    sure = ticket(page, card).get_attribute("data-old") is None
    take(page, card)
    if sure:
        return
    taker = page.locator("#sheet .taker", has_text=name)
    taker.locator("button:visible", has_text=way).first.tap()
    expect(page.locator("#sheet")).to_be_hidden()
    settle(page)


def turn(page: Page) -> Locator:
    return page.locator("#turn .says b")


def test_nine_deeds_wait_one_is_undone_and_all_count(
    page: Page, phone: BrowserContext, code: str
) -> None:
    expect(turn(page)).to_have_text("Mara’s turn")
    take(page, "9c")
    expect_hp(page, "Mara", "11")
    expect(turn(page)).to_have_text("Odo’s turn")
    expect(page.locator('.room [data-card="9c"] .empty[data-waits]')).to_be_visible()
    take_by(page, "8c", "Odo", "−8, 12 left")
    take_by(page, "7d", "Pell")
    take_by(page, "2c", "Rook", "Bare hands")
    expect(turn(page)).to_have_text("Mara’s turn")
    assert ticket(page, "5s").get_attribute("data-old") is None
    take(page, "5s")  # she holds what she held, so the price stands
    expect_hp(page, "Mara", "6")
    take_by(page, "4h", "Odo", "12 → 16")
    take_by(page, "2s", "Pell", "With the weapon")
    expect(seat(page, "Pell")).to_contain_text("waiting: Pell fights 2 of Spades")
    take_by(page, "Kd", "Rook")
    button(page, "Undo").tap()
    settle(page)
    take_by(page, "Ad", "Rook")
    take_by(page, "Jh", "Mara")
    expect(turn(page)).to_have_text("Room 1 is over")
    expect_hp(page, "Mara", "6")
    expect_hp(page, "Odo", "16")
    phone.set_offline(False)
    expect_sent(page)
    assert page.locator(ASKED).count() == 0
    state = party_table(code).state
    assert list(read_deeds(state.deeds)) == ["9c", "8c", "7d", "2c", "5s", "4h", "2s", "Ad", "Jh"]
    assert [player.hp for player in state.players] == [6, 16, 20, 18]


def waiting(page: Page) -> list[str]:
    """The commands that wait on the phone, as it sends them."""
    texts = """app.outbox.waiting().map(({ text }) => text)"""
    return list(page.evaluate(texts))


def as_the_server_would(code: str, page: Page) -> Party:
    """The party once all that waits has come there."""
    party = party_table(code).state
    for text in waiting(page):
        with suppress(Refused):
            party = Command.read(text).apply(party)
    return party


def false_numbers(page: Page, party: Party) -> list[str]:
    """Lists what the phone wrongly shows as sure."""
    found = []
    for number, player in enumerate(party.players):
        panel = page.locator(f"#player-{number}:not([data-unsure])")
        if panel.count() and panel.locator("output").inner_text() != signed(player.hp):
            found.append(f"{player.name}: {panel.locator('output').inner_text()}, {player.hp}")
    board = room_board(party)
    assert board is not None
    tickets = {
        tile.face.code: (tile.ticket.command, tile.ticket.says)
        for tile in board.tiles
        if tile.face and tile.ticket
    }
    for sure in page.locator(".room li:not([inert]) button.ticket:not([data-old])").all():
        told = sure.get_attribute("value"), sure.get_attribute("aria-label")
        if told not in tickets.values():
            found.append(f"{told} is not among {tickets}")
    if "waiting" not in turn(page).inner_text() and turn(page).inner_text() != board.title:
        found.append(f"{turn(page).inner_text()} is {board.title}")
    if board.door and page.locator(".door").count():
        return found
    taken = {card for card in ROOM if not page.locator(f'.room [data-card="{card}"] .face').count()}
    if lying := taken & Room(party).places.lies:
        found.append(f"{lying} lie there")
    return found


def any_deed(page: Page, rng: Random) -> None:
    """Whatever a hand may do next."""
    tickets = page.locator(".room li:not([inert]) .ticket")
    do = rng.random()
    if do < 0.15 and waiting(page):
        return button(page, "Undo").tap()
    if do < 0.3:
        return button(page, f"{rng.choice(PLAYERS)}: lose 1 HP").tap()
    if do < 0.4:
        passing = page.get_by_role("button", name="Pass")
        return passing.tap() if passing.is_enabled() else None
    if not tickets.count():
        return None
    tickets.nth(rng.randrange(tickets.count())).tap()
    settle(page)
    takers = page.locator("#sheet .taker button:visible", has_not_text="With the weapon")
    return takers.nth(rng.randrange(takers.count())).tap() if takers.count() else None


LAWS = [
    1,
    pytest.param(2, marks=pytest.mark.thorough),
    *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(3, 15)),
]


@pytest.mark.parametrize("seed", LAWS)
def test_no_number_that_is_shown_as_sure_is_false(
    phone: BrowserContext, code: str, spotty: None, seed: int
) -> None:
    """After each of some random deeds, and once all of them have come to the server."""
    rng = Random(seed)
    elsewhere(code, "weapon:0:9:Js", "shields:1:Qh", "hp:2:=3", "weapon:3:5", "hp:3:=18")
    page = lay_out(phone, code, *ROOM)
    phone.set_offline(True)
    for _ in range(12):
        any_deed(page, rng)
        settle(page)
        page.keyboard.press("Escape")
        assert false_numbers(page, as_the_server_would(code, page)) == [], waiting(page)
    expected = as_the_server_would(code, page)
    phone.set_offline(False)
    expect_sent(page)
    assert page.locator(ASKED).count() == 0
    assert party_table(code).state == expected
    settle(page)
    assert false_numbers(page, expected) == []


def ask(page: Page, phone: BrowserContext, code: str) -> Locator:
    """The question to a phone that comes back to a table that another has changed."""
    settle(page)
    phone.set_offline(True)
    take(page, "7d")
    elsewhere(code, "weapon:0:8")
    phone.set_offline(False)
    question = page.locator("#said.asks")
    expect(question).to_contain_text("“Mara equips 7 of Diamonds”: Goes to the discard pile: 8")
    expect(question.locator("[data-ask]")).to_have_text("Do it")
    expect(seat(page, "Mara").locator(".fan")).to_have_count(1)  # the table is as new
    return question


# The panels that it lies on.
COVERED = """(said) => {
  const box = said.getBoundingClientRect();
  const isUnder = ({ left, top, right, bottom }) =>
    left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  return [...document.querySelectorAll(".player, .mate")]
    .filter((panel) => isUnder(panel.getBoundingClientRect()))
    .map(({ id }) => id);
}"""


def covered(page: Page) -> dict[str, list[str]]:
    """The players that the question covers, by the size of the screen."""
    found = {}
    for name, size in SIZES.items():
        page.set_viewport_size(size)
        page.evaluate(NEXT_FRAME)
        found[name] = page.locator("#said.asks").evaluate(COVERED)
    page.set_viewport_size(PHONE)
    return {name: panels for name, panels in found.items() if panels}


ASKED_AT_LENGTH = """() => app.outbox.tell("asked", {
  text: `The table changed. “Mara fights King of Clubs”: With the 3 of
    Diamonds: −9, 11 left, spends the Jack of Hearts`,
  label: "Do it",
  command: "fight:0:Kc:weapon",
  patience: 1e6,
})"""
LOOKS = [{}, {"device": "0"}, {"around": "1"}, {"bigger": "1"}]


@pytest.mark.thorough
@pytest.mark.parametrize("look", LOOKS, ids=lambda look: "".join(look) or "whole")
@pytest.mark.parametrize("more", [FOUR, LAID_OUT, ALONE, TWO], ids=["four", "room", "one", "two"])
def test_a_question_covers_no_player_of_any_table(
    open_table: OpenTable, code: str, base_url: str, look: dict[str, str], more: tuple[str, ...]
) -> None:
    elsewhere(code, *more)
    page = open_table()
    for name, value in look.items():
        page.context.add_cookies([{"name": name, "value": value, "url": base_url}])
    page.reload()
    expect(page.locator("#said [data-hide]")).to_be_attached()
    page.evaluate(ASKED_AT_LENGTH)
    assert covered(page) == {}


def test_a_question_covers_no_player_and_goes_when_it_is_closed(
    phone: BrowserContext, code: str, spotty: None
) -> None:
    page = lay_out(phone, code, *ROOM)
    question = ask(page, phone, code)
    expect(ticket(page, "7d")).to_be_visible()
    assert covered(page) == {}
    question.get_by_role("button", name="Close").tap()
    expect(question).to_be_hidden()
    settle(page)
    elsewhere(code, "discard:0")
    expect(seat(page, "Mara").locator(".fan")).to_have_count(0)
    question = ask(page, phone, code)
    page.keyboard.press("Escape")
    expect(question).to_be_hidden()
    elsewhere(code, "discard:0")
    expect(seat(page, "Mara").locator(".fan")).to_have_count(0)
    question = ask(page, phone, code)
    elsewhere(code, "out:7d")
    expect(question).to_be_hidden()
