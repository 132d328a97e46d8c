"""Faults of a kind that translations had: each is found in whatever sentence it comes back."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import partial

import polib
import pytest
from django.utils import translation

from tools.languages import catalogue, languages
from tracker.boards.words.forms import BLADES, CardName, card_label, weapon_name
from tracker.rules.cards import PACK

# A preposition and an article that the language melts into one word, as "da il" into "dal".
UNMELTED = {
    "es": r"\b(?:a|de) el\b",
    "fr": r"\b(?:à|de) les?\b",
    "it": r"\b(?:a|da|di|in|su) (?:(?:il|lo|la|i|gli|le)\b|l’)",
    "pt_BR": r"\b(?:a|de|em|por) (?:o|a|os|as)\b",
}
NAMED = re.compile(r"\{(card|weapon)(?::(\w+))?\}")
OPEN, CLOSE = "“„«״", "”“»״"
WORDING = "tracker/boards/party/log/wording.py"
OTHERWISE = {
    "game": "a dealt game, and which game is played",
    "set aside": "a narrow place has a shorter word",
    "house rules": "with its article where it is the subject",
    "returning cards": "with its article where it is the subject",
}
"""Texts of one English that a language may say in two ways, and why."""
PRESSED = re.compile(r"\b(?:press|tap) ([A-Z]\w+)")


def sentences(entry: polib.POEntry) -> list[str]:
    return [text for text in (entry.msgstr, *entry.msgstr_plural.values()) if text]


def with_each_name(language: str) -> Iterator[str]:
    """Each sentence that names a card or a weapon, with every one that there is."""
    with translation.override(language.replace("_", "-").lower()):
        names = {
            "card": [card_label(card) for card in PACK],
            "weapon": [weapon_name(rank) for rank in BLADES],
        }
        for entry in catalogue(language):
            for text in sentences(entry):
                if found := NAMED.search(text):
                    for name in names[found[1]]:
                        yield NAMED.sub(partial(in_form, name=name), text)


def in_form(match: re.Match[str], name: CardName) -> str:
    return format(name, match[2] or "")


@pytest.mark.parametrize("language", UNMELTED)
def test_no_preposition_stands_beside_an_article_it_melts_with(language: str) -> None:
    unmelted = re.compile(UNMELTED[language], re.IGNORECASE)
    found = list(with_each_name(language))
    assert len(found) > 5_000
    assert [sentence for sentence in found if unmelted.search(sentence)] == []


def test_such_a_pair_is_found() -> None:
    assert re.search(UNMELTED["it"], "Mara ha subito 5 da il re di fiori")
    assert re.search(UNMELTED["it"], "Mara ha subito 5 da l’asso di fiori")
    assert not re.search(UNMELTED["it"], "Mara ha subito 5 dal re di fiori")


@pytest.mark.parametrize("language", languages())
def test_no_line_of_the_history_gets_a_second_colon(language: str) -> None:
    """ "Mara: fights the king: −5" would be one; a line that is quoted may have its own."""
    found = list(catalogue(language))
    (line,) = (entry.msgstr for entry in found if entry.msgid == "{deed}: {outcome}")
    deeds = [
        entry.msgstr
        for entry in found
        if WORDING in dict(entry.occurrences) and "the {card}" in entry.msgid
    ]
    lines = [line.replace("{deed}", NAMED.sub("king", deed)) for deed in deeds]
    assert len(lines) > 15
    own = {entry.msgstr for entry in found if ":" in NAMED.sub("", entry.msgid)}
    assert [text for deed, text in zip(deeds, lines, strict=True) if twice(text, deed, own)] == []


def twice(line: str, deed: str, own: set[str]) -> bool:
    """English has a colon in some deeds itself: those are left out."""
    return deed not in own and line.count(":") > 1


@pytest.mark.parametrize("language", languages())
def test_a_line_within_a_sentence_is_quoted_where_a_colon_follows(language: str) -> None:
    """A line may have a colon itself, "Mara repairs: Queen of Diamonds"."""
    texts = [
        text
        for entry in catalogue(language)
        if "“{deed}”" in entry.msgid
        for text in sentences(entry)
    ]
    assert len(texts) == 2
    assert [
        text for text in texts if not re.search(rf"[{OPEN}]\s?\{{deed\}}\s?[{CLOSE}]", text)
    ] == []


@pytest.mark.parametrize("language", languages())
def test_a_button_that_a_sentence_names_is_called_as_on_the_button(language: str) -> None:
    found = list(catalogue(language))
    anywhere = (None, "in the bar")
    buttons = {entry.msgid: entry.msgstr for entry in found if entry.msgctxt in anywhere}
    named = [
        (buttons[button], entry.msgstr)
        for entry in found
        for button in PRESSED.findall(entry.msgid.replace("Press", "press").replace("Tap", "tap"))
        if button in buttons
    ]
    assert len(named) >= 3
    assert [
        (button, sentence)
        for button, sentence in named
        if button.casefold() not in sentence.casefold()
    ] == []


def bare(text: str) -> str:
    """The words: no capitals, no stop, no hyphen where a line may break."""
    return re.sub(r"[\s.:…!\u00ad]+$", "", text.casefold()).replace("\u00ad", "")


def by_english(language: str) -> dict[str, set[str]]:
    """The translations of each text of one sense, by its words."""
    found = defaultdict[str, set[str]](set)
    for entry in catalogue(language):
        if not entry.msgid_plural and not entry.msgctxt:
            found[bare(entry.msgid)].add(bare(entry.msgstr))
    return found


@pytest.mark.parametrize("language", languages())
def test_one_text_has_one_translation(language: str) -> None:
    several = {text for text, said in by_english(language).items() if len(said) > 1}
    assert several <= OTHERWISE.keys()


def test_one_thing_has_one_english_text() -> None:
    """Two texts that no language tells apart are one."""
    every = [by_english(language) for language in languages()]
    texts = defaultdict[tuple[str, ...], list[str]](list)
    for text in every[0]:
        texts[tuple(" / ".join(sorted(found[text])) for found in every)].append(text)
    alike = [some for some in texts.values() if len(some) > 1]
    assert alike == [["name of the party", "party’s name"]]  # a label, and within a sentence
