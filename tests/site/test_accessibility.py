"""The table of docs/accessibility.md: each criterion once, each test that holds one is there."""

from __future__ import annotations

import ast
import re
from itertools import pairwise

import pytest
from django.test import Client

from tests.contrast import contrast
from tests.servers import ROOT

A = """
1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1
2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2
"""
AA = """
1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11
2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3
"""
"""The criteria of WCAG 2.2 by their levels."""
ROW = re.compile(r"^\| ([\d.]+) \| ([^|]+) \| (A+) \| ([^|]+) \|$", re.MULTILINE)
NAMED = re.compile(r"`([\w/]+\.py)::(\w+)`")
THEME = re.compile(r"--(\w+): var\(--night, (\S+)\) var\(--day, (\S+)\);")
ENOUGH = 3  # 1.4.11
GROUNDS = ("panel", "panel2", "pad", "bg")
DRAWN = ("ink", "dim", "faint", "s1", "s2", "s3", "s4", "ember", "blood", "leaf")


def rows() -> list[tuple[str, str, str, str]]:
    return ROW.findall((ROOT / "docs" / "accessibility.md").read_text("utf-8"))


def functions(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def texts(*patterns: str) -> str:
    files = sorted(path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file())
    assert files
    return "\n".join(file.read_text("utf-8") for file in files)


def test_the_table_has_each_criterion_once_and_in_order() -> None:
    numbers = [tuple(map(int, number.split("."))) for number, *_rest in rows()]
    assert len(numbers) == 55
    assert all(one < other for one, other in pairwise(numbers))
    assert {number: level for number, _name, level, _held in rows()} == (
        dict.fromkeys(A.split(), "A") | dict.fromkeys(AA.split(), "AA")
    )


def test_every_test_it_names_is_there() -> None:
    named = [found for *_criterion, held in rows() for found in NAMED.findall(held)]
    assert len(named) > 50
    assert [f"{file}::{name}" for file, name in named if name not in functions(file)] == []


def test_lines_and_signs_stand_out_from_every_ground() -> None:
    """1.4.11, by night and by day: the edge of a box, the crest of a seat, the signs in text."""
    theme = (ROOT / "static" / "css" / "base" / "theme.css").read_text("utf-8")
    colours = {name: hues for name, *hues in THEME.findall(theme)}
    faint = [
        (name, ground, at)
        for name in DRAWN
        for ground in GROUNDS
        for at in (0, 1)
        if contrast(channels(colours[name][at]), channels(colours[ground][at])) < ENOUGH
    ]
    assert faint == []


def channels(colour: str) -> list[int]:
    return [*bytes.fromhex(colour.removeprefix("#"))]


@pytest.mark.parametrize("page", ["/", "/new", "/rules/", "/rules/coop", "/keys", "/play/"])
@pytest.mark.django_db
def test_help_stands_in_one_place(client: Client, page: str) -> None:
    """3.2.6: the last link of every page that has a foot."""
    links = re.findall(r'<a [^>]*href="([^"]+)"', client.get(page).content.decode())
    assert links[-1] == "/about"


@pytest.mark.django_db
def test_another_language_says_so(client: Client) -> None:
    """3.1.2: a name in the list of languages."""
    page = client.get("/").content.decode()
    languages = re.findall(r'value="([\w-]+)" lang="([\w-]+)"', page)
    assert languages
    assert [pair for pair in languages if pair[0] != pair[1]] == []


def test_no_page_plays_sound_or_film() -> None:
    """1.2: none is there."""
    assert re.findall(r"<(?:audio|video|object|embed|iframe)\b", texts("templates/**/*.html")) == []
    assert re.findall(r"\b(?:Audio|AudioContext)\(", texts("static/js/**/*.js")) == []


def test_nothing_waits_for_a_pointer_to_hover() -> None:
    """1.4.13."""
    assert ":hover" not in texts("static/css/**/*.css")
    assert not re.findall(r"mouseover|mouseenter|pointerenter", texts("static/js/**/*.js"))


def test_no_script_asks_for_a_drag_or_a_shake() -> None:
    """2.5.4 and 2.5.7."""
    asked = re.compile(r"drag(?:start|over)|draggable|device(?:motion|orientation)")
    assert asked.findall(texts("static/js/**/*.js", "templates/**/*.html")) == []


def test_nobody_is_asked_for_a_password() -> None:
    """3.3.8."""
    assert not re.findall(
        r"type=.password|PasswordInput", texts("templates/**/*", "tracker/**/*.py")
    )


def test_a_choice_that_sends_says_so_before() -> None:
    """3.2.2: one does, the last card of a room that is entered."""
    scripts = (ROOT / "static" / "js").rglob("*.js")
    sends = [path.name for path in scripts if "requestSubmit" in path.read_text("utf-8")]
    assert sends == ["open_sheet.js"]
    assert "Tap the last card to enter them all." in texts("templates/party/cards/card_picker.html")
    assert not re.findall(r'hx-trigger="[^"]*change', texts("templates/**/*.html"))
