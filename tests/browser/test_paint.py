"""A tap costs a phone little: counted here, and timed by bench/paint.py."""

from __future__ import annotations

from statistics import median

import pytest
from playwright.sync_api import Browser, Request, expect

from tests.browser.phones import elsewhere
from tests.browser.pixels import TABLES, Phone, Screen, paints, place

pytestmark = pytest.mark.thorough

ROUND_TRIP = 2000  # ms
TAPS = 20
MOST_POSTS = MOST_TABLES = 2
# A tap has some elements styled anew. Had a panel to be laid out again with all others, each of
# them, a container, would be styled again for each size that is tried: 28 times and more a tap.
MOST_STYLED = 8
FRAME_BY_FRAME = """async () => {
  const steps = ["-1", "+1"].map((step) => document.querySelector(`[value="hp:0:${step}"]`));
  const about = { bubbles: true, pointerId: 7, isPrimary: true };
  for (let tap = 0; tap < 20; tap += 1) {
    for (const type of ["pointerdown", "pointerup"])
      steps[tap % 2].dispatchEvent(new PointerEvent(type, about));
    await new Promise(requestAnimationFrame);
  }
}"""


@pytest.mark.parametrize("name", TABLES)
def test_a_burst_of_taps_costs_a_phone_little(
    browser: Browser, base_url: str, code: str, name: str
) -> None:
    commands, cookies = TABLES[name]
    elsewhere(code, *commands)
    phone = Phone(browser, f"{base_url}/p/{code}/", cookies)
    page = phone.page
    expect(page.locator("body")).to_have_attribute("data-locked", "")
    page.wait_for_load_state("networkidle")
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request))
    before = phone.styled()
    page.evaluate(FRAME_BY_FRAME)
    styled = (phone.styled() - before) / TAPS
    expect(page.locator(f'#table[data-revision="{len(commands) + TAPS}"]')).to_be_attached()
    phone.saved()
    posts = [request for request in sent if request.method == "POST"]
    tables = [request for request in sent if "/table?" in request.url]
    page.context.close()
    assert len(posts) <= MOST_POSTS
    assert len(tables) <= MOST_TABLES
    assert styled <= MOST_STYLED


@pytest.mark.thorough
def test_a_tap_is_on_the_screen_long_before_the_site_has_it(
    browser: Browser, base_url: str, code: str
) -> None:
    phone = Phone(browser, f"{base_url}/p/{code}/")
    screen = Screen(phone.session, place(phone.number))
    phone.slowed(1, ROUND_TRIP)
    assert median(paints(phone, screen, 5)) < ROUND_TRIP / 4
    phone.session.send("Page.stopScreencast")
    phone.saved()
    phone.page.context.close()
