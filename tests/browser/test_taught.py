"""The taught floor under a finger: the notes change, the cards stay where they are."""

from __future__ import annotations

from collections.abc import Callable

from django.core import signing
from playwright.sync_api import Page, expect

from tests.play.matches import PHONE, at_one_phone
from tracker.services.match.deals import TAUGHT
from tracker.web.browser import PHONE_COOKIE

TAPS = (("2c", "A black card"), ("3s", "If no card suits you"), ("4s", ""), ("5d", "A diamond"))
PLACES = "() => [...document.querySelectorAll('.lay')].map(({ id, offsetTop }) => [id, offsetTop])"
LONGER = "() => document.scrollingElement.scrollHeight - innerHeight"


def test_the_first_decisions_by_touch(take_phone: Callable[..., Page], base_url: str) -> None:
    page, held = take_phone(), signing.dumps(PHONE, salt=PHONE_COOKIE)
    page.context.add_cookies([{"name": PHONE_COOKIE, "value": held, "url": base_url}])
    page.goto(f"/play/{at_one_phone('coop', 1, seed=TAUGHT)}/")
    note = page.locator(".lesson")
    for number, (card, words) in enumerate(TAPS):
        expect(note).to_contain_text(words) if words else expect(note).to_be_empty()
        assert page.evaluate(LONGER) <= 0
        before = dict(page.evaluate(PLACES))
        page.locator(f"#pick-{card}").tap()
        page.locator("button.act:visible").first.tap()
        expect(page.locator("#table")).to_have_attribute("data-revision", str(number + 1))
        for name, top in page.evaluate(PLACES):
            assert before.get(name, top) == top
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate(LONGER) <= 0
