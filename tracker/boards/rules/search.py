"""Sections of the rules pages as plain words, and which of them speak of something."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import groupby

from django.utils.translation import pgettext_lazy

ENDS_A_TEXT = {
    *("section", "div", "h2", "h3", "p", "ul", "ol", "li", "dd", "table", "caption", "tr"),
}
PASSED_OVER = {"nav", "form", "svg", "figure"}
WITHOUT_AN_END = {"input", "br", "img"}


@dataclass(frozen=True)
class Passage:
    """The text of a paragraph, and the `id` of the nearest place above that can be linked to."""

    anchor: str
    text: str


@dataclass(frozen=True)
class RulesSection:
    """A section of a page; `english` where that is not the language of whoever reads it."""

    page: str
    address: str
    title: str
    passages: tuple[Passage, ...]
    english: bool = False


class _Reader(HTMLParser):
    """A card is read by its name in a table, and passed over where it is an example."""

    def __init__(self) -> None:
        super().__init__()
        self.sections: list[tuple[str, list[Passage]]] = []  # each with its heading
        self._text = self._anchor = ""
        self._aside = 0  # how deep in what is passed over
        self._cell = self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag in WITHOUT_AN_END:
            return
        if self._aside or tag in PASSED_OVER or values.get("role") == "img":
            label = values.get("aria-label") if self._cell and not self._aside else None
            self._text += f" {label} " if label else ""
            self._aside += 1
            return
        if tag in ENDS_A_TEXT:
            self._end_text()
        if tag == "section":
            self.sections.append(("", []))
            self._text, self._inside = "", True
        if tag in ("td", "th"):
            self._text, self._cell = f"{self._text} ", True
        self._anchor = values.get("id") or self._anchor

    def handle_endtag(self, tag: str) -> None:
        if tag in WITHOUT_AN_END:
            return
        if self._aside:
            self._aside -= 1
        elif tag == "h2" and self.sections:
            self.sections[-1] = (_tidy(self._text), self.sections[-1][1])
            self._text = ""
        elif tag in ("td", "th"):
            self._cell = False
        elif tag in ("dt", "h3"):
            self._text += ": " if _tidy(self._text)[-1:].isalnum() else " "
        elif tag in ENDS_A_TEXT:
            self._end_text()
        self._inside &= tag != "section"

    def handle_data(self, data: str) -> None:
        if self._inside and not self._aside:
            self._text += data

    def _end_text(self) -> None:
        """A word that is explained goes with the explanation."""
        text = _tidy(self._text)
        self._text = f"{text} " if text.endswith(":") else ""
        if text and not self._text:
            self.sections[-1][1].append(Passage(self._anchor, text))


def _tidy(text: str) -> str:
    return " ".join(text.split())


def parts_of(page: str, address: str, html: str, english: bool = False) -> tuple[RulesSection, ...]:
    """The sections of the page that have a heading and words below it."""
    reader = _Reader()
    reader.feed(html)
    return tuple(
        RulesSection(page, address, title, tuple(passages), english)
        for title, passages in reader.sections
        if title and passages
    )


# Translators: what somebody may look for in the rules, as a button; it has to find something there.
FIRST_WORDS = (
    pgettext_lazy("to look for", "running"),
    pgettext_lazy("to look for", "weapon"),
    pgettext_lazy("to look for", "shield"),
    pgettext_lazy("to look for", "black joker"),
    pgettext_lazy("to look for", "blacksmith"),
    pgettext_lazy("to look for", "new floor"),
)
MOST_TYPED = 60  # characters
MOST_WORDS = 8
MOST_PARTS = 6  # of one page
EXCERPT = 180  # characters of the words around
BEFORE = EXCERPT // 3  # of them at most before the first word that was found

# Translators: small words that a search passes over; write those of your language.
SMALL = pgettext_lazy("search", "a an and i in is it my of on the to")
WORD = re.compile(r"\w+")
# Translators: endings that a search leaves off, long ones first; write those of your language.
ENDINGS = pgettext_lazy("search", "ing ies ed es s")
SHORTEST = 3  # letters of a word that are left without its ending
LONGER = 4  # letters that a word may have more than what was asked for
# Translators: what other books call it, and how the words begin that mean it here, with | between
# several, in small letters; write those of your language.
ALSO = pgettext_lazy(
    "search",
    "armour=shield armor=shield dead=fall death=fall die=fall hp=health heal=potion|drink"
    " monster=enem",
)


@dataclass(frozen=True)
class Hit:
    """A section, and a text of it in pieces: every second one is what was asked for."""

    title: str
    link: str
    words: tuple[str, ...]
    english: bool


@dataclass(frozen=True)
class Shelf:
    """Hits on one page, the best first, and the number of further sections."""

    page: str
    hits: tuple[Hit, ...]
    more: int


def found(parts: Sequence[RulesSection], typed: str, keep: str = "") -> tuple[Shelf, ...]:
    """The sections with all the words, by page; if none has all, those with the most.

    `keep` goes with each address. A word counts the more, the fewer sections have it, and in a
    heading most of all.
    """
    asked = WORD.findall(typed.lower())
    small = str(SMALL).split()
    words = [_pattern(word) for word in asked if word not in small][:MOST_WORDS]
    seen = [[_count(part, word) for word in words] for part in parts]
    most = max((sum(map(bool, counts)) for counts in seen), default=0)
    if not most:
        return ()
    rare = [1 / max(1, sum(map(bool, column))) for column in zip(*seen, strict=True)]
    worth = {
        part: sum(count * rarity for count, rarity in zip(counts, rare, strict=True))
        for part, counts in zip(parts, seen, strict=True)
        if sum(map(bool, counts)) == most
    }
    shelves = []
    for page, on_it in groupby(worth, key=lambda part: part.page):
        best = sorted(on_it, key=lambda part: -worth[part])
        hits = tuple(_hit(part, words, typed, keep) for part in best[:MOST_PARTS])
        shelves.append(Shelf(page, hits, len(best) - len(hits)))
    return tuple(shelves)


def _pattern(word: str) -> str:
    """A pattern for words that begin with its stem and are hardly longer; a short word itself."""
    meant = dict(each.partition("=")[::2] for each in str(ALSO).split())
    also = meant.get(word) or meant.get(word.removesuffix("s"))
    for ending in str(ENDINGS).split():
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= SHORTEST:
            word = stem[:-1] if ending in ("ing", "ed") and stem[-1] == stem[-2] else stem
            break
    more = rf"\w{{0,{LONGER}}}"
    alone = word if len(word) < SHORTEST else word + more
    return rf"\b(?:{alone}|(?:{also}){more})" if also else rf"\b{alone}"


def _count(part: RulesSection, word: str) -> int:
    text = " ".join(passage.text for passage in part.passages)
    return 9 * _hits(word, part.title) + min(9, _hits(word, text))


def _hits(word: str, text: str) -> int:
    return len(re.findall(rf"{word}\b", text, re.IGNORECASE))


def _hit(part: RulesSection, words: Sequence[str], typed: str, keep: str) -> Hit:
    """The passage with the most of the words; where only the heading has them, the first."""
    phrase = re.compile(rf"\b{re.escape(typed.strip())}", re.IGNORECASE)

    def fit(passage: Passage) -> tuple[int, bool]:
        distinct = sum(bool(_hits(word, passage.text)) for word in words)
        return distinct, bool(phrase.search(passage.text))

    best = max(part.passages, key=fit)
    asked = re.compile(f"({'|'.join(words)})\\b", re.IGNORECASE)
    return Hit(
        part.title,
        f"{part.address}{keep}#{best.anchor}",
        tuple(asked.split(_excerpt(best.text, asked))),
        part.english,
    )


def _excerpt(text: str, asked: re.Pattern[str]) -> str:
    """Whole words around the first that was asked for."""
    first = asked.search(text)
    start = max(0, first.start() - BEFORE) if first else 0
    start = text.find(" ", start) + 1 if start else 0
    end = len(text) if start + EXCERPT >= len(text) else text.rfind(" ", start, start + EXCERPT)
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"
