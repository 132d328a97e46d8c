"""The replay of a dealt game: step by step, by itself, and on from there."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_newest import come, hold
from tests.game_screens import solo_lost
from tracker.services.match.log import moves_not_undone
from tracker.services.match.rows import match_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]


def test_play_goes_on_from_a_move_that_is_on_its_way(page: Page, base_url: str) -> None:
    """There is no next move yet where the slider left the last one on a slow network."""
    code = solo_lost()
    last = len(moves_not_undone(match_table(code)))
    page.goto(f"{base_url}/play/{code}/replay?at={last}")
    page.route("**/replay?*", lambda _: None)  # does not arrive yet
    page.get_by_role("slider").focus()
    with page.expect_request("**/replay?*"):
        page.keyboard.press("Home")
    play = page.get_by_role("button", name="Play", exact=True)
    play.click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.unroute("**/replay?*")  # lets it through
    expect(page.locator(".bar .deed b")).to_have_text(f"1 of {last}")


def test_play_goes_on_from_the_last_of_two_moves(page: Page, base_url: str) -> None:
    """The slider has lost its focus when the first of them comes."""
    code = solo_lost()
    last = len(moves_not_undone(match_table(code)))
    page.goto(f"{base_url}/play/{code}/replay?at=3")
    late = hold(page, f"**/replay?*at={last}")
    page.get_by_role("slider").focus()
    page.keyboard.press("End")
    first = come(page, late)
    page.keyboard.press("Home")
    page.get_by_role("button", name="Play", exact=True).click()
    first.continue_()
    expect(page.locator(".bar .deed b")).to_have_text(f"1 of {last}")


def test_play_stops_where_no_move_comes(page: Page, base_url: str, complaints: list[str]) -> None:
    page.goto(f"{base_url}/play/{solo_lost()}/replay?at=0")
    place, play = page.locator(".bar .deed b"), page.get_by_role("button", name="Play", exact=True)
    page.context.set_offline(True)
    play.click()
    expect(page.get_by_role("button", name="Pause")).to_have_count(0)
    expect(place).to_contain_text("0 of ")
    page.context.set_offline(False)
    play.click()
    expect(place).to_contain_text("2 of ")
    complaints.clear()  # of the move that did not come


def test_a_slider_goes_back_where_no_move_comes(
    page: Page, base_url: str, complaints: list[str]
) -> None:
    page.goto(f"{base_url}/play/{solo_lost()}/replay?at=0")
    place, slider = page.locator(".bar .deed b"), page.get_by_role("slider")
    page.context.set_offline(True)
    slider.press("End")
    expect(slider).to_have_value("0")
    expect(place).to_contain_text("0 of ")
    complaints.clear()  # of the move that did not come


def test_a_replay_that_hides_what_comes_plays_to_its_end(page: Page, base_url: str) -> None:
    code = solo_lost()
    last = len(moves_not_undone(match_table(code)))
    page.goto(f"{base_url}/play/{code}/replay?hide=1&at={last - 2}")
    place = page.locator(".bar .deed b")
    expect(place).to_have_text(str(last - 2))
    page.get_by_role("button", name="Play", exact=True).click()
    expect(place).to_have_text(str(last - 1))
    expect(page.get_by_role("slider")).to_have_count(0)
    expect(page.get_by_role("heading", name="You have fallen")).to_be_visible()
    page.get_by_role("link", name="Back").click()
    expect(place).to_have_text(str(last - 1))
    page.get_by_role("link", name="Show what comes").click()
    expect(place).to_have_text(f"{last - 1} of {last}")
    expect(page.get_by_role("slider")).to_be_visible()


def test_a_replay_is_stepped_through_played_and_gone_on_from(page: Page, base_url: str) -> None:
    code = solo_lost()
    last = len(moves_not_undone(match_table(code)))
    page.goto(f"{base_url}/play/{code}/replay?at=0")
    place, table = page.locator(".bar .deed b"), page.locator("#table")
    page.get_by_role("link", name="Next").click()
    expect(place).to_have_text(f"1 of {last}")
    page.get_by_role("link", name="Back").click()
    expect(place).to_have_text(f"0 of {last}")
    page.get_by_role("slider").focus()
    page.keyboard.press("End")
    expect(place).to_have_text(f"{last} of {last}")
    page.keyboard.press("Home")
    expect(place).to_have_text(f"0 of {last}")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(place).to_have_text(f"1 of {last}")
    expect(page.get_by_role("slider")).to_have_value("1")
    page.get_by_role("button", name="Speed").click()
    expect(table.locator("[data-speed] b")).to_have_text("2×")
    expect(place).to_have_text(f"3 of {last}")
    page.get_by_role("button", name="Pause").click()
    page.goto(f"{base_url}/play/{code}/replay?at={last - 1}")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("heading", name="You have fallen")).to_be_visible()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.get_by_role("link", name="Back").click()
    page.get_by_role("button", name="Play on").click()
    expect(page).to_have_url(re.compile(rf"/play/(?!{code})\w+/$"))
    expect(page.locator("#table")).to_have_attribute("data-revision", str(last - 1))


@pytest.mark.parametrize("hide", ["", "hide=1&"], ids=["all", "hidden"])
def test_a_replay_that_is_loaded_again_stays_at_its_move(
    page: Page, base_url: str, hide: str
) -> None:
    page.goto(f"{base_url}/play/{solo_lost()}/replay?{hide}at=3")
    page.route("**/replay?*at=6", lambda _: None)  # it plays no further than to 5
    on, slider = page.get_by_role("link", name="Next"), page.get_by_role("slider")
    play = page.get_by_role("button", name="Play", exact=True)
    steps = [(4, on), (3, page.get_by_role("link", name="Back")), (5, play)]
    for move, way in steps if hide else [*steps, (4, slider)]:
        if way == slider:
            slider.press("ArrowLeft")
        else:
            way.click()
        for _ in range(2):
            expect(on).to_have_attribute("href", re.compile(rf"at={move + 1}$"))
            page.reload()
    page.go_back()
    expect(page).to_have_url("about:blank")


def test_the_last_of_two_steps_counts_though_the_first_comes_late(
    page: Page, base_url: str
) -> None:
    page.goto(f"{base_url}/play/{solo_lost()}/replay?at=5")
    place, late = page.locator(".bar .deed b"), hold(page, "**/replay?*at=6")
    page.get_by_role("link", name="Next").click()
    first = come(page, late)
    page.get_by_role("link", name="Back").click()
    expect(place).to_contain_text("4 of ")
    first.continue_()
    page.wait_for_load_state("networkidle")
    expect(place).to_contain_text("4 of ")
