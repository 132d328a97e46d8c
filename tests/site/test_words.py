"""One thing is called by one word wherever people read of it (docs/design.md 3)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

import pytest

from tests.servers import ROOT
from tests.texts import Text, buttons, documents, screens, texts_of_template

ROW = re.compile(
    r"^\| ([^|]+) \| [^|]+ \| ([^|]+) \| (everywhere|screens|buttons) \|$", re.MULTILINE
)

EXCEPTIONS = {
    ("docs/rules.md", "monster"): "says that the published texts call an enemy so",
    ("docs/rules.md", "used cards"): "what the text box of the original website holds",
    ("tracker/boards/rules/search.py", "dead"): "what somebody may look for",
    ("tracker/boards/rules/search.py", "monster"): "what somebody may look for",
    ("tracker/rules/table/verbs/cards.py", "laid"): "the sentence that the stored traces expect",
    ("tracker/rules/table/verbs/cards.py", "laid aside"): "the same sentence",
}


class Decision(NamedTuple):
    word: str
    never: tuple[str, ...]
    where: str


def table() -> list[Decision]:
    """The decisions of docs/design.md."""
    text = (ROOT / "docs" / "design.md").read_text()
    return [
        Decision(word, tuple(never.split(", ")), where) for word, never, where in ROW.findall(text)
    ]


def places(phrase: str, where: str) -> list[str]:
    """The places where people would read this."""
    if where == "buttons":
        return [path for path, words in buttons() if words.casefold() == phrase]
    read: Iterable[Text] = screens() if where == "screens" else (*screens(), *documents())
    read = (Text(path, ROW.sub("", words)) for path, words in read)
    pattern = re.compile(rf"\b{phrase}\b".replace(" ", r"\s+"), re.IGNORECASE)
    hits = [(path, match[0]) for path, words in read for match in pattern.finditer(words)]
    return [f"{path}: {hit}" for path, hit in hits if (path, phrase) not in EXCEPTIONS]


@pytest.mark.parametrize("decision", table(), ids=lambda decision: decision.word)
def test_nobody_reads_the_word_that_was_decided_against(decision: Decision) -> None:
    assert [place for phrase in decision.never for place in places(phrase, decision.where)] == []


def test_the_table_and_the_texts_are_found() -> None:
    assert len(table()) > 15
    assert len(screens()) > 1000
    assert "Tap an enemy to see what it costs." in {words for _path, words in screens()}
    assert "Save" in {words for _path, words in buttons()}


@pytest.mark.parametrize(
    ("source", "phrase"),
    [
        ('<p>{% translate "Touch the enemy" %}</p>', "touch"),
        ('<a aria-label="{% translate "Touch the enemy" %}">', "touch"),
        ("{% blocktranslate with n=x %}Touch {{ n }}{% endblocktranslate %}", "touch"),
        ("<p>Touch it.</p>", "touch"),
    ],
)
def test_a_word_is_found_wherever_a_template_can_hold_it(source: str, phrase: str) -> None:
    assert any(re.search(rf"\b{phrase}\b", text, re.I) for text in texts_of_template(source))


def test_every_exception_is_still_needed() -> None:
    for path, phrase in EXCEPTIONS:
        assert phrase in (ROOT / path).read_text().casefold()
