"""Pages stay, and say so, if the site does not answer or a proxy answers for it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.browser.phones import OpenTable, elsewhere, press
from tests.browser.test_games import deal
from tests.browser.test_live import LISTENS
from tests.game_screens import solo_lost
from tests.play.matches import OTHER
from tracker.services.match.play import match_sit
from tracker.services.party.parties import party_table
from tracker.services.party.saves import saves_by_name

NO_SITE = "<html><body><h1>502 Bad Gateway</h1></body></html>"

# Nobody waits for longer than two seconds.
IN_HURRY = """{
  const { timeout } = AbortSignal;
  AbortSignal.timeout = () => timeout.call(AbortSignal, 2000);
}"""


def no_site(route: Route) -> None:
    """As nginx answers while the site starts again."""
    route.fulfill(status=502, content_type="text/html", body=NO_SITE)


def test_the_page_of_a_proxy_does_not_replace_a_dealt_game(
    page: Page, complaints: list[str]
) -> None:
    deal(page, "Solo Scoundrel")
    page.route("**/moves", no_site, times=1)
    press(page.get_by_role("button", name="Skip"))
    expect(page.get_by_role("alert")).to_have_text("You’re offline. This game needs the network.")
    assert complaints == [told for told in complaints if "502" in told]
    complaints.clear()
    press(page.get_by_role("button", name="Skip"))
    expect(page.locator("#table")).to_have_attribute("data-revision", "1")


@pytest.mark.parametrize("name", ["replay", "review", "par", "ask"])
def test_the_page_of_a_proxy_does_not_replace_what_looks_back(
    page: Page, base_url: str, complaints: list[str], name: str
) -> None:
    def is_part(request: Request) -> bool:
        return "hx-request" in request.headers

    address, on = f"/play/{solo_lost()}/{name}", page.locator("[rel=next], form .button").first
    page.route("**/play/**", lambda r: no_site(r) if is_part(r.request) else r.continue_())
    with page.expect_response(lambda response: response.status == 502):
        page.goto(base_url + address)
        if name == "replay":
            press(on)
    page.unroute("**/play/**")
    complaints.clear()
    with page.expect_response(lambda response: response.ok and is_part(response.request)):
        press(on)


def test_who_waits_for_the_others_waits_for_the_site_too(page: Page, complaints: list[str]) -> None:
    page.clock.install()
    with page.expect_response("**/live/**"):
        code = deal(page, "Shiphead", second="phone", third="phone")
    page.get_by_label("Your name").last.fill("Pell")
    page.route(f"**/play/{code}/", no_site)
    with page.expect_response(f"**/play/{code}/"):
        match_sit(code=code, seat=1, phone=OTHER, name="Odo")
    page.unroute(f"**/play/{code}/")
    complaints.clear()
    page.clock.fast_forward(4_000)
    expect(page.get_by_text("Odo")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("Pell")


def test_a_sheet_that_cannot_be_read_again_says_how_old_it_is(
    open_table: OpenTable, code: str
) -> None:
    page = open_table(script=f"{LISTENS}; {IN_HURRY}")
    press(page.get_by_role("link", name="Mara: fight, drink, equip"))
    expect(page.locator("#sheet")).to_be_visible()
    page.route("**/player/0?*", lambda _: None)  # no answer comes
    elsewhere(code, "hp:0:-4")
    expect(page.locator("#sheet .as-of")).to_be_visible()
    page.unroute("**/player/0?*")
    elsewhere(code, "hp:0:-1")
    expect(page.locator("#sheet .score")).to_contain_text("15")
    expect(page.locator("#sheet .as-of")).to_be_hidden()


def test_what_a_dealt_game_says_goes_away(page: Page, complaints: list[str], spotty: None) -> None:
    page.clock.install()
    deal(page, "Solo Scoundrel")
    page.context.set_offline(True)
    press(page.get_by_role("button", name="Skip"))
    expect(page.get_by_role("alert")).to_be_visible()
    page.context.set_offline(False)
    page.clock.fast_forward(8_000)
    expect(page.locator("#said")).to_be_hidden()
    complaints.clear()  # of htmx


@pytest.mark.parametrize("offline", [True, False], ids=["offline", "proxy"])
def test_a_list_says_that_nothing_was_sent(
    open_table: OpenTable, code: str, complaints: list[str], offline: bool
) -> None:
    page = open_table()
    page.goto(f"/p/{code}/saves")
    if not offline:
        page.route("**/entries", no_site)
    page.get_by_label("Save this moment as").fill("alpha")
    page.context.set_offline(offline)
    press(page.get_by_role("button", name="Save", exact=True))
    expect(page.get_by_role("alert")).to_contain_text("You’re offline.")
    expect(page.get_by_label("Save this moment as")).to_have_value("alpha")
    complaints.clear()
    page.unroute("**/entries")
    page.context.set_offline(False)
    press(page.get_by_role("button", name="Save", exact=True))
    expect(page.get_by_role("heading", name="alpha")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert len(saves_by_name(party_table(code), automatic=False)) == 1
