"""A phone whose screen is watched: when a tap has changed what is to be seen."""

from __future__ import annotations

import base64
import io
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, CDPSession, Locator, Page, expect

USED = ("hp:3:-1",)  # nothing is explained any more
# Tables by what they show: the commands that made them, and what the browser remembers.
TABLES: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "plain": (USED, {}),
    "room": ((*USED, "referee:room", "deal:1.1:9c4c3c2c5cKd4h10s7d6h"), {}),
    "counters": ((*USED, "tally-add:party:Gold", "tally-add:each:Torches", "marker:on"), {}),
    "voice": (USED, {"aloud": "1"}),
    "Hebrew": (USED, {"language": "he"}),
}
STEPS = ("-1", "+1")
WAIT = 0.25  # seconds between taps: the network shall not be idle, the screen shall
MOMENTS = """
addEventListener("pointerdown", ({ timeStamp }) => {
  window.touched = performance.timeOrigin + timeStamp;
}, true);
"""

Box = tuple[int, int, int, int]
Point = dict[str, float]


@dataclass
class Screen:
    """The frames of a page's screen as they are shown: moment in ms and the number's pixels."""

    session: CDPSession
    box: Box
    frames: list[tuple[float, bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.session.on("Page.screencastFrame", self.see)
        self.session.send("Page.startScreencast", {"format": "png", "everyNthFrame": 1})

    def see(self, frame: dict[str, Any]) -> None:
        self.session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})
        shown = Image.open(io.BytesIO(base64.b64decode(frame["data"])))
        number = shown.convert("RGB").crop(self.box).tobytes()
        self.frames.append((frame["metadata"]["timestamp"] * 1000, number))

    def changed_after(self, moment: float, before: bytes) -> float | None:
        """When the number first looked different from before."""
        shown = (at for at, number in self.frames if at >= moment and number != before)
        return min(shown, default=None)


def place(what: Locator) -> Box:
    """Left, top, right, bottom."""
    box = what.bounding_box()
    assert box is not None, what
    left, top = int(box["x"]), int(box["y"])
    return left, top, left + int(box["width"]), top + int(box["height"])


class Phone:
    def __init__(
        self, browser: Browser, address: str, cookies: Mapping[str, str] | None = None
    ) -> None:
        context = browser.new_context(
            viewport={"width": 390, "height": 844}, has_touch=True, service_workers="block"
        )
        for name, value in (cookies or {}).items():
            context.add_cookies([{"name": name, "value": value, "url": address}])
        context.add_init_script(MOMENTS)
        self.page: Page = context.new_page()
        self.page.goto(address)
        self.session = context.new_cdp_session(self.page)
        self.session.send("Performance.enable")
        self.number = self.page.locator("output").first
        self.buttons = [self.page.locator(f'[value="hp:0:{step}"]') for step in STEPS]
        self.targets: Iterator[Point] = cycle(map(self.middle_of, self.buttons))

    def slowed(self, processor: int, network: int) -> None:
        conditions = {"offline": False, "latency": network, "downloadThroughput": -1}
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": processor})
        self.session.send("Network.emulateNetworkConditions", conditions | {"uploadThroughput": -1})

    @staticmethod
    def middle_of(button: Locator) -> Point:
        left, top, right, bottom = place(button)
        return {"x": (left + right) / 2, "y": (top + bottom) / 2}

    def tap(self) -> None:
        """One less, then one more: a player in danger would be drawn all over."""
        for kind, points in (("touchStart", [next(self.targets)]), ("touchEnd", [])):
            touch = {"type": kind, "touchPoints": points}
            self.session.send("Input.dispatchTouchEvent", touch)

    def styled(self) -> int:
        """How often the browser has worked out styles, each container for itself."""
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        return next(int(one["value"]) for one in metrics if one["name"] == "RecalcStyleCount")

    def saved(self) -> None:
        expect(self.page.locator("#net")).to_have_attribute("data-state", "saved", timeout=60_000)


def paints(phone: Phone, screen: Screen, taps: int) -> list[float]:
    """Milliseconds from each tap to its pixels."""
    found = []
    for _ in range(taps):
        # A measurement in real time: the phone rests between two taps.
        phone.page.wait_for_timeout(WAIT * 1000)
        before = screen.frames[-1][1]
        phone.tap()
        touched = phone.page.evaluate("touched")
        until = time.monotonic() + 10
        while (painted := screen.changed_after(touched, before)) is None:
            if time.monotonic() > until:
                raise SystemExit("A tap was never painted.")
            # Playwright takes in frames only while it waits.
            phone.page.wait_for_timeout(20)
        found.append(painted - touched)
    return sorted(found)
