"""Every control of a dealt game is pale from its tap until the answer comes, or fails to."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.core import signing
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE
from tests.browser.phones import press
from tests.browser.test_newest import come
from tests.browser.test_no_answer import NO_SITE
from tests.play import matches
from tests.play.matches import RED_ROOM, at_one_phone, dealt
from tracker.web.browser import PHONE_COOKIE

CONTROLS = "#table :is(button[name=decision]:not([aria-disabled]), a[hx-get]):visible"
PLACES = """() => [...document.querySelectorAll("#table *")].map((each) =>
  Object.values(each.getBoundingClientRect().toJSON()).join())"""
PALE = "(control) => getComputedStyle(control.closest('.mate') ?? control).opacity < 1"
ASKED = re.compile(r"/moves$|/table\?(?!after)")


MORE = pytest.mark.thorough
MATCHES = [
    pytest.param(lambda: dealt("solo"), id="solo"),
    pytest.param(lambda: at_one_phone("coop", 2, RED_ROOM), id="a red room"),
    pytest.param(lambda: at_one_phone("coop", 3), id="coop", marks=MORE),
    pytest.param(lambda: dealt("rascal"), id="rascal", marks=MORE),
    pytest.param(lambda: dealt("castle", "easy"), id="castle", marks=MORE),
    pytest.param(lambda: at_one_phone("castle", 2), id="handed on", marks=MORE),
    pytest.param(lambda: dealt("shiphead", "easy"), id="shiphead", marks=MORE),
]


@pytest.mark.parametrize("match", MATCHES)
def test_a_control_is_pale_until_its_answer_comes(
    page: Page, base_url: str, complaints: list[str], match: Callable[[], str]
) -> None:
    held_seat = signing.dumps(matches.PHONE, salt=PHONE_COOKIE)
    page.context.add_cookies([{"name": PHONE_COOKIE, "value": held_seat, "url": base_url}])
    page.set_viewport_size(PHONE)
    page.goto(f"{base_url}/play/{match()}/")
    for pick in page.locator(".spread input").all()[:1]:
        press(pick)
    page.evaluate("document.activeElement.blur()")
    held: list[Route] = []
    page.route(ASKED, lambda route: held.append(route))
    for control in (controls := page.locator(CONTROLS).all()):
        before = page.evaluate(PLACES)
        assert not control.evaluate(PALE)
        control.focus()
        control.press("Enter")
        route = come(page, held)
        held.clear()
        assert control.evaluate(PALE)
        assert page.evaluate(PLACES) == before
        route.fulfill(status=502, content_type="text/html", body=NO_SITE)
        expect(page.get_by_role("alert")).to_contain_text("You’re offline.")
        expect(page.locator("#table .htmx-request")).to_have_count(0)
        assert not control.evaluate(PALE)
    assert controls
    complaints.clear()  # of the answers that did not come
