"""The abilities and the language of a terminal. All that is printed passes through here."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TextIO

from django.conf import settings
from django.core.management.color import supports_color
from django.utils.termcolors import colorize
from django.utils.translation import get_supported_language_variant

from tracker.boards.words.forms import Formless
from tracker.rules.cards import is_red, rank, suit
from tracker.rules.protocol import BACK, Cards

NARROWEST, WIDEST = 40, 100
GAP = " "

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠", "": "★"}
BOX = (("┌─", "─┐"), ("│", "│"), ("└─", "─┘"))
PLAIN_BOX = (("+-", "-+"), ("|", "|"), ("+-", "-+"))
HATCHED, PLAIN_HATCHED = "░", "/"
BAR, PLAIN_BAR = ("█", "░"), ("#", ".")
SPOKEN = str.maketrans(
    {"−": "-", "–": "-", "…": "...", "’": "'", "‘": "'", "“": '"', "”": '"', "±": "+-", "·": "-"}
)
"""Substitutes for signs that a terminal without Unicode cannot show."""
ESCAPES = re.compile("\x1b\\[[0-9;]*m")
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
BLANK_LINES = 60


@dataclass(frozen=True)
class Paper:
    """A stream for text, with what it can show; `live` is a terminal that understands escapes."""

    stream: TextIO
    columns: int = 80
    colours: bool = False
    signs: bool = False
    live: bool = False

    def print(self, text: str = "") -> None:
        """A line, broken between words where it is too long for the terminal."""
        self.entry("", text)

    def entry(self, label: str, text: str) -> None:
        """A label and a text; the text's further lines stand below its beginning."""
        lines = [""]
        for word in text.split(" "):
            line = f"{lines[-1]} {word}" if lines[-1] else word
            if lines[-1] and len(label) + width(line) > self.columns:
                lines.append(word)
            else:
                lines[-1] = line
        for place, line in enumerate(lines):
            self.write(f"{label if place == 0 else ' ' * len(label)}{line}\n")

    def write(self, text: str) -> None:
        encoding = self.stream.encoding or "utf-8"
        if not self.signs:
            text = text.translate(SPOKEN)
        self.stream.write(text.encode(encoding, "replace").decode(encoding))

    def paint(self, text: str, red: bool = False, bold: bool = False) -> str:
        if not self.colours or not (red or bold):
            return text
        colour = {"fg": "red"} if red else {}
        return str(colorize(text, opts=("bold",), **colour))

    def heading(self, text: str) -> None:
        line = "─" if self.signs else "-"
        rest = self.columns - len(text) - 1
        self.write(f"\n{self.paint(text, bold=True)} {line * max(3, rest)}\n")

    def clear(self) -> None:
        """Nothing that stood here before can be read any more."""
        self.stream.write(CLEAR if self.live else "\n" * BLANK_LINES)

    def bar(self, value: int, most: int) -> str:
        """A number as a bar of ten."""
        full, empty = BAR if self.signs else PLAIN_BAR
        tenths = -(-10 * max(0, value) // most)
        return full * tenths + empty * (10 - tenths)

    def name(self, card: str) -> Formless:
        """A card in a line of text: K♣, or Kc."""
        if card == BACK:
            return Formless(HATCHED * 2 if self.signs else PLAIN_HATCHED * 2)
        return Formless(self.paint(f"{rank_of(card)}{self._suit(card)}", red=is_red(card)))

    def names(self, cards: Cards) -> Formless:
        return Formless(" ".join(map(self.name, cards)) or "-")

    def _suit(self, card: str) -> str:
        return SUITS[suit(card)] if self.signs else suit(card)

    def draw(self, cards: Sequence[str]) -> None:
        """Cards side by side, in as many rows as it takes."""
        each = len(self._picture(BACK)[0]) + len(GAP)
        fit = max(1, (self.columns + len(GAP)) // each)
        for start in range(0, len(cards), fit):
            pictures = map(self._picture, cards[start : start + fit])
            for parts in zip(*pictures, strict=True):
                self.write(f"{GAP.join(parts)}\n")

    def _picture(self, card: str) -> tuple[str, ...]:
        top, side, bottom = BOX if self.signs else PLAIN_BOX
        edge = ("─" if self.signs else "-") * 2
        back = (HATCHED if self.signs else PLAIN_HATCHED) * 4
        inner = (back, back) if card == BACK else self._face(card)
        red = card != BACK and is_red(card)
        middle = (f"{side[0]}{self.paint(each, red, bold=True)}{side[1]}" for each in inner)
        return (edge.join(top), *middle, edge.join(bottom))

    def _face(self, card: str) -> tuple[str, str]:
        return f"{rank_of(card):<4}", f"{self._suit(card):>3} "


def width(text: str) -> int:
    """So many columns a text takes."""
    return len(ESCAPES.sub("", text))


def rank_of(card: str) -> str:
    """ "K", "10", "JOK"."""
    return rank(card) if suit(card) else "JOK"


def paper_for(stream: TextIO, environment: Mapping[str, str] = os.environ) -> Paper:
    """Finds out what this stream can show; heeds `NO_COLOR`, `TERM=dumb` and its encoding."""
    dumb = environment.get("TERM") == "dumb"
    live = stream.isatty() and not dumb
    columns = shutil.get_terminal_size().columns
    return Paper(
        stream,
        columns=min(max(columns, NARROWEST), WIDEST),
        colours=live and supports_color() and not environment.get("NO_COLOR"),
        signs=shows_signs(stream),
        live=live,
    )


def shows_signs(stream: TextIO) -> bool:
    try:
        "".join((*SUITS.values(), *BOX[0], *BAR, "−")).encode(stream.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that says something counts


def own_language() -> str:
    """The one that the environment names, as in "pt_BR.UTF-8", else English."""
    named = next((value for name in VARIABLES if (value := os.environ.get(name))), "")
    code = named.partition(".")[0].partition("@")[0].replace("_", "-").lower()
    try:
        return get_supported_language_variant(code)
    except LookupError:
        return settings.LANGUAGE_CODE
