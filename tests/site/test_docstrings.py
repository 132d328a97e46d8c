"""A docstring or comment begins with a verb, or with the noun it is about."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.texts import files, name_of

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
NO_BEGINNING = re.compile(r"(That|Those|What|Who|Whoever|Of|Where|Also|The same)\b")
COMMENT = re.compile(rf"^\s*(?:#|//|/\*\*?) {NO_BEGINNING.pattern}", re.MULTILINE)
FOLDERS = ("bench", "scoundrel_web", "tests", "tools", "tracker")


def docstrings(tree: ast.AST) -> Iterator[ast.Constant]:
    """Docstrings of modules, classes and functions, and of constants and fields in them."""
    for node in ast.walk(tree):
        for line in node.body if isinstance(node, DOCUMENTED) else []:
            if isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant):
                yield line.value


def faults(text: str) -> list[int]:
    """Lines on which a docstring begins with another word."""
    found = docstrings(ast.parse(text))
    return [one.lineno for one in found if NO_BEGINNING.match(str(one.value).strip())]


def sources() -> list[Path]:
    """All but what others wrote."""
    patterns = [f"{name}/**/*.py" for name in FOLDERS]
    scripts = files(
        "static/**/*.js",
        "static/**/*.ts",
        "templates/**/*.js",
        "static/css/**/*.css",
        "tests/**/*.js",
    )
    ours = [path for path in scripts if "vendor" not in path.parts]
    return [*files("*.py"), *files(*patterns), *ours]


def test_no_docstring_begins_with_a_word_that_stands_for_another() -> None:
    paths = [path for path in sources() if path.suffix == ".py"]
    assert not {name_of(path): found for path in paths if (found := faults(path.read_text()))}


def test_no_comment_does() -> None:
    found = {name_of(path): COMMENT.search(path.read_text()) for path in sources()}
    assert len(found) > 600
    assert {path: match[0].strip() for path, match in found.items() if match} == {}


def test_such_a_docstring_is_found() -> None:
    text = '"""Rows."""\nclass A:\n    """Those of A."""\n    b = 1\n    """What b is."""\n'
    assert faults(text) == [3, 5]
