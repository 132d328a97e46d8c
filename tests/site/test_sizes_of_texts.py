"""Texts are as long as their kind allows, and no sentence begins as nobody would speak."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.texts import Text, buttons, catalogue_texts, documents, files, name_of, smalls

BUTTON, HELP, ERROR = 30, 140, 90
"""The most letters of each kind."""
NO_BEGINNING = re.compile(r"(Whoever|What|Of|Where|Alone|Those)\b")
REFUSES = {"Refused", "Malformed", "Overtaken", "Outdated", "Foreign", "Missing", "Unplayable"}
REFUSES |= {"Illegal", "BadSetup", "ValidationError"}

LONG_BUTTONS = {
    "party/cards/pile_correction.html": "says what a count is taken as",
    "party/cards/play_card.html": "the pile is empty, and what to do",
    "party/sheet/_seat.html": "says that numbers are kept",
    "party/sheet/_weapon.html": "says what goes with the weapon",
    "party/table/_room.html": "the pile is empty, and what to do",
    "party/table/_way.html": "the one question of a new party",
}


def sentences(text: str) -> Iterator[str]:
    """Yields all that end like one; headings, names and questions do not."""
    for block in re.split(r"\n\s*\n|\n\s*(?=[*#|-] )|\||```", text):
        for sentence in re.split(r"(?<=[.!?:])\s+(?=[\"“*`(]*[A-Z])", " ".join(block.split())):
            if sentence.endswith((".", ".)", ":")):
                yield sentence.lstrip("*#->`(“ ")


def backwards(texts: Iterator[Text] | tuple[Text, ...]) -> list[Text]:
    return [
        Text(path, sentence)
        for path, words in texts
        for sentence in sentences(words)
        if NO_BEGINNING.match(sentence)
    ]


def refusals() -> Iterator[Text]:
    for path in files("tracker/**/*.py", "scoundrel_web/management/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            called = getattr(node, "func", None)
            if isinstance(node, ast.Call) and getattr(called, "id", "") in REFUSES:
                for part in ast.walk(node):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield Text(name_of(path), part.value)


def test_no_sentence_begins_as_nobody_would_speak() -> None:
    assert backwards(catalogue_texts()) == []
    assert backwards(tuple(text for text in documents() if text.path.endswith(".md"))) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Saved. What you typed is kept.", 1),
        ("* Of these sums none counts.\n* Whoever sees it taps.", 2),
        ("What do you do first?", 0),
        ("What cost most", 0),
        ("Everything you typed is kept.", 0),
    ],
)
def test_such_a_sentence_is_found(text: str, found: int) -> None:
    assert len(backwards((Text("", text),))) == found


def test_no_button_is_a_sentence() -> None:
    long = {path.removeprefix("templates/") for path, words in buttons() if len(words) > BUTTON}
    assert long == set(LONG_BUTTONS)


def test_help_is_read_at_a_glance() -> None:
    found = smalls()
    assert len(found) > 50
    assert [text for text in found if len(text.words) > HELP] == []


def test_a_refusal_is_one_line_or_two() -> None:
    found = [*refusals()]
    assert len(found) > 80
    assert [text for text in found if len(text.words) > ERROR] == []
