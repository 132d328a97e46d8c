"""From the finger to the pixels: how long until a tap's number is on the screen.

A real touch on a phone of 390x844, at full speed and with a processor four times as slow, over
networks of 0, 200 and 2,000 ms. What is measured is the time from the event to the first frame of
the screen on which the number looks different. Beside it the requests of a burst of 20 taps, and
how long after its last tap everything is saved. Needs Chromium and Pillow.

    python -m bench.paint [--taps 40]
"""

from __future__ import annotations

import argparse
import base64
import io
import time
from dataclasses import dataclass, field
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, CDPSession, Locator, Page, expect, sync_playwright

from bench.stage import chromium, parties_on, sandbox_flags, site_of_its_own

PROCESSORS = {1: 20, 4: 50}  # times as slow -> ms that 95 of 100 taps may take
NETWORKS = (0, 200, 2000)  # ms to the site and back
BURST, MOST_POSTS, SETTLED = 20, 2, 300  # taps, requests, ms over one round trip
WAIT = 0.25  # seconds between taps: the network shall not be idle, the screen shall
MOMENTS = """
addEventListener("pointerdown", ({ timeStamp }) => {
  window.touched = performance.timeOrigin + timeStamp;
}, true);
"""

Box = tuple[int, int, int, int]


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
    def __init__(self, browser: Browser, url: str, code: str) -> None:
        context = browser.new_context(
            viewport={"width": 390, "height": 844}, has_touch=True, service_workers="block"
        )
        context.add_init_script(MOMENTS)
        self.page: Page = context.new_page()
        self.page.goto(f"{url}/p/{code}/")
        self.session = context.new_cdp_session(self.page)
        self.number = self.page.locator("output").first
        self.target = self.page.get_by_role("button", name="lose 1 HP").first

    def slowed(self, processor: int, network: int) -> None:
        conditions = {"offline": False, "latency": network, "downloadThroughput": -1}
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": processor})
        self.session.send("Network.emulateNetworkConditions", conditions | {"uploadThroughput": -1})

    def tap(self) -> None:
        left, _top, right, bottom = place(self.target)
        point = {"x": (left + right) / 2, "y": bottom - 20}
        for kind, points in (("touchStart", [point]), ("touchEnd", [])):
            touch = {"type": kind, "touchPoints": points}
            self.session.send("Input.dispatchTouchEvent", touch)

    def saved(self) -> None:
        expect(self.page.locator("#net")).to_have_attribute("data-state", "saved", timeout=60_000)


def paints(phone: Phone, screen: Screen, taps: int) -> list[float]:
    """Milliseconds from each tap to its pixels."""
    found = []
    for _ in range(taps):
        phone.page.wait_for_timeout(WAIT * 1000)
        before = screen.frames[-1][1]
        phone.tap()
        touched = phone.page.evaluate("touched")
        until = time.monotonic() + 10
        while (painted := screen.changed_after(touched, before)) is None:
            if time.monotonic() > until:
                raise SystemExit("A tap was never painted.")
            phone.page.wait_for_timeout(20)
        found.append(painted - touched)
    return sorted(found)


def burst(phone: Phone, network: int) -> str:
    posts: list[str] = []
    phone.page.on("request", lambda r: posts.append(r.url) if r.method == "POST" else None)
    for _ in range(BURST):
        phone.tap()
    last = time.monotonic()
    phone.saved()
    settled = (time.monotonic() - last) * 1000 - network
    return (
        f"    {BURST} taps: {len(posts)} requests (budget {MOST_POSTS}), settled"
        f" {settled:.0f} ms over one round trip (budget {SETTLED})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="From the finger to the pixels.")
    parser.add_argument("--taps", type=int, default=40)
    taps = parser.parse_args().taps
    with site_of_its_own() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=sandbox_flags())
        codes = iter(parties_on(site, len(PROCESSORS) * len(NETWORKS)))
        for processor, budget in PROCESSORS.items():
            for network in NETWORKS:
                phone = Phone(browser, site.url, next(codes))
                screen = Screen(phone.session, place(phone.number))
                phone.slowed(processor, network)
                found = paints(phone, screen, taps)
                median, p95 = found[taps // 2], found[taps * 95 // 100]
                print(
                    f"processor 1/{processor}, network {network} ms: median {median:.1f} ms,"
                    f" p95 {p95:.1f} ms (budget {budget})"
                )
                phone.session.send("Page.stopScreencast")
                phone.saved()
                print(burst(phone, network))
                phone.page.context.close()
        browser.close()


if __name__ == "__main__":
    main()
