"""Templates read what boards have, and boards have nothing that nobody reads."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cached_property
from types import ModuleType

from django import forms
from django.forms.boundfield import BoundField
from django.template.loader_tags import construct_relative_path

import tracker.boards
import tracker.forms
from tests.servers import ROOT
from tracker.services.party.story import Floor, PlayerStory
from tracker.services.party.table import Table

TAG = re.compile(r"\{[{%](.*?)[%}]\}", re.DOTALL)
OTHER = re.compile(r"""\{% (?:extends|include) "([^"#]+)(?:#\w+)?\"""")
TEXT = re.compile(r"""("|').*?\1""")
PATH = re.compile(r"(?<![\w.|:])[a-z_]\w*(?:\.\w+)+")
TEMPLATES = {
    path.relative_to(ROOT / "templates").as_posix(): path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "templates").rglob("*.html"))
}
CHECKED = [name for name in TEMPLATES if name.startswith(("party/", "match/", "site/", "_"))]
PYTHON = "\n".join(
    path.read_text(encoding="utf-8")
    for folder in ("boards", "forms", "templatetags", "views", "web")
    for path in sorted((ROOT / "tracker" / folder).rglob("*.py"))
)
DOMAIN = (Table, Floor, PlayerStory)
"""Classes of which templates are given instances, besides boards."""
OF_DJANGO = {"super", *dir(BoundField)}


def classes(package: ModuleType) -> Iterator[type]:
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        module = importlib.import_module(found.name)
        for thing in vars(module).values():
            if isinstance(thing, type) and thing.__module__ == module.__name__:
                yield thing


def fields_of(board: type) -> set[str]:
    """The names that instances of it have: fields and what is worked out from them."""
    fields = {field.name for field in dataclasses.fields(board)}
    kinds = (property, cached_property)
    return fields | {name for name, what in vars(board).items() if isinstance(what, kinds)}


BOARDS = {
    f"{board.__module__}.{board.__name__}": fields_of(board)
    for board in classes(tracker.boards)
    if dataclasses.is_dataclass(board)
}


def of_forms() -> set[str]:
    names: set[str] = set()
    for form in classes(tracker.forms):
        names |= {*dir(form)} | {*getattr(form, "__annotations__", {})}
        if issubclass(form, forms.Form):
            names |= {*form.base_fields}
    return names


def read_in(template: str) -> set[str]:
    """Every attribute that a template reads of anything."""
    tags = (TEXT.sub("", tag) for tag in TAG.findall(template))
    paths = (path.split(".") for tag in tags for path in PATH.findall(tag))
    return {name for _, *names in paths for name in names if not name.isdigit()}


def test_templates_read_only_what_there_is() -> None:
    there_is = set[str]().union(*BOARDS.values(), *map(fields_of, DOMAIN)) | of_forms() | OF_DJANGO
    unknown = {name: read_in(TEMPLATES[name]) - there_is for name in CHECKED}
    assert {name: fields for name, fields in unknown.items() if fields} == {}


def test_every_field_of_a_board_is_read() -> None:
    read = set[str]().union(*map(read_in, TEMPLATES.values())) | {*re.findall(r"\.(\w+)", PYTHON)}
    unread = {board: fields - read for board, fields in BOARDS.items()}
    assert {board: fields for board, fields in unread.items() if fields} == {}


def test_an_attribute_that_nobody_has_would_be_seen() -> None:
    template = '{% if board.sede|add:"x.y" == 2 %}{{ board.players.0.name|length }}{% endif %}'
    assert read_in(template) == {"sede", "players", "name"}


def test_every_template_that_another_names_is_there() -> None:
    named = {
        construct_relative_path(name, f'"{other}"').strip('"'): name  # "./" is the folder of `name`
        for name, text in TEMPLATES.items()
        for other in OTHER.findall(text)
    }
    assert len(named) > 60
    assert {other: name for other, name in named.items() if other not in TEMPLATES} == {}
