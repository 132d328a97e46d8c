"""One thing is called by one word wherever people read of it (docs/design.md 3)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.servers import ROOT

DOCUMENTS = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs/*.md"]
ROW = re.compile(
    r"^\| ([^|]+) \| [^|]+ \| ([^|]+) \| (everywhere|screens|buttons) \|$", re.MULTILINE
)
TRANSLATED = re.compile(
    r'{%\s*translate\s+"([^"]+)"|{%\s*blocktranslate\b.*?%}(.*?){%\s*endblocktranslate', re.DOTALL
)
BUTTON = re.compile(r"<button\b[^>]*>(.*?)</button>", re.DOTALL)
# Comments, tags of templates, what they fill in, and tags of HTML with all that they hold.
UNREAD = re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}|<[^>]*>", re.DOTALL)
FILLED_IN = re.compile(r"{\w*}")
SAYS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"}
SAYS |= {"Refused", "Malformed", "Overtaken", "Outdated", "Foreign", "Missing"}

EXCEPTIONS = {
    ("docs/rules.md", "monster"): "says that the published texts call an enemy so",
    ("docs/rules.md", "used cards"): "what the text box of the original website holds",
    ("tracker/rules/table/naming.py", "laid"): "the sentence that the stored traces expect",
}


class Text(NamedTuple):
    """Something that people read, and the file it stands in."""

    path: str
    words: str


class Decision(NamedTuple):
    word: str
    never: tuple[str, ...]
    where: str


def files(*patterns: str) -> list[Path]:
    return sorted(path for pattern in patterns for path in ROOT.glob(pattern))


def table() -> list[Decision]:
    """What docs/design.md decides."""
    text = (ROOT / "docs" / "design.md").read_text()
    return [
        Decision(word, tuple(never.split(", ")), where) for word, never, where in ROW.findall(text)
    ]


def texts_of_template(source: str) -> Iterator[str]:
    for quoted, block in TRANSLATED.findall(source):
        yield UNREAD.sub(" ", quoted or block)
    yield UNREAD.sub(" ", source)


def texts_of_code(source: str, whole: bool) -> Iterator[str]:
    """What is translated or refused; of the `whole` code every string in which there is a space."""
    for node in ast.walk(ast.parse(source)):
        if whole or (isinstance(node, ast.Call) and getattr(node.func, "id", "") in SAYS):
            for string in strings_in(node):
                if " " in string or not whole:
                    yield FILLED_IN.sub(" ", string)


def strings_in(node: ast.AST) -> Iterator[str]:
    """Those that stand in it directly; of a docstring none."""
    if not isinstance(node, ast.Expr):
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part.value


@cache
def screens() -> tuple[Text, ...]:
    """The texts of pages and of what they say."""
    found = []
    for path in files("templates/**/*.html"):
        found += [Text(name_of(path), words) for words in texts_of_template(path.read_text())]
    for path in files("tracker/**/*.py"):
        whole = name_of(path).startswith("tracker/boards/rules/")
        found += [Text(name_of(path), words) for words in texts_of_code(path.read_text(), whole)]
    return tuple(found)


@cache
def documents() -> tuple[Text, ...]:
    """What people read of the project, and the comments of the scripts that their phones run."""
    return tuple(
        Text(name_of(path), ROW.sub("", path.read_text()))
        for path in files(*DOCUMENTS, "static/js/*.js")
    )


@cache
def buttons() -> tuple[Text, ...]:
    return tuple(
        Text(name_of(path), " ".join(words.split()))
        for path in files("templates/**/*.html")
        for button in BUTTON.findall(path.read_text())
        for words in texts_of_template(button)
    )


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def places(phrase: str, where: str) -> list[str]:
    """Where people would read this."""
    if where == "buttons":
        return [path for path, words in buttons() if words.casefold() == phrase]
    read: Iterable[Text] = screens() if where == "screens" else (*screens(), *documents())
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
