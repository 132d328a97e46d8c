"""An attribute by which scripts and styles find something never holds a text for something else."""

from __future__ import annotations

import re

from tests.texts import files, name_of

SELECTOR = re.compile(r"\[data-([\w-]+)")
ELEMENT = re.compile(r"<[a-z]+\b(?:{%.*?%}|{{.*?}}|[^<>])*>", re.DOTALL)
TEXT = re.compile(r'\bdata-([\w-]+)="{% (?:block)?translate\b')
BUTTONS = ("<button", "<a", "<input", "<summary")

ONE_FOR_TWO = '<div data-undo="{% translate "Undo" %}" data-lost="{% translate "Off" %}">'


def found_by_selectors() -> set[str]:
    scripts_and_styles = files("static/js/**/*.js", "static/css/**/*.css")
    return {name for path in scripts_and_styles for name in SELECTOR.findall(path.read_text())}


def texts_under_markers(html: str, markers: set[str]) -> set[str]:
    """The markers that hold a text on what is no button itself, so that they mean all within it."""
    elements = (one for one in ELEMENT.findall(html) if not one.startswith(BUTTONS))
    return markers & {name for one in elements for name in TEXT.findall(one)}


def test_no_marker_of_a_button_holds_a_text_of_what_lies_around_it() -> None:
    markers = found_by_selectors()
    assert {"undo", "close", "counter"} <= markers
    templates = {name_of(path): path.read_text() for path in files("templates/**/*.html")}
    found = {name: texts_under_markers(html, markers) for name, html in templates.items()}
    assert not {name: names for name, names in found.items() if names}


def test_a_text_under_a_marker_is_found() -> None:
    assert texts_under_markers(ONE_FOR_TWO, {"undo", "close"}) == {"undo"}
