"""Whole games in a real browser: each of the five, on one phone, on two, and without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from random import Random

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.phones import press
from tests.play.matches import where_its_log_leads
from tracker import models
from tracker.services.match.play import match_decide
from tracker.services.match.rows import match_table

PHONE: ViewportSize = {"width": 390, "height": 844}
MOST = 400  # decisions of a game
DECISIONS = "button[name=decision]:not([value=undo], [aria-disabled]):visible"


def deal(page: Page, game: str, **seats: str) -> str:
    """Deals a game as people do; returns its code.

    Always the same one, but where several people hold hands: no name of a deal is taken there.
    """
    page.goto("/play/")
    page.get_by_role("link", name=game, exact=False).first.click()
    if game == "Co-operative" or not {"here", "phone"} & {*seats.values()}:
        page.get_by_text("Play a named deal").click()
        page.get_by_label("Name of the deal").fill("lantern")
    page.get_by_label("Name of player 1").fill("Mara")
    for number, who in enumerate(seats.values(), 2):
        page.get_by_label(f"Player {number} is").select_option(who)
    page.get_by_role("button", name="Deal", exact=True).click()
    page.wait_for_url(re.compile(r"/play/\w{13}/"))
    return page.url.split("/play/")[1][:13]


def over(page: Page) -> bool:
    return page.locator(".ending .ways").count() > 0 and page.locator(".veil").count() == 0


def decide(page: Page, chance: Random) -> None:
    """Presses any button that is offered; in a room that is picked from, a card first.

    By keys: after a touch nothing listens for half a second.
    """
    before = page.locator("#table").get_attribute("data-revision")
    picks = page.locator(".spread input")
    if picks.count():
        press(picks.nth(chance.randrange(picks.count())))
    buttons = page.locator(DECISIONS)
    press(buttons.nth(chance.randrange(buttons.count())))
    expect(page.locator(f'#table[data-revision="{before}"]')).to_have_count(0)


def played_out(code: str) -> None:
    match = models.Match.objects.get(code=code)
    assert match.outcome
    assert match_table(code)._state == where_its_log_leads(code)


@pytest.mark.parametrize(
    "game", ["Solo Scoundrel", pytest.param("Rascal", marks=pytest.mark.nightly)]
)
def test_a_game_for_one_is_played_to_its_end_and_counts(
    page: Page, complaints: list[str], game: str
) -> None:
    page.set_viewport_size(PHONE)
    code, chance = deal(page, game), Random(7)
    for _ in range(MOST):
        if over(page):
            break
        decide(page, chance)
    played_out(code)
    page.get_by_role("link", name="Look back").click()
    page.get_by_role("link", name="Records").click()
    expect(page.get_by_role("rowheader", name="Mara")).to_be_visible()


@pytest.mark.thorough
def test_undo_takes_back_what_was_decided(page: Page) -> None:
    code = deal(page, "Solo Scoundrel")
    first = page.locator(".room .lay").first.get_attribute("aria-label")
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("#table")).to_have_attribute("data-revision", "1")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#table")).to_have_attribute("data-revision", "2")
    assert page.locator(".room .lay").first.get_attribute("aria-label") == first
    assert models.Match.objects.get(code=code).undo_count == 1


def test_advice_is_marked_on_the_table(page: Page) -> None:
    deal(page, "Solo Scoundrel")
    page.get_by_role("link", name="Advice").click()
    expect(page.locator(".say", has_text="estimate")).to_be_visible()
    expect(page.locator(".advised:is(button)")).to_have_count(1)


def test_a_touch_puts_advice_away_and_presses_nothing_through_it(page: Page) -> None:
    deal(page, "Rascal")
    page.set_viewport_size(PHONE)
    page.get_by_role("link", name="Advice").click()
    advice = page.locator(".say p")
    advice.first.click()
    expect(advice).to_have_count(0)
    expect(page.locator("#table")).to_have_attribute("data-revision", "0")


@pytest.mark.thorough
@pytest.mark.parametrize("game", [pytest.param("Shiphead", marks=pytest.mark.nightly), "Castle"])
def test_a_game_against_the_computer_is_played_to_its_end(page: Page, game: str) -> None:
    page.set_viewport_size(PHONE)
    code, chance = deal(page, game, second="medium"), Random(3)
    for _ in range(MOST):
        if over(page):
            break
        decide(page, chance)
    played_out(code)
    expect(page.get_by_role("heading", name=re.compile("has won"))).to_be_visible()


def test_the_phone_is_passed_on_before_a_hand_is_shown(page: Page) -> None:
    deal(page, "Castle", second="here")
    for _ in range(6):
        expect(page.get_by_role("heading", name=re.compile("^Pass the phone to"))).to_be_visible()
        assert page.locator(".hand").count() == 0
        press(page.get_by_role("link", name=re.compile("^I am")))
        expect(page.locator(".hand")).to_be_visible()
        decide(page, Random(1))
        while page.locator(".hand").count():  # a burn: the same player goes on
            decide(page, Random(1))


@pytest.fixture(name="second_phone")
def another_phone(new_context: CreateContextCallback) -> Callable[[], Page]:
    return lambda: new_context(viewport=PHONE).new_page()


def test_a_dungeon_is_shared_by_two_phones_that_hear_of_each_other(
    page: Page, second_phone: Callable[[], Page], base_url: str
) -> None:
    code, chance, odo = deal(page, "Co-operative", second="phone"), Random(2), second_phone()
    odo.goto(f"{base_url}/play/{code}/join")
    odo.get_by_label("Your name").fill("Odo")
    odo.get_by_role("button", name="Sit down").click()
    expect(page.locator("#table")).to_be_visible()  # who waited hears that all sit
    for _ in range(MOST):
        opened = match_table(code)
        if not opened.to_act:
            break
        here = (page, odo)[opened.to_act[0]]
        expect(here.locator("#table")).to_have_attribute("data-revision", str(opened.revision))
        decide(here, chance)
    played_out(code)
    for one in (page, odo):
        expect(one.get_by_role("heading", name="Everyone has fallen")).to_be_visible()


def test_a_computer_plays_for_somebody_who_left_until_they_are_back(
    page: Page, second_phone: Callable[[], Page], base_url: str
) -> None:
    code, odo = deal(page, "Castle", second="phone"), second_phone()
    odo.goto(f"{base_url}/play/{code}/join")
    odo.get_by_role("button", name="Sit down").click()
    expect(odo.locator("#table")).to_be_visible()
    turn = match_table(code).to_act[0]
    gone, here = ((page, odo), (odo, page))[turn]
    models.Move.objects.update(created=datetime(2026, 5, 1, tzinfo=UTC))
    here.get_by_role("link", name="More").click()
    here.get_by_role("button", name="Let a computer play").click()
    expect(here.locator(".whose", has_text="Your turn")).to_be_visible()
    play_on = gone.get_by_role("button", name="Play on")
    expect(play_on).to_contain_text("a computer plays for you")
    assert match_table(code).seats[turn].level == "medium"
    play_on.click()
    expect(play_on).to_have_count(0)
    assert match_table(code).seats[turn].level == ""


@pytest.mark.thorough
def test_who_is_overtaken_is_told_what_happened(
    page: Page, base_url: str, complaints: list[str]
) -> None:
    code = deal(page, "Solo Scoundrel")
    tab = page.context.new_page()
    tab.route("**/live/**", lambda route: route.abort())
    tab.route("**/table?after=*", lambda route: route.abort())
    tab.goto(f"{base_url}/play/{code}/")
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("#table")).to_have_attribute("data-revision", "1")
    tab.locator(".act").first.click()
    expect(tab.locator(".say", has_text="moved on in the meantime")).to_be_visible()
    expect(tab.locator("#table")).to_have_attribute("data-revision", "1")
    complaints.clear()


@pytest.mark.thorough
def test_a_whole_game_is_played_without_javascript(new_context: CreateContextCallback) -> None:
    page = new_context(java_script_enabled=False, viewport=PHONE).new_page()
    code, chance = deal(page, "Rascal"), Random(11)
    for _ in range(MOST):
        if over(page):
            break
        buttons = page.locator(DECISIONS)
        buttons.nth(chance.randrange(buttons.count())).click()
        page.wait_for_load_state()
    played_out(code)


@pytest.mark.thorough
def test_a_game_is_played_with_the_keyboard(page: Page) -> None:
    deal(page, "Co-operative")
    page.locator(".spread input").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    expect(page.locator(".act:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_have_attribute("data-revision", "1")
    expect(page.locator("#table main :focus")).to_have_count(1)


@pytest.mark.thorough
def test_what_another_phone_does_leads_nobody_anywhere(page: Page) -> None:
    code = deal(page, "Solo Scoundrel")
    opened = match_table(code)
    phone, decision = opened.seats[0].phone, "skip"
    match_decide(code=code, phone=phone, seat=0, number=opened.revision, decision=decision)
    expect(page.locator("#table")).to_have_attribute("data-revision", "1")
    expect(page.locator(":focus")).to_have_count(0)


def test_a_decision_without_a_network_says_so_and_can_be_made_later(
    page: Page, complaints: list[str], spotty: None
) -> None:
    page.clock.install()
    deal(page, "Solo Scoundrel")
    page.context.set_offline(True)
    page.get_by_role("button", name="Skip").click()
    expect(page.get_by_role("alert")).to_have_text("You’re offline. This game needs the network.")
    complaints.clear()  # of htmx too
    page.context.set_offline(False)
    page.clock.fast_forward(600)  # so that it is no double tap
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("#table")).to_have_attribute("data-revision", "1")


def test_a_decision_whose_answer_is_lost_is_shown_all_the_same(
    page: Page, complaints: list[str]
) -> None:
    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    deal(page, "Solo Scoundrel")
    page.route("**/moves", lose, times=1)
    press(page.get_by_role("button", name="Skip"))
    expect(page.locator("#table")).to_have_attribute("data-revision", "1")
    complaints.clear()  # of htmx too


@pytest.mark.thorough
def test_a_card_on_its_way_is_in_no_fingers_way(page: Page) -> None:
    """A touch reaches what lies under the card, at once."""
    deal(page, "Castle", second="easy")
    page.evaluate(
        "() => document.querySelectorAll('.choice [id^=card-]').forEach((card) =>"
        " card.animate([{ translate: '0 -200px' }, { translate: '0 -200px' }], 60000))"
    )
    above = "(button) => { const { x, y, width } = button.getBoundingClientRect();"
    above += " return document.elementFromPoint(x + width / 2, y - 150).closest('.choice') }"
    assert page.locator(".choice").first.evaluate(above) is None
    decide(page, Random(1))


@pytest.mark.thorough
def test_a_card_that_moves_glides_unless_less_motion_is_wished(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    deal(page, "Solo Scoundrel")
    counted = "() => document.getAnimations().filter((a) => a.effect.target.id).length"
    page.evaluate(
        "() => document.addEventListener('htmx:after:swap', () => requestAnimationFrame(() =>"
        f" (document.body.dataset.glides = ({counted})())))"
    )
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("body[data-glides]")).not_to_have_attribute("data-glides", "0")
    page.emulate_media(reduced_motion="reduce")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("body")).to_have_attribute("data-glides", "0")
