"""From the finger to the pixels: how long until a tap's number is on the screen.

A real touch on a phone of 390x844, at full speed and with a processor four times as slow, over
networks of 0, 200 and 2,000 ms. What is measured is the time from the event to the first frame of
the screen on which the number looks different. A browser without a screen or graphics card takes
its time for that itself, so a page that is nothing but a button and its number stands beside it.
Then the requests of a burst of 20 taps, and how long after its last tap everything is saved. Needs
Chromium and Pillow.

    python -m bench.paint [--taps 40]
"""

from __future__ import annotations

import argparse
import base64
import io
import time
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any
from urllib.parse import quote

from PIL import Image
from playwright.sync_api import Browser, CDPSession, Locator, Page, expect, sync_playwright

from bench.stage import chromium, parties_on, sandbox_flags, site_of_its_own

PROCESSORS = {1: 20, 4: 50}  # times as slow -> ms that 95 of 100 taps may take
NETWORKS = (0, 200, 2000)  # ms to the site and back
BURST, MOST_POSTS, SETTLED = 20, 2, 300  # taps, requests, ms over one round trip
WORDS = ("lose", "gain")
WAIT = 0.25  # seconds between taps: the network shall not be idle, the screen shall
MOMENTS = """
addEventListener("pointerdown", ({ timeStamp }) => {
  window.touched = performance.timeOrigin + timeStamp;
}, true);
"""

SAVED = """() => new Promise((done) => {
  const look = () => {
    const { state } = document.getElementById("net").dataset;
    if (state === "saved") done(performance.timeOrigin + performance.now());
    else requestAnimationFrame(look);
  };
  look();
})"""
BARE = """
<style>button, output { display: block; width: 300px; height: 100px; font-size: 60px }</style>
<output>20</output>
<button aria-label="lose 1 HP">-</button><button aria-label="gain 1 HP">+</button>
<script>
const [number, less, more] = document.querySelectorAll("output, button");
less.onpointerdown = () => (number.textContent -= 1);
more.onpointerdown = () => (number.textContent -= -1);
</script>
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
    def __init__(self, browser: Browser, address: str) -> None:
        context = browser.new_context(
            viewport={"width": 390, "height": 844}, has_touch=True, service_workers="block"
        )
        context.add_init_script(MOMENTS)
        self.page: Page = context.new_page()
        self.page.goto(address)
        self.session = context.new_cdp_session(self.page)
        self.number = self.page.locator("output").first
        buttons = (self.page.get_by_role("button", name=f"{word} 1 HP") for word in WORDS)
        self.targets = cycle([button.first for button in buttons])

    def slowed(self, processor: int, network: int) -> None:
        conditions = {"offline": False, "latency": network, "downloadThroughput": -1}
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": processor})
        self.session.send("Network.emulateNetworkConditions", conditions | {"uploadThroughput": -1})

    def tap(self) -> None:
        """One less, then one more: a player in danger would be drawn all over."""
        left, _top, right, bottom = place(next(self.targets))
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
    saved = phone.page.evaluate(SAVED)
    settled = saved - phone.page.evaluate("touched") - network
    return (
        f"    {BURST} taps: {len(posts)} requests (budget {MOST_POSTS}), settled"
        f" {settled:.0f} ms over one round trip (budget {SETTLED})"
    )


def measured(phone: Phone, processor: int, network: int, taps: int) -> str:
    screen = Screen(phone.session, place(phone.number))
    phone.slowed(processor, network)
    found = paints(phone, screen, taps)
    phone.session.send("Page.stopScreencast")
    return f"median {found[taps // 2]:.1f} ms, p95 {found[taps * 95 // 100]:.1f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description="From the finger to the pixels.")
    parser.add_argument("--taps", type=int, default=40)
    taps = parser.parse_args().taps
    with site_of_its_own() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=sandbox_flags())
        codes = iter(parties_on(site, len(PROCESSORS) * len(NETWORKS)))
        for processor, budget in PROCESSORS.items():
            bare = Phone(browser, f"data:text/html,{quote(BARE)}")
            print(f"processor 1/{processor}, bare page: {measured(bare, processor, 0, taps)}")
            for network in NETWORKS:
                phone = Phone(browser, f"{site.url}/p/{next(codes)}/")
                found = measured(phone, processor, network, taps)
                print(f"processor 1/{processor}, network {network} ms: {found} (budget {budget})")
                phone.saved()
                print(burst(phone, network))
                phone.page.context.close()
        browser.close()


if __name__ == "__main__":
    main()
