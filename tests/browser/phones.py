"""Phones at a table: opening it, what stands on it, fingers that touch it."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from playwright.sync_api import BrowserContext, Error, Locator, Page, Request, Route, expect

from tracker.services.party.record import Envelope, party_record

NEXT_FRAME = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(done)))"""
Point = tuple[float, float]
OpenTable = Callable[..., Page]
T = TypeVar("T")


def seat(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name)


def expect_hp(page: Page, name: str, hp: str) -> None:
    expect(seat(page, name).locator("output")).to_have_text(hp)


def expect_said(page: Page, words: str) -> None:
    expect(page.get_by_role("alert")).to_contain_text(words)


def expect_sent(page: Page) -> None:
    expect(page.locator("#net")).to_have_attribute("data-state", "saved")


def expect_all_sent(page: Page) -> None:
    """Waits until all is sent, including a touch that the page has not heard of yet."""
    page.evaluate(NEXT_FRAME)
    expect_sent(page)


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name)


def elsewhere(code: str, *texts: str) -> None:
    """Somebody else at the table does this."""
    party_record(code=code, commands=[Envelope(text) for text in texts])


def posts_of(page: Page) -> list[Request]:
    """Filled with what the page sends from now on."""
    found: list[Request] = []
    page.on("request", lambda request: found.append(request) if request.method == "POST" else None)
    return found


def all_sent(page: Page, posts: list[Request]) -> None:
    """Until all that the page has begun to post is answered, and what followed from that, too."""
    answered = -1
    while answered < len(posts):
        answered = len(posts)
        with suppress(Error):  # the page is left for the one that a post leads to
            page.evaluate(NEXT_FRAME)
        for post in posts:
            post.response()
        page.wait_for_load_state()


def press(target: Locator) -> None:
    """By keys: after a touch nothing listens for half a second. In a sheet that has not opened yet
    a key would go elsewhere."""
    target.wait_for()
    is_input = target.evaluate("(target) => target.localName === 'input'")
    target.press("Space" if is_input else "Enter")


def other_tab(page: Page) -> Page:
    tab = page.context.new_page()
    tab.goto(page.url)
    return tab


def middle(target: Locator) -> Point:
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# For each touch of something touchable whether the page has shown that it was refused.
REFUSALS = """
  window.refusals = [];
  const { port1, port2 } = new MessageChannel();
  const isRefused = ({ id }) => id === "refused";
  port1.onmessage = () => refusals.push(document.getAnimations().some(isRefused));
  addEventListener("pointerdown", ({ target }) => {
    if (target.closest("button, a[href], label, input, summary, dialog")) port2.postMessage("");
  }, true);
"""


@dataclass
class Fingers:
    """Real touches, several at once; each lies at the point where it was put."""

    page: Page
    lying: dict[int, Point] = field(default_factory=dict)

    def __post_init__(self) -> None:
        context: BrowserContext = self.page.context
        self.session = context.new_cdp_session(self.page)

    def put(self, finger: int, at: Point, when: float | None = None) -> None:
        self.lying[finger] = at
        self._send("touchStart", when)

    def move(self, finger: int, by: Point) -> None:
        x, y = self.lying[finger]
        self.lying[finger] = (x + by[0], y + by[1])
        self._send("touchMove")

    def lift(self, finger: int, when: float | None = None) -> None:
        del self.lying[finger]
        self._send("touchEnd", when)

    def _send(self, kind: str, when: float | None = None) -> None:
        points = [{"id": finger, "x": x, "y": y} for finger, (x, y) in self.lying.items()]
        event = {"type": kind, "touchPoints": points, "timestamp": when or time.time()}
        self.session.send("Input.dispatchTouchEvent", event)

    def tap(self, at: Point, when: float | None = None) -> None:
        """A tap at that time, in seconds as time.time() counts them, or now."""
        self.put(1, at, when)
        self.lift(1, when)

    def tap_twice(self, at: Point, gap: float) -> None:
        """Two taps `gap` ms apart, however late a busy machine gets to the second."""
        begun = time.time()
        self.tap(at, begun)
        # The page has as long between the two as it has in real life.
        self.page.wait_for_timeout(gap)
        self.tap(at, begun + gap / 1000)


def answered_once_asked_again(do: Callable[..., T]) -> Callable[..., T]:
    """Does it as a slow site does: at once, but the answer comes when it is asked for again, or
    after two seconds."""
    again, calls = threading.Event(), itertools.count()

    def done(**given: Any) -> T:
        answer = do(**given)
        if next(calls):
            again.set()
        else:
            again.wait(2)
        return answer

    return done


@contextmanager
def late(page: Page, asked: str) -> Iterator[None]:
    """No answer comes to what is asked there until the end."""
    held: list[Route] = []
    over = False

    def hold(route: Route) -> None:
        if over:
            route.continue_()
        else:
            held.append(route)

    page.route(asked, hold)
    yield
    over = True
    for route in held:
        route.continue_()
    page.unroute(asked)
