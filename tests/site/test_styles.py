"""Style sheets: every class is on some page, and each part of a screen is drawn in one place."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Set
from functools import cache
from pathlib import Path

import rcssmin

from tests.servers import ROOT

CSS = ROOT / "static" / "css"
SHEETS = sorted(CSS.rglob("*.css"))
PARTS = sorted((CSS / "parts").glob("*.css"))
MOST_LINES = 3747
CLASS = re.compile(r"\.([a-z][\w-]*)", re.IGNORECASE)
RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")
LOOK = re.compile(r"(?:background|border|box-shadow|color|font|fill|stroke)\b")
WITHIN = re.compile(r"[\w\])] :[a-z]")
"""`rcssmin` takes this for a property and its value in a layer, and drops the blank.

A sheet writes `a *:is(b)` for `a :is(b)`.
"""
OF_DJANGO = {"errorlist"}


def name(sheet: Path) -> str:
    return sheet.relative_to(CSS).as_posix()


def selectors(text: str) -> Iterator[str]:
    """Each by itself, without what @media and the like say."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    for found in re.findall(r"([^{};]+)\{", text):
        if not found.strip().startswith("@"):
            yield from (one.strip() for one in re.split(r",(?![^(]*\))", found))


def classes(text: str) -> set[str]:
    return {found for selector in selectors(text) for found in CLASS.findall(selector)}


@cache
def words_of_pages() -> tuple[set[str], set[str]]:
    """All that stands in a `class`, or is a text in code; and how classes that count begin."""
    words, beginnings = set(OF_DJANGO), set[str]()
    for path in (ROOT / "templates").rglob("*.html"):
        page = re.sub(r"{%.*?%}", " ", path.read_text(encoding="utf-8"))
        page = re.sub(r"{{.*?}}", "\0", page)
        for word in " ".join(re.findall(r'class="([^"]*)"', page)).split():
            (beginnings if "\0" in word else words).add(word.partition("\0")[0])
    for path in (ROOT / "templates").rglob("*.html"):
        bodies = re.findall(r"body_class %}(.*?){% endblock", path.read_text(encoding="utf-8"))
        words |= set(re.sub(r"{%.*?%}", " ", " ".join(bodies)).split())
    for path in (ROOT / "static" / "js").rglob("*.js"):
        words |= set(re.findall(r'"([\w-]+)"', path.read_text(encoding="utf-8")))
    for path in (ROOT / "tracker").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words |= set(node.value.split()) if len(node.value) < 40 else set()
    return words, beginnings - {""}


def nowhere(found: set[str]) -> set[str]:
    words, beginnings = words_of_pages()
    counted = {word for word in found if word.rstrip("0123456789") in beginnings}
    return found - words - counted


def test_every_class_of_a_style_sheet_is_on_some_page() -> None:
    unused = {name(sheet): nowhere(classes(sheet.read_text(encoding="utf-8"))) for sheet in SHEETS}
    assert {sheet: found for sheet, found in unused.items() if found} == {}


def test_a_class_that_no_page_has_would_be_seen() -> None:
    assert nowhere(classes(".card, .cardd > .seat2:not(.seet2) {} @media (x) { .n9 {} }")) == {
        "cardd",
        "seet2",
    }


def homes() -> dict[str, set[str]]:
    """Per class the style sheets of parts with a rule for whatever has it, wherever it stands."""
    found: dict[str, set[str]] = {}
    for sheet in PARTS:
        for selector in selectors(sheet.read_text(encoding="utf-8")):
            if alone := re.fullmatch(r"\.([a-z][\w-]*)(?:::?[\w-]+)?", selector):
                found.setdefault(alone[1], set()).add(name(sheet))
    return found


def test_each_part_has_one_home() -> None:
    assert {part: files for part, files in homes().items() if len(files) > 1} == {}


def looks(sheet: Path, parts: Set[str]) -> Iterator[str]:
    """Lines of a style sheet on the look of anything with a part's class, wherever it stands."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    for selector, body in RULE.findall(text):
        named = {one.strip() for one in selector.split(",")} & parts
        found = [line.strip() for line in body.split(";") if LOOK.match(line.strip())]
        yield from (f"{name(sheet)}: {', '.join(sorted(named))}: {line}" for line in found if named)


def test_a_page_places_parts_and_does_not_draw_them_anew() -> None:
    parts = {f".{part}" for part in homes()}
    pages = (s for s in SHEETS if s not in PARTS and name(s) != "rules/print.css")
    assert [line for sheet in pages for line in looks(sheet, parts)] == []


def test_the_parts_stand_in_their_layer() -> None:
    """So that a page can place a part without having to outbid it."""
    layer = re.compile(r"@layer parts \{\n(?:(?:  .*)?\n)*\}")
    bare = {
        part: re.sub(r"/\*.*?\*/", "", part.read_text(encoding="utf-8"), flags=re.DOTALL).strip()
        for part in PARTS
    }
    assert [name(part) for part, text in bare.items() if not layer.fullmatch(text)] == []


def test_a_packed_selector_is_that_of_the_sheet() -> None:
    for sheet in SHEETS:
        text = sheet.read_text()
        assert len(WITHIN.findall(rcssmin.cssmin(text))) == len(WITHIN.findall(text)), name(sheet)


def test_the_style_sheets_are_short() -> None:
    lines = sum(len(sheet.read_text(encoding="utf-8").splitlines()) for sheet in SHEETS)
    assert lines <= MOST_LINES


def test_whatever_moves_comes_to_rest() -> None:
    assert [name(sheet) for sheet in SHEETS if "infinite" in sheet.read_text()] == []
