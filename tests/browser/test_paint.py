"""A loose guard on what bench/paint.py measures: pixels do not wait for the network."""

from __future__ import annotations

from statistics import median

import pytest
from playwright.sync_api import Browser

from tests.browser.pixels import Phone, Screen, paints, place

ROUND_TRIP = 2000  # ms


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
