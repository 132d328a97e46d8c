"""A docstring begins with a verb, or with the noun that is returned."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.texts import files, name_of

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
NO_BEGINNING = re.compile(r"(That|Those|What|Who|Whoever|Of|Where|Also|The same)\b")
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


def test_no_docstring_begins_with_a_word_that_stands_for_another() -> None:
    paths = [*files("*.py"), *(path for name in FOLDERS for path in files(f"{name}/**/*.py"))]
    assert not {name_of(path): found for path in paths if (found := faults(path.read_text()))}


def test_such_a_docstring_is_found() -> None:
    text = '"""Rows."""\nclass A:\n    """Those of A."""\n    b = 1\n    """What b is."""\n'
    assert faults(text) == [3, 5]
