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
from urllib.parse import quote

from playwright.sync_api import sync_playwright

from bench.stage import chromium, parties_on, sandbox_flags, site_of_its_own
from tests.browser.pixels import Phone, Screen, paints, place

PROCESSORS = {1: 20, 4: 50}  # times as slow -> ms that 95 of 100 taps may take
NETWORKS = (0, 200, 2000)  # ms to the site and back
BURST, MOST_POSTS, SETTLED = 20, 2, 300  # taps, requests, ms over one round trip
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
<button value="hp:0:-1">-</button><button value="hp:0:+1">+</button>
<script>
const [number, less, more] = document.querySelectorAll("output, button");
less.onpointerdown = () => (number.textContent -= 1);
more.onpointerdown = () => (number.textContent -= -1);
</script>
"""


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
