"""The glossary of each language says the words that its catalogues use."""

from __future__ import annotations

import re
from itertools import pairwise

import polib
import pytest

from tools.languages import LOCALE, RULES, catalogue, languages

WORDS = {
    "room": r"rooms?",
    "run, a whole game": r"(?:the|this|new|best|of|a|finished|each|last|no) runs?(?! (?:from|as))",
    "run, out of a room": r"(?:to|you|and|may|can|still|cannot|all|or|they) run|running",
    "floor": r"floors?",
    "lead": r"leads?|leader",
    "pass": r"pass(?:es)?",
    "set aside": r"set[- ]aside",
    "discard": r"discard(?:s|ed)?(?! pile)",
    "weapon": r"weapons?",
    "limit": r"or lower",
    "smith": r"blacksmiths?",
    "shield": r"shields?",
    "suits": r"of (?:clubs|diamonds|hearts|spades)",
    "ranks": r"(?:ace|king|queen|jack) of",
    "joker": r"jokers?",
    "tap": r"tap(?:s|ped)?",
    "undo": r"undo(?:ne)?",
    "history entry": r"entry|entries",
    "pack of cards": r"pack",
    "draw pile": r"draw pile",
    "discard pile": r"discard pile",
    "pile": r"(?<!draw )(?<!discard )pile",
    "shuffle": r"shuffle[sd]?",
    "deal": r"deals?(?! with)",
    "hand": r"hands?",
    "face up": r"face[- ]up",
    "face down": r"face[- ]down",
    "picture card": r"picture cards?",
    "special card": r"special cards?",
    "turn": r"(?:your|a|’s|the|whose|next|every|each) turn",
    "player": r"players?",
    "party": r"party",
    "dungeon": r"dungeon",
    "enemy": r"enem(?:y|ies)",
    "health": r"health",
    "hit": r"hits?",
    "bare hands": r"bare hands",
    "potion": r"potions?",
    "repair": r"repairs?",
    "house rule": r"house rules?",
}
"""The words of the last table of each glossary, and how an English text says them."""
MOST = 0.5  # of the texts with a word; the others say it in another way
TAG = re.compile(r"<[^>]*>")


def rows(language: str) -> list[tuple[str, ...]]:
    """The cells of its tables."""
    text = (LOCALE / language / "GLOSSARY.md").read_text()
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]


def core(language: str) -> dict[str, list[str]]:
    """The terms of each of WORDS, from the table at its end."""
    found = rows(language)
    start = next(n for n, (one, two) in enumerate(pairwise(found)) if two[0] == next(iter(WORDS)))
    return {cells[0]: cells[1].casefold().split(", ") for cells in found[start + 1 :]}


def texts(language: str) -> list[polib.POEntry]:
    """The texts of its screens and of its rules pages."""
    return [*catalogue(language), *catalogue(language, RULES)]


def said(entry: polib.POEntry) -> str:
    return TAG.sub("", " ".join((entry.msgstr, *entry.msgstr_plural.values()))).casefold()


def says(text: str, term: str) -> bool:
    """Whether every word of it is there, whatever its ending."""
    return all(word[: max(4, len(word) - 2)] in text for word in term.split())


@pytest.mark.parametrize("language", languages())
def test_each_has_the_same_words(language: str) -> None:
    assert [*core(language)] == [*WORDS]
    assert len(WORDS) == 40


@pytest.mark.parametrize("language", languages())
def test_each_word_is_the_one_the_catalogues_use(language: str) -> None:
    found, rarely = texts(language), {}
    for word, terms in core(language).items():
        english = re.compile(rf"\b(?:{WORDS[word]})\b", re.IGNORECASE)
        told = [said(e) for e in found if english.search(f"{e.msgid} {e.msgid_plural}")]
        share = sum(any(says(text, term) for term in terms) for text in told) / len(told)
        if share < MOST:
            rarely[word] = share
    assert rarely == {}


@pytest.mark.parametrize("language", languages())
def test_each_term_is_somewhere(language: str) -> None:
    text = "\n".join(map(said, texts(language)))
    terms = [term for terms in core(language).values() for term in terms]
    assert [term for term in terms if not says(text, term)] == []


@pytest.mark.parametrize("language", languages())
def test_each_names_where_card_players_use_its_words(language: str) -> None:
    end = (LOCALE / language / "GLOSSARY.md").read_text().rpartition("## ")[2]
    assert re.search(r"^\* <https?://[^>]+>$", end, re.MULTILINE)


def test_a_word_of_another_language_would_be_found() -> None:
    text = said(polib.POEntry(msgid="Shuffle", msgstr="<b>Mischen</b>, dann austeilen"))
    assert says(text, "mischen")
    assert not says(text, "mélanger")
