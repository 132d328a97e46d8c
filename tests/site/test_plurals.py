"""A number stands before a word that fits it: 1 floor, 2 floors, in every text with a number."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.servers import ROOT
from tests.texts import SAYS, Text, files, name_of

CODE = ("tracker/**/*.py", "scoundrel_web/management/**/*.py")
COUNTED = re.compile(r"{%\s*blocktranslate\s+count.*?%}(.*?){%\s*plural\s*%}(.*?){%", re.DOTALL)
# The two words behind something filled in that is no name; what is filled in may be bold.
BEHIND = re.compile(
    r"(?:{{(?! name)[^}]*}}|{(?!name|weapon)[^{}]*}|%\(\w+\)d)(?:\*|</\w+>)?"
    r"\s+([a-z]+(?:\s+[a-z]+)?)\b"
)
PLURAL = re.compile(r"n(get|pget)text(_lazy|_noop)?")

EXCEPTIONS = {
    "{few} to {most} players": "from few to more",
    "Codes have {n} characters": "always 13",
    "has at most %(limit_value)d characters": "always 64",
    "A name has at most {most} characters": "always 64",
    "That is too long: {length} characters": "more than one fits every box",
    "a name has 1 to {MAX_NAME} characters": "always 60",
}


def forms() -> Iterator[tuple[str, str]]:
    """The singular and the plural of each text that has both."""
    for path in files("templates/**/*.html"):
        yield from COUNTED.findall(path.read_text())
    for path in files(*CODE):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and PLURAL.fullmatch(getattr(node.func, "id", "")):
                one, several = node.args[:2]
                assert isinstance(one, ast.Constant)
                assert isinstance(several, ast.Constant)
                yield str(one.value), str(several.value)


def nouns() -> set[str]:
    """The words that are counted anywhere: those that get an "s" where there are several."""
    found = set()
    for one, several in forms():
        singular, plural = (set(re.findall(r"[a-z]+", text)) for text in (one, several))
        found |= {word for word in plural - singular if word.endswith("s")}
        found |= {word for word in singular - plural if f"{word}s" in plural}
    return found - {"is", "was"}


def single_texts() -> Iterator[Text]:
    """The texts that have one form only."""
    for path in files("templates/**/*.html"):
        source = COUNTED.sub("", path.read_text())
        yield Text(name_of(path), re.sub(r"{#.*?#}|{%.*?%}|<[^>]*[\"'][^>]*>", " ", source))
    for path in files(*CODE):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in SAYS - {
                "ngettext",
                "ngettext_noop",
            }:
                args = (arg.value for arg in node.args if isinstance(arg, ast.Constant))
                yield from (Text(name_of(path), str(arg)) for arg in args)
            elif isinstance(node, ast.JoinedStr) and "/rules/" not in name_of(path):
                yield Text(name_of(path), ast.unparse(node).strip("f'\""))


def test_no_text_counts_things_in_one_form_only() -> None:
    counted = nouns()
    wrong = [
        f"{path}: {words[match.start() : match.end()]}"
        for path, words in single_texts()
        for match in BEHIND.finditer(words)
        if counted & set(match[1].split()) and not any(known in words for known in EXCEPTIONS)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "text", ["{n} cards", "{{ n }} cards", "*{n}* new cards", "{{ n }}</b> cards"]
)
def test_a_noun_is_found_behind_its_number(text: str) -> None:
    assert [match[1].split()[-1] for match in BEHIND.finditer(text)] == ["cards"]


def test_both_forms_of_a_text_differ_and_say_the_same_number() -> None:
    for one, several in forms():
        assert set(re.findall(r"{{?\s*\w+", one)) <= set(re.findall(r"{{?\s*\w+", several))


def test_the_nouns_are_found() -> None:
    assert {"card", "cards", "floor", "rooms", "player", "enemies", "taps"} <= nouns()


def test_every_exception_is_still_needed() -> None:
    code = "".join(path.read_text() for path in files(*CODE, "templates/**/*.html"))
    assert [text for text in EXCEPTIONS if text not in code] == []
    assert ROOT.is_dir()
