"""The contrast people really see: every text against the pixels it stands on.

A rule checker reads colours from style sheets and gives up at gradients and pictures. Here the
page is pictured twice, with its texts and without them. Where the two differ a text is drawn, and
the second picture shows what lies under it.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Page

TEXTS = (Path(__file__).parent / "contrast.js").read_text()
ENOUGH = 4.5
ENOUGH_IF_LARGE = 3.0
DRAWN = 12  # a pixel that changes less is not yet part of a letter

Colour = tuple[float, float, float]


@dataclass(frozen=True)
class Text:
    """A text on the page: where it stands, its colour and how much of it covers the ground."""

    words: str
    left: int
    top: int
    right: int
    bottom: int
    colour: Colour
    cover: float
    large: bool


def assert_contrast(page: Page) -> None:
    """WCAG 2.2, 1.4.3, on all that can be reached by scrolling; switched off controls aside."""
    weak = {line for texts in scrolled(page) for line in weak_texts(page, texts)}
    assert not weak, "\n".join(sorted(weak))


def weak_texts(page: Page) -> None:
    ...


def contrast(one: Colour, other: Colour) -> float:
    """From 1, no difference, to 21, black on white."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: Colour) -> float:
    red, green, blue = map(linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(channel: float) -> float:
    share = channel / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
