"""How much room texts take in the languages that people speak, for a language that takes more."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

import polib
from playwright.sync_api import Page

from tools.languages import catalogue, languages
from tools.pseudo import KEPT

SPLIT = re.compile(r"[\s–—-]+")
NARROW = "ו"  # so that nothing gets much longer than it must
# The width of a whole text, and of its widest word.
Room = tuple[float, float]
WIDTHS = """(lists) => {
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  pen.font = "16px sans-serif";
  const widest = (list) => Math.max(...list.map((text) => pen.measureText(text).width));
  return JSON.stringify(JSON.parse(lists).map(widest));
}"""


def texts() -> Iterator[tuple[polib.POEntry, str]]:
    """Each text with what it is in every language, in every plural."""
    for entry in (entry for name in languages() for entry in catalogue(name)):
        for text in (entry.msgstr, *entry.msgstr_plural.values()):
            yield entry, text


def widths(page: Page, lists: Sequence[Sequence[str]]) -> list[float]:
    """The width of the widest of each list; as text, for Playwright looks at each value."""
    found: list[float] = json.loads(page.evaluate(WIDTHS, json.dumps(lists)))
    return found


def words_of(text: str) -> list[str]:
    """Without what is filled in, and without marks."""
    return SPLIT.split(KEPT.sub(" ", text).strip())


class Longest:
    """Makes a text as long as it is in the real language that says it longest."""

    def __init__(self, page: Page) -> None:
        found = list(texts())
        letters = sorted({*"".join(text for _, text in found), *map(chr, range(1488, 1515))})
        self.wide = dict(zip(letters, widths(page, [[each] for each in letters]), strict=True))
        self.room: dict[tuple[str | None, str], Room] = defaultdict(lambda: (0, 0))
        for entry, text in found:
            key = (entry.msgctxt, entry.msgid)
            (whole, word), (most, longest) = self.taken_by(text), self.room[key]
            self.room[key] = (max(whole, most), max(word, longest))

    def taken_by(self, text: str) -> Room:
        words = words_of(text)
        return self.width(" ".join(words)), max(map(self.width, words))

    def width(self, text: str) -> float:
        return sum((self.wide.get(letter, 0) for letter in text), 0.0)

    def __call__(self, entry: polib.POEntry, parts: list[str]) -> None:
        """The widest word gets more letters, then the whole more words.

        What some language says in one word that is wider than all of it becomes one word.
        """
        whole, word = self.room[entry.msgctxt, entry.msgid]
        if len(parts) == 1 and self.width(parts[0]) < word:
            parts[0] = "".join(parts[0].split())
        said = ((n, word) for n in range(0, len(parts), 2) for word in SPLIT.split(parts[n]))
        place, widest = max(said, key=lambda found: self.width(found[1]))
        longer = widest
        while 0 < self.width(longer) < word:
            longer += NARROW
        parts[place] = parts[place].replace(widest, longer, 1)
        while 0 < self.taken_by("".join(parts))[0] < whole:
            parts[-1] += f" {NARROW * 4}"
