"""Makes docs/screenshots.png: four screens of the real app, a game in play, on a phone of 390x844.

It prints what share of its limit, 250 KB, the picture takes. With `--smoke` the picture is thrown
away. Needs Chromium and Pillow.

    python -m bench.screenshots
"""

from __future__ import annotations

import argparse
import io
import sys
from typing import Literal

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, sync_playwright

from bench.stage import STORY, Phone, chromium, sandbox_flags, site_of_its_own
from tests.servers import ROOT
from tools.smoke import arguments

PICTURE = ROOT / "docs" / "screenshots.png"
MOST_BYTES = 250_000
COLOURS = 255  # and one for nothing at all
WIDTH, HEIGHT = 390, 844
SHOWN = (300, 649)
GAP, ROUND = 20, 24

Theme = Literal["dark", "light"]
# The screen, whose sheet is opened there, the theme.
SCREENS: tuple[tuple[str, str, Theme], ...] = (
    ("{table}", "", "dark"),
    ("{table}", "Odo", "dark"),
    ("{table}", "", "light"),
    ("{table}run", "", "light"),
)


def photographed(browser: Browser, url: str, sheet: str, theme: Theme) -> Image.Image:
    page = browser.new_page(
        viewport={"width": WIDTH, "height": HEIGHT},
        device_scale_factor=2,
        color_scheme=theme,
        reduced_motion="reduce",
    )
    page.goto(url, wait_until="networkidle")
    if sheet:
        page.get_by_role("link", name=f"{sheet}: fight, drink, equip").click()
        page.get_by_role("radio", name="10 of Spades").check(force=True)
    picture = Image.open(io.BytesIO(page.screenshot(animations="disabled")))
    page.close()
    return picture.convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS)


def side_by_side(pictures: list[Image.Image]) -> Image.Image:
    """On nothing at all, with round corners; in few colours, so that the file is small."""
    width, height = SHOWN
    whole = Image.new("RGB", ((width + GAP) * len(pictures) - GAP, height))
    nothing = Image.new("1", whole.size, 1)
    for place, picture in enumerate(pictures):
        left = place * (width + GAP)
        whole.paste(picture, (left, 0))
        area = (left, 0, left + width - 1, height - 1)
        ImageDraw.Draw(nothing).rounded_rectangle(area, radius=ROUND, fill=0)
    palette = whole.quantize(COLOURS, method=Image.Quantize.FASTOCTREE)
    drawn = whole.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG)
    colours = palette.getpalette() or []
    drawn.putpalette([*colours, 0, 0, 0])
    drawn.info["transparency"] = len(colours) // 3
    drawn.paste(drawn.info["transparency"], mask=nothing)
    return drawn


def main() -> int:
    parser = argparse.ArgumentParser(description="Makes docs/screenshots.png.")
    smoke = arguments(parser).smoke
    with site_of_its_own() as site, sync_playwright() as playwright:
        table = Phone(site.url).new_party(STORY.split())
        browser = playwright.chromium.launch(executable_path=chromium(), args=sandbox_flags())
        pictures = [
            photographed(browser, site.url + path.format(table=table), sheet, theme)
            for path, sheet, theme in SCREENS
        ]
        browser.close()
    drawn = io.BytesIO()
    side_by_side(pictures).save(drawn, "png", optimize=True)
    size = len(drawn.getvalue())
    if not smoke:
        PICTURE.write_bytes(drawn.getvalue())
    print(f"{PICTURE.relative_to(ROOT)}: {size / MOST_BYTES:.0%} of {MOST_BYTES:,} bytes")
    return 0 if size <= MOST_BYTES else 1


if __name__ == "__main__":
    sys.exit(main())
