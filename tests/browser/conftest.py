from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    ViewportSize,
    expect,
)
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.screens import SIZES
from tests.browsers import QUICK_FINGERS
from tests.servers import ROOT, application_in_a_thread
from tracker.rules.table.party import new_party
from tracker.services.party.parties import party_create

PICTURES = ROOT / "var" / "test-results"
PHONE: ViewportSize = {"width": 390, "height": 844}
THIS_MACHINE = ("127.0.0.1", "localhost")
PATIENCE = 15_000  # ms: a busy machine is slow, which is not what these tests are about
# A worker would answer in place of the routes of a test, and a browser that draws by software
# is busy with what moves on a page; tests of either ask for it.
QUIET = {"service_workers": "block", "reduced_motion": "reduce"}
NETWORK = ("http", "https", "ws", "wss")


expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def base_url(django_db_setup: None) -> Iterator[str]:
    """The whole application on the database of the tests; `page.goto("/")` goes there."""
    with application_in_a_thread() as url:
        yield url


@pytest.fixture(autouse=True)
def _database_shared_with_the_server(transactional_db: None) -> None: ...


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What browsers complained about so far; any fails the test.

    A test that breaks something on purpose looks for its complaint, then clears the list.
    """
    found: list[str] = []
    yield found
    assert not found, "\n".join(found)


@pytest.fixture
def new_context(
    new_context: CreateContextCallback, complaints: list[str]
) -> Callable[..., BrowserContext]:
    """Every context, that of `page` too, is listened to; on most of them nobody holds on."""

    def listened_to(*, quick_fingers: bool = True, **options: Any) -> BrowserContext:
        context = new_context(**{**QUIET, **options})
        if quick_fingers:
            context.add_init_script(path=QUICK_FINGERS)
        context.set_default_timeout(10_000)
        listen(context, complaints)
        return context

    return listened_to


def listen(context: BrowserContext, complaints: list[str]) -> None:
    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(f"console: {message.text}")

    def on_request(request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in NETWORK and address.hostname not in THIS_MACHINE:
            complaints.append(f"request to another host: {request.url}")

    def on_failure(request: Request) -> None:
        # Aborted: the page itself gave it up, by leaving or by closing a stream.
        if request.failure != "net::ERR_ABORTED":
            complaints.append(f"request failed: {request.url} {request.failure}")

    context.on("console", on_console)
    context.on("weberror", lambda error: complaints.append(f"page: {error.error}"))
    context.on("request", on_request)
    context.on("requestfailed", on_failure)
    context.add_init_script(
        "document.addEventListener('securitypolicyviolation',"
        " event => console.error('CSP', event.effectiveDirective, event.blockedURI))"
    )


@pytest.fixture
def code() -> str:
    """A party of four at its beginning."""
    return party_create(state=new_party(("Mara", "Odo", "Pell", "Rook")))


@pytest.fixture
def open_table(new_context: Callable[..., BrowserContext], code: str) -> Callable[..., Page]:
    """Opens the party's table on one more phone.

    Requests `without` get no answer there, `script` runs before all others, and `looks` are what
    else Playwright lets a phone have.
    """

    def open_one(
        without: str = "", script: str = "", quick_fingers: bool = True, **looks: Any
    ) -> Page:
        context = new_context(has_touch=True, viewport=PHONE, quick_fingers=quick_fingers, **looks)
        page = context.new_page()
        page.add_init_script(script)
        if without:
            page.route(without, lambda route: route.abort("aborted"))
            page.goto(f"/p/{code}/")
        else:
            with page.expect_response("**/live/**"):
                page.goto(f"/p/{code}/")
        return page

    return open_one


@pytest.fixture
def spotty(complaints: list[str]) -> Iterator[None]:
    """The test takes the network away: what browsers say to that is no complaint."""
    yield
    complaints[:] = [told for told in complaints if "ERR_INTERNET_DISCONNECTED" not in told]


@pytest.fixture(scope="module")
def heard() -> list[str]:
    """What the browser of `one_page` complained about since the last test."""
    return []


@pytest.fixture(scope="module")
def one_page(browser: Browser, heard: list[str]) -> Iterator[Page]:
    """For all screens: a new one costs more than all that is looked at on it.

    Nothing moves there, so that two pictures differ in nothing but what was asked for.
    """
    context = browser.new_context(service_workers="block", reduced_motion="reduce")
    listen(context, heard)
    yield context.new_page()
    context.close()


@pytest.fixture
def screen_page(one_page: Page, heard: list[str], request: pytest.FixtureRequest) -> Iterator[Page]:
    """As new, and pictured where the test fails; a complaint fails it."""
    heard.clear()
    one_page.unroute_all()
    one_page.context.clear_cookies()
    one_page.emulate_media(color_scheme=None)
    one_page.set_viewport_size(SIZES["390x844"])
    failed = request.session.testsfailed
    yield one_page
    if request.session.testsfailed > failed:
        one_page.screenshot(path=PICTURES / f"{request.node.name}.png")
    one_page.goto("about:blank")  # it would notice that its party is gone, and leave by itself
    assert not heard, "\n".join(heard)
