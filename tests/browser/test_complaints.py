"""Browser tests are not deaf: whatever a page does wrong fails its test."""

import pytest
from playwright.sync_api import Error, Page, Route

from tests.audits import assert_no_axe_violations

STRICT = "default-src 'self'"
PAGE = "<!doctype html><html lang=en><title>Table</title><main><h1>Table</h1>{}</main>"


def show(page: Page, content: str = "", policy: str = STRICT) -> None:
    def answer(route: Route) -> None:
        headers = {"Content-Security-Policy": policy, "Content-Type": "text/html"}
        route.fulfill(body=PAGE.format(content), headers=headers)

    page.route("**/shown", answer)
    page.goto("/shown")


def test_a_quiet_page_passes(page: Page) -> None:
    show(page, "<p>11 health</p>")


def test_an_inline_script_is_a_complaint(page: Page, complaints: list[str]) -> None:
    with page.expect_console_message(lambda message: message.text.startswith("CSP")):
        show(page, "<script>document.title = 'Odo'</script>")
    assert "CSP script-src-elem inline" in "\n".join(complaints)
    complaints.clear()


def test_an_exception_in_a_page_is_a_complaint(page: Page, complaints: list[str]) -> None:
    show(page)
    with page.expect_event("pageerror"):
        page.evaluate("() => { setTimeout(() => { throw Error('no such seat') }) }")
    assert complaints == ["page: no such seat"]
    complaints.clear()


def test_a_missing_file_is_a_complaint(page: Page, complaints: list[str]) -> None:
    page.route("**/gone.svg", lambda route: route.fulfill(status=404))
    show(page, "<img src=gone.svg alt=''>")
    assert "404" in "\n".join(complaints)
    complaints.clear()


def test_a_request_without_answer_is_a_complaint(page: Page, complaints: list[str]) -> None:
    page.route("**/lost.svg", lambda route: route.abort("connectionreset"))
    show(page, "<img src=lost.svg alt=''>")
    assert "lost.svg net::ERR_CONNECTION_RESET" in "\n".join(complaints)
    complaints.clear()


def test_a_request_to_another_host_is_a_complaint(page: Page, complaints: list[str]) -> None:
    page.route("https://elsewhere.example/*", lambda route: route.fulfill(body=""))
    show(page, "<script src=https://elsewhere.example/count.js></script>", policy="")
    assert complaints == ["request to another host: https://elsewhere.example/count.js"]
    complaints.clear()


def test_axe_looks_at_a_page_with_a_strict_policy(page: Page) -> None:
    show(page, "<p>11 health</p>")
    assert_no_axe_violations(page)
    show(page, "<button></button>")
    with pytest.raises(AssertionError, match="button-name"):
        assert_no_axe_violations(page)


@pytest.mark.parametrize("host", ["scoundrel.example", "192.0.2.1"])
def test_no_page_reaches_another_machine(page: Page, complaints: list[str], host: str) -> None:
    with pytest.raises(Error, match="ERR_NAME_NOT_RESOLVED"):
        page.goto(f"http://{host}/")
    complaints.clear()
