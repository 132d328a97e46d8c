"""Every control of a dealt game is pale from its tap until the answer comes, or fails to."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.core import signing
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE
from tests.browser.phones import NEXT_FRAME, press
from tests.browser.test_newest import come
from tests.browser.test_no_answer import NO_SITE
from tests.play import matches
from tests.play.matches import RED_ROOM, at_one_phone, dealt, decide
from tracker.web.browser import PHONE_COOKIE

CONTROLS = "#table :is(button[name=decision]:not([aria-disabled]), a[hx-get]):visible"
PLACES = """() => [...document.querySelectorAll("#table *")].map((each) =>
  Object.values(each.getBoundingClientRect().toJSON()).join())"""
PALE = "(control) => getComputedStyle(control.closest('.mate') ?? control).opacity < 1"
ASKED = re.compile(r"/moves$|/table\?(?!after)")


def sit_down(page: Page, base_url: str, code: str) -> None:
    held_seat = signing.dumps(matches.PHONE, salt=PHONE_COOKIE)
    page.context.add_cookies([{"name": PHONE_COOKIE, "value": held_seat, "url": base_url}])
    page.set_viewport_size(PHONE)
    page.goto(f"{base_url}/play/{code}/")


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
    sit_down(page, base_url, match())
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


@pytest.mark.parametrize("second", ["[value=undo]", "[value='fight:4c:bare']", "[hx-get*=advice]"])
def test_a_control_is_pale_until_its_own_answer_comes(
    page: Page, base_url: str, complaints: list[str], second: str
) -> None:
    """Two taps wait on a slow network, and that of Undo is answered first."""
    code = dealt("solo")
    for decision in ("equip:10d", "drink:3h"):
        decide(code, decision)
    sit_down(page, base_url, code)
    held: list[Route] = []
    page.route(ASKED, lambda route: held.append(route))
    control = page.locator(f"#table {second}")
    press(page.locator("#table [value=undo]"))
    press(control)
    first = come(page, held)
    held.remove(first)
    first.continue_()
    expect(page.locator("#table")).to_have_attribute("data-revision", "3")
    last = come(page, held)
    page.evaluate(NEXT_FRAME)
    assert control.evaluate(PALE)
    assert page.locator("#table .htmx-request").count() == 1
    last.continue_()
    expect(page.locator("#table .htmx-request")).to_have_count(0)
    assert complaints == [told for told in complaints if "409" in told]  # it was for before
    complaints.clear()
