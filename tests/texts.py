"""The texts that people read in pages, refusals, buttons and documents, file by file."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import polib

from tests.servers import ROOT

DOCUMENTS = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs/*.md"]
TRANSLATED = re.compile(
    r'{%\s*translate\s+"([^"]+)"|{%\s*blocktranslate\b.*?%}(.*?){%\s*endblocktranslate', re.DOTALL
)
SMALL = re.compile(r"<small\b[^>]*>(.*?)</small>", re.DOTALL)
BUTTON = re.compile(r"<button\b[^>]*>(.*?)</button>", re.DOTALL)
# Comments, tags of templates, what they fill in, and tags of HTML with all that they hold.
UNREAD = re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}|<[^>]*>", re.DOTALL)
FILLED_IN = re.compile(r"{\w*}")
SAYS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"}
SAYS |= {"number_noop", "ngettext_noop", "pgettext", "pgettext_lazy"}
SAYS |= {"Refused", "Malformed", "Overtaken", "Outdated", "Foreign", "Missing"}


ALL_READ = ("tracker/boards/rules/", "tracker/rules/advice/", "tracker/terminal/")
"""Folders where people read every string of more than one word."""


class Text(NamedTuple):
    """Something that people read, and the file it stands in."""

    path: str
    words: str


def files(*patterns: str) -> list[Path]:
    return sorted(path for pattern in patterns for path in ROOT.glob(pattern))


def texts_of_template(source: str) -> Iterator[str]:
    for quoted, block in TRANSLATED.findall(source):
        yield UNREAD.sub(" ", quoted or block)
    yield UNREAD.sub(" ", source)


def texts_of_code(source: str, whole: bool) -> Iterator[str]:
    """The strings translated or refused; of the `whole` code every string that holds a space."""
    for node in ast.walk(ast.parse(source)):
        if whole or (isinstance(node, ast.Call) and getattr(node.func, "id", "") in SAYS):
            for string in strings_in(node):
                if " " in string or not whole:
                    yield FILLED_IN.sub(" ", string)


def strings_in(node: ast.AST) -> Iterator[str]:
    """The strings that stand in it directly; of a docstring none."""
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
    for path in files("tracker/**/*.py", "scoundrel_web/management/**/*.py"):
        whole = name_of(path).startswith(ALL_READ)
        found += [Text(name_of(path), words) for words in texts_of_code(path.read_text(), whole)]
    return tuple(found)


@cache
def documents() -> tuple[Text, ...]:
    """Texts people read of the project, and the comments of the scripts that their phones run."""
    return tuple(
        Text(name_of(path), path.read_text()) for path in files(*DOCUMENTS, "static/js/**/*.js")
    )


@cache
def buttons() -> tuple[Text, ...]:
    return tuple(
        Text(name_of(path), " ".join(words.split()))
        for path in files("templates/**/*.html")
        for button in BUTTON.findall(path.read_text())
        for words in texts_of_template(button)
    )


@cache
def smalls() -> tuple[Text, ...]:
    """The small print of the screens; the rules pages are for reading."""
    paths = [path for path in files("templates/**/*.html") if "rules" not in path.parts]
    return tuple(
        Text(name_of(path), " ".join(UNREAD.sub(" ", quoted or block).split()))
        for path in paths
        for small in SMALL.findall(path.read_text())
        for quoted, block in TRANSLATED.findall(small)
    )


@cache
def catalogue_texts() -> tuple[Text, ...]:
    """Every English text of the screens and the rules, without its tags."""
    return tuple(
        Text(name_of(path), UNREAD.sub(" ", words))
        for path in files("locale/de/LC_MESSAGES/*.po")
        for entry in polib.pofile(str(path))
        for words in (entry.msgid, entry.msgid_plural)
        if words
    )


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
