import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import chain
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
from tracker.rules.table.state.party import new_party
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


@pytest.fixture(scope="session")
def complaints_of_all() -> list[str]:
    """Browsers that outlive a test have one list to complain to."""
    return []


@pytest.fixture
def complaints(complaints_of_all: list[str], request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """The complaints of browsers so far; any fails the test.

    A test that breaks something on purpose looks for its complaint, then clears the list.
    """
    complaints_of_all.clear()
    yield complaints_of_all
    told = [*complaints_of_all]
    if "spotty" in request.fixturenames:  # here, where no phone can say more
        told = [complaint for complaint in told if "ERR_INTERNET_DISCONNECTED" not in complaint]
    assert not told, "\n".join(told)


@pytest.fixture
def new_context(
    new_context: CreateContextCallback, complaints: list[str]
) -> Callable[..., BrowserContext]:
    """Every context, that of `page` too, is listened to; on most of them nobody holds on."""

    def listened_to(*, quick_fingers: bool = True, **options: Any) -> BrowserContext:
        return prepared(new_context(**{**QUIET, **options}), complaints, quick_fingers)

    return listened_to


def prepared(context: BrowserContext, complaints: list[str], quick_fingers: bool) -> BrowserContext:
    if quick_fingers:
        context.add_init_script(path=QUICK_FINGERS)
    context.set_default_timeout(10_000)
    listen(context, complaints)
    return context


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


@pytest.fixture(scope="session")
def drawer(browser: Browser) -> Iterator[defaultdict[str, list[Page]]]:
    """Phones that lie there as new, by their kind. They have the scripts already: opening a table
    takes them a fourth of the time."""
    kept = defaultdict[str, list[Page]](list)
    yield kept
    for page in chain.from_iterable(kept.values()):
        page.context.close()


TELLS_THE_TIME = "/native code/.test(performance.now)"
OTHER_CLOCK = "From here on its touches have no time: take a phone with clock=True."


@pytest.fixture
def take_phone(
    browser: Browser,
    base_url: str,
    drawer: defaultdict[str, list[Page]],
    complaints: list[str],
    request: pytest.FixtureRequest,
) -> Iterator[Callable[..., Page]]:
    """One more phone, as new. `script` runs before all others, `clock` is one that a test can move,
    and `looks` are what else Playwright lets a phone have. A test that spoils its phone for all
    others takes it `for_good`."""
    taken: list[tuple[str, Page]] = []
    failed = request.session.testsfailed

    def take(
        script: str = "",
        clock: bool = False,
        quick_fingers: bool = True,
        for_good: bool = False,
        **looks: Any,
    ) -> Page:
        kind = "" if for_good else f"{clock} {quick_fingers} {looks} {script}"
        if drawer[kind]:
            page = drawer[kind].pop()
        else:
            options = {**QUIET, "has_touch": True, "viewport": PHONE, "base_url": base_url, **looks}
            context = prepared(browser.new_context(**options), complaints, quick_fingers)
            if clock:
                context.clock.install()
            page = context.new_page()
            page.add_init_script(script)
        taken.append((kind, page))
        return page

    yield take
    for number, (kind, page) in enumerate(taken):
        if request.session.testsfailed > failed and not page.is_closed():
            page.screenshot(path=PICTURES / f"{request.node.name}-{number}.png")
        elif kind and not page.is_closed():
            put_back(page, base_url)
            assert kind.startswith("True") or page.evaluate(TELLS_THE_TIME), OTHER_CLOCK
            drawer[kind].append(page)
            continue
        page.context.close()


def put_back(page: Page, base_url: str) -> None:
    """It knows nothing more of the test, but what no page can tell."""
    context = page.context
    for tab in context.pages:
        if tab != page:
            tab.close()
    page.unroute_all(behavior="ignoreErrors")
    context.set_offline(False)
    page.goto(f"{base_url}/static/icons/favicon.svg")  # elsewhere it would lose its process
    context.clear_cookies()
    context.clear_permissions()
    page.set_viewport_size(PHONE)
    session = context.new_cdp_session(page)
    kept = {"origin": base_url, "storageTypes": "local_storage"}
    session.send("Storage.clearDataForOrigin", kept)
    session.send("Page.resetNavigationHistory")
    session.detach()


@pytest.fixture
def open_table(take_phone: Callable[..., Page], code: str) -> Callable[..., Page]:
    """Opens the party's table on one more phone; requests `without` get no answer there."""

    def open_one(without: str | re.Pattern[str] = "", **kind: Any) -> Page:
        page = take_phone(**kind)
        if without:
            page.route(without, lambda route: route.abort("aborted"))
            page.goto(f"/p/{code}/")
        else:
            with page.expect_response("**/live/**"):
                page.goto(f"/p/{code}/")
        return page

    return open_one


@pytest.fixture
def spotty() -> None:
    """The test takes the network away: what browsers say to that, at any time, is no complaint."""


@pytest.fixture(scope="module")
def heard() -> list[str]:
    """The complaints of the browser of `one_page` since the last test."""
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
def screen_page(
    one_page: Page, base_url: str, heard: list[str], request: pytest.FixtureRequest
) -> Iterator[Page]:
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
    # It would notice that its party is gone, and leave by itself. A page of another site, a blank
    # one too, would have the browser start a process.
    one_page.goto(f"{base_url}/robots.txt")
    assert not heard, "\n".join(heard)
