"""Texts on a screen that no catalogue can change: they are as in English in a pseudo language.

python -m tests.tell_unmarked lists it, of every screen.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

from django.conf import settings
from django.test import Client, override_settings
from django.utils import translation

from tests.game_screens import GAME_SCREENS
from tests.play.matches import NAMES
from tests.screens import FOUR, HAMMER, LONGEST, SCREENS, Screen
from tools import languages, pseudo
from tracker.boards.words.names import SHORT

EVERY_SCREEN = (*SCREENS, *GAME_SCREENS)

SPOKEN = {"aria-label", "aria-description", "title", "placeholder", "alt", "label", "content"}
SILENT = {"script", "style"}
# Text that people typed on some screen, and nobody's words: names of cards, codes, suits, units.
TYPED = (
    *(*LONGEST, HAMMER.strip(), HAMMER, *FOUR, *NAMES),
    *("The Low Lantern", "Mara_Odo", "mara_odo", "Gold", "Torches", "Keys", "lantern", "torch"),
    *(
        "Flint",
        "Easy",
        "Moss",
        "Wisp",
        "Curses of an old lantern",
        "Days without a bell rung",
        "two words",
        "wizard",
        "hammer",
    ),
)
LONGEST_FIRST = sorted(TYPED, key=len, reverse=True)
NOT_WORDS = re.compile(
    r"(?:https?://\S*|\b(?:[23456789a-hjkmnp-z]{13}|[TWnx]{10,}|[a-z]+-\d+|127\.0\.0\.1)\b"
    r"|\b\S*testserver\S*|(?:(?:10|[2-9AJQK])[cdhs]|JOK[br])+)"
)
CARD = re.compile(r"\b(?:(?:10|[2-9AJQK])[cdhs]|JOK[br])\b")
# The accents are on every vowel of what is marked.
WORD = re.compile(r"\b[A-Za-z]*[AEIOUYaeiouy][A-Za-z]+\b|\b[A-Za-z]+[AEIOUYaeiouy]\b")
ENGLISH = re.compile(r"[A-Za-z’']{2,} [A-Za-z]")  # of data attributes, most of which hold no words


@contextmanager
def known(
    *names: str,
    chief: str = "en",
    brackets: bool = True,
    lengthen: pseudo.Lengthen | None = None,
) -> Iterator[None]:
    """Pseudo languages beside the real ones; `chief` has whoever asks for none."""
    ends = (pseudo.OPEN + pseudo.CLOSE) * brackets
    with tempfile.TemporaryDirectory() as folder:
        texts = languages.collected() if languages.can_collect() else languages.catalogue("de")
        for name in names:
            pseudo.write(Path(folder), texts, name, ends, lengthen)
        with override_settings(
            LANGUAGE_CODE=chief,
            LANGUAGES=[*((name, f"Pseudo {name}") for name in names), *settings.LANGUAGES],
            LANGUAGES_BIDI=[pseudo.RIGHT_TO_LEFT, *settings.LANGUAGES_BIDI],
            LOCALE_PATHS=[folder, *settings.LOCALE_PATHS],
        ):
            yield
        translation.deactivate()


def spoken(language: str = pseudo.LEFT_TO_RIGHT) -> AbstractContextManager[None]:
    """Every page in this language, whatever the browser asks for."""
    return known(language, chief=language)


class Reader(HTMLParser):
    """Collects what people read or hear of a page, each with where it stands."""

    def __init__(self, rules: bool = False) -> None:
        """Leaves out of `rules` pages what stands in a template per language."""
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.open: list[tuple[str, bool]] = []  # with whether what is in it counts
        self.rules = rules

    def counts(self) -> bool:
        return all(counts for _, counts in self.open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            # An element with a language of its own is the same in every other.
            silent = (
                tag in SILENT
                or (tag != "html" and "lang" in given)
                or "code" in given.get("class", "").split()
            )
            in_words = self.rules and tag in ("head", "header", "main")
            self.open.append((tag, not silent and not in_words))
        if not self.counts():
            return
        for name, value in given.items():
            if name in SPOKEN and not (tag == "meta" and not spoken_meta(given)):
                self.found.append((f"{tag} {name}", value))
            elif name.startswith("data-"):
                self.found += [(f"{tag} {name}", text) for text in words_of(name, value)]

    def handle_endtag(self, tag: str) -> None:
        if tag in dict(self.open):
            while self.open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        if self.counts():
            self.found.append((self.open[-1][0] if self.open else "", data))


VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source"}


def spoken_meta(given: dict[str, str]) -> bool:
    name = given.get("name", given.get("property", ""))
    return name == "description" or name.endswith((":title", ":description"))


def words_of(name: str, value: str) -> Iterator[str]:
    """The sentences a data attribute holds."""
    if value[:1] in "{[" and value:
        try:
            yield from sentences(json.loads(value))
            return
        except ValueError:
            pass
    if ENGLISH.search(value) or value[:1] == pseudo.OPEN:
        yield value


def sentences(value: object) -> Iterator[str]:
    if isinstance(value, str) and ENGLISH.search(value):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from sentences(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from sentences(part)


@cache
def bare(text: str) -> str:
    """The text where a word of it is as in English and nobody typed it; else ""."""
    rest = text
    for typed in LONGEST_FIRST:
        rest = rest.replace(typed, " ")
        if len(typed) > SHORT:
            rest = re.sub(re.escape(typed[: SHORT - 1].rstrip()) + "…", " ", rest)
    return CARD.sub("·", " ".join(text.split())) if WORD.search(NOT_WORDS.sub(" ", rest)) else ""


def page_of(screen: Screen, code: str = "", language: str = "") -> str:
    """The page of a screen; of a party or match that is there already, where its code is given."""
    client = Client(raise_request_exception=True)
    address = screen.address.format(code=code or screen.party())
    for name, value in {**screen.cookies(), "language": language}.items():
        client.cookies[name] = value
    r = client.post(address, dict(screen.posted)) if screen.posted else client.get(address)
    assert r.status_code == screen.status, f"{screen.name}: {r.status_code}"
    return r.content.decode()


def unmarked_on(screen: Screen) -> list[str]:
    return unmarked(page_of(screen), screen.address.startswith("/rules/"))


def unmarked(page: str, rules: bool = False) -> list[str]:
    reader = Reader(rules)
    reader.feed(page)
    texts = [f"<{where}> {bare(text)}" for where, text in reader.found if bare(text)]
    return list(dict.fromkeys(texts))
