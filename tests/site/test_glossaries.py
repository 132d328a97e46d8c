"""The glossary of each language says the words that its catalogue uses."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from tools.languages import LOCALE, catalogue, languages

WORDS = (
    *("room", "run, a whole game", "run, out of a room", "floor", "lead", "pass", "set aside"),
    *("discard", "weapon", "limit", "smith", "shield", "suits", "ranks", "joker", "tap", "undo"),
    "history entry",
)


def rows(language: str) -> list[tuple[str, ...]]:
    """The cells of its tables."""
    text = (LOCALE / language / "glossary.md").read_text()
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]


def core(language: str) -> dict[str, list[str]]:
    """The name of each of WORDS, from the table at its end."""
    found = rows(language)
    start = next(n for n, (one, two) in enumerate(pairwise(found)) if two[0] == WORDS[0])
    return {cells[0]: cells[1].split(", ") for cells in found[start + 1 :]}


def said(language: str) -> str:
    """Every translation of its screens."""
    forms = (form for entry in catalogue(language) for form in entry.msgstr_plural.values())
    return "\n".join((*(entry.msgstr for entry in catalogue(language)), *forms)).casefold()


@pytest.mark.parametrize("language", languages())
def test_each_has_the_same_first_words(language: str) -> None:
    assert tuple(core(language)) == WORDS


@pytest.mark.parametrize("language", languages())
def test_each_word_is_the_one_the_catalogue_uses(language: str) -> None:
    text = said(language)
    terms = [term for terms in core(language).values() for term in terms]
    assert len(terms) == len(WORDS) + 6  # four suits and four ranks stand in a row each
    assert [term for term in terms if not re.search(rf"\b{re.escape(term.casefold())}", text)] == []
