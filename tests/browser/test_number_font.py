"""The font of numbers comes late and moves nothing."""

from __future__ import annotations

from playwright.sync_api import Page, Route

from tests.browser.screens import SIZES
from tests.screens import stressed

FONT = "**/numbers*.woff2"
PAINTED = """() => new Promise((done) => {
  const watch = new PerformanceObserver((list) => list.getEntries().length && done());
  watch.observe({ type: "paint", buffered: true });
})"""
# Scripts add a dialog and fill in the sign of the network meanwhile, whatever the font does.
CORNERS = """() => {
  window.painted ??= [...document.querySelectorAll("body :not(#net, #net *)")];
  return painted.map((element) => {
    const { left, top } = element.getBoundingClientRect();
    return { name: `${element.localName} ${element.getAttribute("class")}`, left, top };
  });
}"""
FIGURES = """() => document.fonts.ready.then(() => {
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  pen.font = '600 100px "Scoundrel Numbers", monospace';
  return pen.measureText("0123456789").width;
})"""
STILL = 3  # pixels: browsers, too, count as a shift what moves further


def test_the_first_paint_does_not_wait_for_numbers_and_they_move_nothing(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size(SIZES["390x844"])
    kept: list[Route] = []
    page.route(FONT, lambda route: kept.append(route))
    page.goto(f"/p/{stressed()}/", wait_until="domcontentloaded")
    page.evaluate(PAINTED)
    before = page.evaluate(CORNERS)
    (route,) = kept
    route.continue_()
    page.wait_for_load_state("load")
    assert round(page.evaluate(FIGURES)) == 600
    after = page.evaluate(CORNERS)
    moved = [
        f"{old['name']}: {old['left']:.0f},{old['top']:.0f} -> {new['left']:.0f},{new['top']:.0f}"
        for old, new in zip(before, after, strict=True)
        if max(abs(old["left"] - new["left"]), abs(old["top"] - new["top"])) >= STILL
    ]
    assert not moved, "\n".join(moved)
