"""A dealt room under a finger: its cards keep their places, and a double tap does one thing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core import signing
from playwright.sync_api import Locator, Page, expect

from tests.browser.phones import Fingers, all_sent, middle, posts_of, press
from tests.play import matches
from tracker import models
from tracker.web.browser import PHONE_COOKIE

pytestmark = pytest.mark.thorough

GAPS = [(0, 350), pytest.param((80, 150, 250, 450), marks=pytest.mark.nightly)]
DECISIONS = "button[name=decision]:not([value=undo], [aria-disabled]):visible"
PLACES = """() => Object.fromEntries([...document.querySelectorAll(".spread .lay, .room .lay")].map(
  (card) => [card.id, [card.offsetLeft, card.offsetTop, card.offsetWidth]]))"""
ENOUGH = 9  # decisions: at least two rooms of every game

OpenMatch = Callable[[str], Page]


@pytest.fixture
def open_match(take_phone: Callable[..., Page], base_url: str) -> OpenMatch:
    """The match of that code, on the phone that holds its seats."""

    def open_one(code: str) -> Page:
        page, held = take_phone(), signing.dumps(matches.PHONE, salt=PHONE_COOKIE)
        page.context.add_cookies([{"name": PHONE_COOKIE, "value": held, "url": base_url}])
        with page.expect_response("**/live/**"):
            page.goto(f"/play/{code}/")
        return page

    return open_one


def decide(page: Page) -> None:
    """The first decision offered, by keys; in a room that is picked from, for the last card."""
    before = page.locator("#table").get_attribute("data-revision")
    if page.locator(".spread input").count():
        press(page.locator(".spread input").last)
    press(page.locator(DECISIONS).first)
    expect(page.locator(f'#table[data-revision="{before}"]')).to_have_count(0)


def moves(page: Page, seat: int = 0) -> list[str]:
    lines = models.Move.objects.filter(match__code=page.url.split("/")[4], seat=seat)
    return [move.text for move in lines.order_by("number")]


def tap_twice(page: Page, target: Locator, gap: int) -> None:
    """Until all that came of it is here."""
    target.scroll_into_view_if_needed()
    at, posts = middle(target), posts_of(page)
    Fingers(page).tap_twice(at, gap)
    all_sent(page, posts)


@pytest.mark.parametrize(("game", "seats"), [("solo", 1), ("rascal", 1), ("coop", 2)])
def test_cards_keep_their_places_while_the_room_lasts(
    open_match: OpenMatch, game: str, seats: int
) -> None:
    page = open_match(matches.at_one_phone(game, seats))
    kept = 0
    for _ in range(ENOUGH):
        before = page.evaluate(PLACES)
        decide(page)
        after = page.evaluate(PLACES)
        if not after.keys() - before.keys():
            assert after.items() <= before.items()
            kept += 1
    assert kept >= ENOUGH / 2


def test_what_is_taken_back_lies_where_it_lay(open_match: OpenMatch) -> None:
    page = open_match(matches.dealt("solo"))
    before = page.evaluate(PLACES)
    decide(page)
    press(page.locator("button[value=undo]"))
    expect(page.locator("#table")).to_have_attribute("data-revision", "2")
    assert page.evaluate(PLACES) == before


@pytest.mark.parametrize("gaps", GAPS)
@pytest.mark.parametrize("game", ["solo", "rascal", "castle", "shiphead"])
def test_a_double_tap_decides_once(open_match: OpenMatch, game: str, gaps: tuple[int, ...]) -> None:
    computer = () if game in ("solo", "rascal") else ("medium",)
    page = open_match(matches.dealt(game, *computer))
    for gap in gaps:
        page.goto(f"/play/{matches.dealt(game, *computer)}/")
        tap_twice(page, page.locator(DECISIONS).first, gap)
        assert len(moves(page)) == 1, gap


@pytest.mark.parametrize("gaps", GAPS)
def test_a_double_tap_in_the_dungeon_decides_once(
    open_match: OpenMatch, gaps: tuple[int, ...]
) -> None:
    page = open_match(matches.at_one_phone("coop", 2))
    for gap in gaps:
        page.goto(f"/play/{matches.at_one_phone('coop', 2)}/")
        press(page.locator(".spread input").first)
        tap_twice(page, page.locator(DECISIONS).first, gap)
        assert len(moves(page) + moves(page, seat=1)) == 1, gap


@pytest.mark.parametrize("gaps", GAPS)
def test_undo_takes_one_decision_back(open_match: OpenMatch, gaps: tuple[int, ...]) -> None:
    page = open_match(matches.dealt("solo"))
    for gap in gaps:
        page.goto(f"/play/{matches.dealt('solo')}/")
        decide(page)
        decide(page)
        tap_twice(page, page.locator("button[value=undo]"), gap)
        expect(page.locator("#table")).to_have_attribute("data-revision", "3")
