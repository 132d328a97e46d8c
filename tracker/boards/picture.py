"""The picture of what is shared, for whoever previews a link: how far it went, who played, and
everybody's health from the beginning to the end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from tracker.boards.chart import LANDMARKS, LINE
from tracker.boards.words.names import nameless, shortened, signed
from tracker.rules.games.dungeon import MAX_HP

SIZE = (1200, 630)  # what previews are cut to
FONT = Path(__file__).with_name("picture.ttf")
UNKNOWN = "\uffff"  # what no font has

# As in static/css/base/theme.css.
GROUND, RIBBON, DIM, RULE = "#120e0b", "#6b1b1e", "#bcab96", "#46372b"
BRASS, BLOOD = "#e8bd66", "#ff6a61"
SEATS = ("#ee9a5a", "#6fc0aa", "#d79ac8", "#9cb2ea")

HEAD = 170  # pixels, the ribbon with the record
LEFT, TOP, RIGHT, BOTTOM = 90, 210, 1130, 540  # the chart
WIDE = 6  # a line
WIDEST = 1060  # the heading


@dataclass(frozen=True)
class PictureLine:
    """One player's: `points` are entries or moves with the health after them, () in a game
    without."""

    seat: int
    name: str
    points: tuple[tuple[int, int], ...]


@lru_cache(100)  # of some 10 KB, for all the previews of one link
def drawn(headings: tuple[str, ...], lines: tuple[PictureLine, ...], width: int) -> bytes:
    """A PNG, headed by the first of these whose letters the font has; the chart has room for so
    many entries. Names are cut, and have only the words whose letters it has."""
    image = Image.new("RGB", SIZE, GROUND)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, SIZE[0], HEAD), fill=RIBBON)
    heading = next(filter(_has_letters, headings), "")
    _write(draw, (SIZE[0] // 2, 85), heading, _size_of(heading), BRASS)
    if any(line.points for line in lines):
        _draw_chart(draw, lines, max(1, width))
    for place, line in enumerate(lines):
        _draw_name(draw, line, (place + 0.5) * SIZE[0] / len(lines))
    file = BytesIO()
    image.quantize(64, Image.Quantize.MAXCOVERAGE).save(file, "PNG")
    return file.getvalue()


def _draw_chart(draw: ImageDraw.ImageDraw, lines: Sequence[PictureLine], width: int) -> None:
    lowest = max(LANDMARKS[-1], min(0, *(hp for line in lines for _entry, hp in line.points)))
    for hp in LANDMARKS:
        if hp >= lowest:
            y = _height(hp, lowest)
            draw.line((LEFT, y, RIGHT, y), fill=RULE if hp else BLOOD, width=2)
            _write(draw, (LEFT - 40, y), signed(hp), 28, DIM)
    for place, line in enumerate(lines):
        shift = 2 * LINE * (place - (len(lines) - 1) / 2)
        _draw_line(draw, line, width, lowest, shift)


def _draw_line(
    draw: ImageDraw.ImageDraw, line: PictureLine, width: int, lowest: int, shift: float
) -> None:
    """Steps, as in the chart of the page; beside those of the others where they are alike."""
    colour = SEATS[line.seat]
    places = [
        (LEFT + (RIGHT - LEFT) * entry / width, _height(hp, lowest) + shift)
        for entry, hp in line.points
    ]
    places.append((RIGHT, places[-1][1]))
    for (x, y), (next_x, next_y) in pairwise(places):
        draw.line((x, y, next_x, y), fill=colour, width=WIDE)
        draw.line((next_x, y, next_x, next_y), fill=colour, width=WIDE)


def _height(hp: int, lowest: int) -> float:
    return TOP + (BOTTOM - TOP) * (MAX_HP - max(lowest, hp)) / (MAX_HP - lowest)


def _draw_name(draw: ImageDraw.ImageDraw, line: PictureLine, x: float) -> None:
    labels = (shortened(_legible(line.name)), nameless(line.seat), str(line.seat + 1))
    label = next(each for each in labels if re.search(r"\w", each) and _has_letters(each))
    y, size = (588, 34) if line.points else ((HEAD + SIZE[1]) // 2, 44)
    _write(draw, (x, y), label, size, SEATS[line.seat])


def _size_of(heading: str) -> int:
    """The largest size at which the heading fits."""
    return min(84, int(84 * WIDEST / max(1, _font(84).getlength(heading))))


def _write(
    draw: ImageDraw.ImageDraw, place: tuple[float, float], text: str, size: int, colour: str
) -> None:
    draw.text(place, text, fill=colour, font=_font(size), anchor="mm")


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    # Whether the other engine is there depends on the machine.
    return ImageFont.truetype(FONT, size, layout_engine=ImageFont.Layout.BASIC)


def _legible(name: str) -> str:
    """The words that the font can write, without the pictures and marks that it lacks."""
    bare = "".join(each for each in name if each.isalnum() or each.isspace() or _has_letters(each))
    return " ".join(filter(_has_letters, bare.split()))


def _has_letters(text: str) -> bool:
    font = _font(34)
    unknown = bytes(font.getmask(UNKNOWN))
    letters = text.replace(" ", "")
    return letters.isprintable() and all(bytes(font.getmask(each)) != unknown for each in letters)
