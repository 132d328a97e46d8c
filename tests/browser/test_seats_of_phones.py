"""Seats of a dealt game on phones: taken by impatient fingers, waited for, and given a name."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones import Fingers, answered_once_asked_again, middle
from tests.play.matches import OTHER, PHONE, on_own_phones
from tracker import models
from tracker.services.match.play import match_create, match_move_seat, match_sit, seat_key
from tracker.services.match.rows import match_table
from tracker.views.match import play


def test_a_double_tap_sits_down_once(
    take_phone: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser that had never played takes the seat, and sees only the second answer."""
    code, page = on_own_phones("castle", PHONE, ""), take_phone()
    monkeypatch.setattr(play, "match_sit", answered_once_asked_again(match_sit))
    page.goto(f"/play/{code}/join")
    page.get_by_label("Your name").fill("Odo")
    Fingers(page).tap_twice(middle(page.get_by_role("button", name="Sit down")), 250)
    expect(page.get_by_role("region", name="Your cards")).to_be_visible()
    expect(page.locator(".own .name").first).to_have_text("Odo")


def test_a_double_tap_deals_one_game(
    take_phone: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = take_phone()
    monkeypatch.setattr(play, "match_create", answered_once_asked_again(match_create))
    page.goto("/play/new/castle")
    page.get_by_label("Name of player 1").fill("Mara")
    Fingers(page).tap_twice(middle(page.get_by_role("button", name="Deal", exact=True)), 250)
    expect(page.locator(".own .name").first).to_have_text("Mara")
    assert models.Match.objects.count() == 1


@pytest.mark.parametrize("gap", [250, pytest.param(0, marks=pytest.mark.thorough)])
def test_a_double_tap_takes_a_seat_over_once(
    take_phone: Callable[..., Page], monkeypatch: pytest.MonkeyPatch, gap: int
) -> None:
    code, page = on_own_phones("castle", PHONE, OTHER), take_phone()
    match = match_table(code)
    monkeypatch.setattr(play, "match_move_seat", answered_once_asked_again(match_move_seat))
    page.goto(f"/play/{code}/seat/0/{seat_key(match, match.seats[0])}")
    Fingers(page).tap_twice(middle(page.get_by_role("button", name="Play on here")), gap)
    expect(page.locator(".own .name").first).to_have_text("Mara")


@pytest.fixture(name="host")
def phone_that_waits(take_phone: Callable[..., Page]) -> Page:
    """Mara, who waits for two more."""
    page = take_phone()
    page.goto(f"/play/{on_own_phones('coop', '', '', '')}/join")
    page.get_by_label("Your name").first.fill("Mara")
    page.get_by_role("button", name="Sit down at seat 1").tap()
    expect(page.locator("[data-waits]")).to_be_visible()
    return page


def code_of(page: Page) -> str:
    return page.url.split("/")[4]


def test_a_name_that_is_being_typed_stays_while_another_sits_down(host: Page) -> None:
    field = host.get_by_label("Your name").last
    field.fill("Pel")
    match_sit(code=code_of(host), seat=1, phone=OTHER, name="Odo")
    expect(host.locator(".sittings .name").nth(1)).to_have_text("Odo")
    expect(field).to_have_value("Pel")
    match_sit(code=code_of(host), seat=2, phone="o" * 13, name="Rook")
    expect(host.locator("#table")).to_be_visible()


def test_who_waits_hears_of_the_others_after_a_break(host: Page, complaints: list[str]) -> None:
    """As behind a proxy that answers while the site starts again: browsers give up then."""
    host.route("**/live/play/**", lambda route: route.fulfill(status=502), times=1)
    with host.expect_response("**/live/play/**"):
        host.reload()
    for seat, phone in enumerate((OTHER, "o" * 13), 1):
        match_sit(code=code_of(host), seat=seat, phone=phone, name="Odo")
    expect(host.locator("#table")).to_be_visible()
    complaints.clear()
