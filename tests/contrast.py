"""The contrast people really see: every text against the pixels it stands on.

A rule checker reads colours from style sheets and gives up at gradients and pictures. Here the
page is pictured without its texts, then with all of them in one loud colour. Where the two differ
a letter is drawn, and the first picture shows what lies under it. The themes share the letters.
"""

from __future__ import annotations

import base64
import io
import itertools
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from PIL import Image, ImageChops
from playwright.sync_api import JSHandle, Page

Theme = Literal["dark", "light"]
HERE = Path(__file__).parent
BOXES = (HERE / "boxes.js").read_text()


def script(file: Path) -> str:
    """The function in this file, for `page.evaluate`, with what boxes.js defines."""
    return f"(argument) => {{ {BOXES} return ({file.read_text()})(argument); }}"


TEXTS = script(HERE / "contrast.js")
# As text: Playwright looks at each value of a list.
NOW = "(texts) => JSON.stringify(texts.map(({ ink, ...text }) => ({ ...text, ...ink() })))"
# Once the colours of buttons have gone over to a theme.
GONE_OVER = """() => Promise.allSettled(document.getAnimations()
  .filter((animation) => animation instanceof CSSTransition).map(({ finished }) => finished))
  .then(() => new Promise(requestAnimationFrame)).then(() => true)"""
OVER = "dialog:modal, .say:has(p)"
# Style sheets made in a script are the ones that a strict content security policy lets in. Nothing
# lets touches through, so that TEXTS finds all that lies over a text.
WRITE = """([colour, text]) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    *, ::before, ::after {
      -webkit-text-fill-color: ${colour} !important;
      text-decoration-color: transparent !important;
      text-shadow: none !important;
      caret-color: transparent !important;
      pointer-events: auto !important;
    }
    text { ${text} !important; }
  `);
  document.adoptedStyleSheets = [sheet];
}"""
NONE = ["transparent", "fill-opacity: 0"]  # `fill` says the colour of a text still
MAGENTA = "rgb(from currentcolor 255 0 255 / alpha)"  # a text that is transparent stays so
LOUD = [MAGENTA, f"fill: {MAGENTA}"]
SHOW = "() => { document.adoptedStyleSheets = []; }"
# Moves everything that scrolls to its next part; false once all parts have been seen. By then it
# is painted, with all that was changed before.
SCROLL = """async ([over, part]) => {
  const shown = document.querySelector(over) ?? document.body;
  const page = document.scrollingElement;
  const scrolls = (box) => box === page || /auto|scroll/.test(getComputedStyle(box).overflowY);
  const moved = [page, ...shown.querySelectorAll("*")].filter((box) => {
    if (box.scrollHeight <= box.clientHeight + 1 || !scrolls(box)) return false;
    const before = box.scrollTop;
    box.scrollTo({ top: part * box.clientHeight * 0.9, behavior: "instant" });
    return box.scrollTop !== before;
  });
  const frame = () => new Promise(requestAnimationFrame);
  await frame().then(frame);
  return moved.length > 0;
}"""

ENOUGH, ENOUGH_IF_LARGE, HIGHEST = 4.5, 3.0, 21.0
DRAWN = 48  # how far a pixel changes, at least, where a loud letter is; of 255
TOUCHING = 4  # so many pixels of a line may lie on something beside it
TALLEST = 4000  # pixels of a page seen at once


class Text(NamedTuple):
    """A line of text, its box, its colour, and how much of that covers the ground (0 to 1)."""

    words: str
    box: tuple[int, int, int, int]
    colour: Sequence[float]
    cover: float
    large: bool


def assert_contrast(page: Page, *themes: Theme) -> None:
    """WCAG 2.2, 1.4.3, on all that can be scrolled to; controls that are switched off aside.

    What lies over the page, a sheet or a message, is looked at alone. The window grows with a
    page that is longer. Texts are looked for once, then seen in each of the themes. A change of
    styles is dear, a scroll is not: all parts are seen before the next change.
    """
    size = page.viewport_size
    height = page.evaluate("document.scrollingElement.scrollHeight")
    if size and height > size["height"]:
        page.set_viewport_size({"width": size["width"], "height": min(height, TALLEST)})
    lines, letters, faint = list[JSHandle](), list[Image.Image](), list[str]()
    page.evaluate(WRITE, NONE)
    for theme in themes or (None,):
        if theme:
            page.emulate_media(color_scheme=theme)
            page.evaluate(GONE_OVER)
        grounds = []
        for part in parts(page):
            if part == len(lines):
                lines.append(page.evaluate_handle(TEXTS, OVER))
            grounds.append(picture(page))
        if not letters:
            page.evaluate(WRITE, LOUD)
            loud = (picture(page) for _ in parts(page))
            letters = [changed(*pair) for pair in zip(loud, grounds, strict=True)]
            page.evaluate(WRITE, NONE)
        for texts, ground, drawn in zip(lines, grounds, letters, strict=True):
            ground.putalpha(drawn)
            faint += faint_texts([Text(**text) for text in json.loads(texts.evaluate(NOW))], ground)
    page.evaluate(SHOW)
    assert not faint, "\n".join(dict.fromkeys(faint))


def parts(page: Page) -> Iterator[int]:
    """All that scrolls is at its beginning, then at each next part."""
    seen = itertools.count()
    return itertools.takewhile(lambda n: page.evaluate(SCROLL, [OVER, n]) or n == 0, seen)


def faint_texts(texts: Iterable[Text], ground: Image.Image) -> Iterator[str]:
    """The texts that are too faint, each with its contrast."""
    for text in texts:
        found = least_contrast(text, ground)
        if found < (ENOUGH_IF_LARGE if text.large else ENOUGH):
            yield f"{found:.2f}: “{text.words[:60]}” at {text.box}"


def picture(page: Page) -> Image.Image:
    """Sooner made than Playwright's, which has the browser pack it as small as can be."""
    session = page.context.new_cdp_session(page)
    made = session.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
    session.detach()
    return Image.open(io.BytesIO(base64.b64decode(made["data"]))).convert("RGB")


def changed(one: Image.Image, other: Image.Image) -> Image.Image:
    """255 where two pictures differ, else 0."""
    red, green, blue = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point([255 * (step >= DRAWN) for step in range(256)])


def least_contrast(text: Text, ground: Image.Image) -> float:
    """A text's least contrast with what lies under its letters; `ground` is opaque there alone."""
    cut = ground.crop(text.box)
    colours: Any = cut.getcolors(cut.width * cut.height)
    under = [(contrast(painted(text, c), c), count) for count, (*c, seen) in colours if seen]
    pixels = 0
    for least, count in sorted(under):
        pixels += count
        if pixels > TOUCHING:
            return least
    return HIGHEST


def painted(text: Text, under: Sequence[float]) -> list[float]:
    pairs = zip(text.colour, under, strict=True)
    return [text.cover * ink + (1 - text.cover) * paper for ink, paper in pairs]


def contrast(one: Sequence[float], other: Sequence[float]) -> float:
    """From 1, no difference, to 21, black on white."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: Sequence[float]) -> float:
    red, green, blue = map(linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(channel: float) -> float:
    share = channel / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
