"""Rules the code cites stand in docs/rules.md, and what that says of options and tables is so."""

import io
import json
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import ROOT
from tracker.rules.games import GAMES
from tracker.rules.games.coop.cards import returning

BOOK = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
SECTIONS = frozenset(re.findall(r"^#+ (\d+(?:\.\d+)?)\.? ", BOOK, re.MULTILINE))
REGISTER = frozenset(re.findall(r"^\| ([CSRHK]\d+a?) \|", BOOK, re.MULTILINE))
OPTION = re.compile(r"`(\w+)=([^`*]+)\*\|([^`]+)`")

FOLDERS = ("bench", "scoundrel_web", "static", "templates", "tests", "tools", "tracker")
ENTRY = r"[CSRHK]\d{1,2}a?"
NUMBER = r"\d+(?:\.\d+){0,2}"
ROW = rf"(?:{NUMBER}|{ENTRY})(?:(?:, | to | and |; )(?:{NUMBER}|{ENTRY}))*"
CITATION = re.compile(rf"rules\.md ({ROW})|\b({ENTRY})\b")
LATER = re.compile(rf"\((\d\.\d+(?:[,;] {ROW})?)\)")
"""A second citation of the same comment is shorter: "(3.11)", "(4.4, S4)"."""
COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*|\{#.*?#\}", re.DOTALL | re.MULTILINE)


def comments(path: Path) -> list[str]:
    """All that a file says to its reader; a docstring is a comment too."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return COMMENT.findall(text)
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [t.string for t in tokens if t.type == tokenize.COMMENT or '"""' in t.string]


def citations(comment: str) -> list[str]:
    rows = ["".join(found) for found in CITATION.findall(comment)]
    if "rules.md" in comment:
        rows += LATER.findall(comment)
    return re.findall(rf"{ENTRY}|{NUMBER}", " ".join(rows))


def stands_in_the_book(citation: str) -> bool:
    """`3.14.10` is item 10 of the numbered list in section 3.14."""
    section, item = re.findall(r"^(\w+(?:\.\d+)?)\.?(\d*)$", citation)[0]
    if not item:
        return section in SECTIONS | REGISTER
    _, _, rest = BOOK.partition(f"\n### {section} ")
    return f"\n{item}. " in rest.partition("\n### ")[0]


def sources() -> Iterator[Path]:
    for folder in FOLDERS:
        for suffix in ("py", "html", "css", "js"):
            yield from (ROOT / folder).rglob(f"*.{suffix}")


def test_the_code_cites_only_what_stands_in_the_rule_book() -> None:
    missing = [
        f"{path.relative_to(ROOT)}: {citation}"
        for path in sources()
        if path != Path(__file__)
        for comment in comments(path)
        for citation in citations(comment)
        if not stands_in_the_book(citation)
    ]
    assert missing == []


def test_the_code_cites_only_what_stands_in_the_design() -> None:
    design = (ROOT / "docs" / "design.md").read_text("utf-8")
    found = [
        section
        for path in sources()
        for comment in comments(path)
        for section in re.findall(r"design\.md (\d+)", comment)
    ]
    assert found
    assert [section for section in found if f"\n## {section}. " not in design] == []


@pytest.mark.parametrize("kind", ["py", "css", "js"])
def test_there_are_comments_to_look_at(kind: str) -> None:
    assert any(comments(path) for path in sources() if path.suffix == f".{kind}")


def test_a_citation_is_found_however_it_is_written() -> None:
    comment = "Of the dead (rules.md 3.4, C8); a Red Room (3.11) has none: H3a and rules.md 3.14.10"
    assert citations(comment) == ["3.4", "C8", "H3a", "3.14.10", "3.11"]


@pytest.mark.parametrize("citation", ["3.15", "C39", "H3b", "11", "3.14.15", "S0"])
def test_what_nobody_wrote_is_missed(citation: str) -> None:
    assert not stands_in_the_book(citation)


@pytest.mark.parametrize("citation", ["3.15", "C99"])
def test_a_docstring_that_cites_it_would_be_found(tmp_path: Path, citation: str) -> None:
    path = tmp_path / "party.py"
    path.write_text(f'"""The lead goes on (rules.md {citation})."""\n')
    assert citations(comments(path)[0]) == [citation]


def in_words(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_the_options_of_every_game_are_those_of_the_book() -> None:
    written = {
        name: (default, *others.split("|"))
        for name, default, others in OPTION.findall(BOOK.replace("\\|", "|"))
    }
    chosen = {
        name: ("()", "cards") if option.many else tuple(map(in_words, option.allowed))
        for game in GAMES.values()
        for name, option in game.options.items()
    }
    assert written == chosen


def test_every_option_in_the_register_is_one_of_a_game() -> None:
    named = {
        name
        for line in re.findall(r"^\| [CSRHK]\d+a? \|.*", BOOK, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", line.split(" | ")[-1])
    }
    assert named == {name for game in GAMES.values() for name in game.options}


def test_the_table_of_shiphead_is_that_of_the_recorded_games() -> None:
    matrix = json.loads((ROOT / "tests" / "traces" / "shiphead-matrix.json").read_text())
    rows = re.findall(r"^\| (none|\[\w\]|<\w>) ((?:\| x? ?){13})\|$", BOOK, re.MULTILINE)
    written = {name: [int("x" in cell) for cell in row.split("|")[1:]] for name, row in rows}
    written["empty"] = written.pop("none")
    assert written == matrix["rows"]


def test_the_cards_return_as_the_book_says() -> None:
    table = BOOK.partition("### 3.10 ")[2].partition("### ")[0]
    rows = dict(re.findall(r"^\| (\d+) \|(.*)\|$", table, re.MULTILINE))
    written = {int(floor): set(re.findall(r"`(\w+)`", cards)) for floor, cards in rows.items()}
    assert written == {floor: set(returning(floor)) for floor in (5, 10, 15, 20, 25, 30)}
