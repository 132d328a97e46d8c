"""Imports point one way, in every module of the product (docs/design.md)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.servers import ROOT

# From the ground up. What stands on one floor may use that floor and those below it.
FLOORS = (
    ("tracker.rules", "tracker.__version__"),
    ("tracker.models",),
    ("tracker.services",),
    ("tracker.boards",),
    ("tracker.forms", "tracker.web", "tracker.templatetags"),
    ("tracker.views", "tracker.terminal"),
    ("tracker.urls", "tracker.apps", "tracker.management", "tracker.migrations"),
    ("scoundrel_web",),
    ("tools",),
    ("tests",),
    ("bench",),
)
PACKAGES = ("tracker", "scoundrel_web", "tests", "bench", "tools")
FREE = {"tracker"}  # it holds nothing but a version


def name_of(module: Path) -> str:
    parts = module.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {
    name_of(path): path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))
}


def floor_of(name: str) -> int | None:
    """The number of its floor; None for what is none of ours."""
    for number, floor in enumerate(FLOORS):
        if f"{name}.".startswith(tuple(f"{part}." for part in floor)):
            return number
    return None


def imported_by(module: Path) -> Iterator[str]:
    """Also what is imported within functions or for types alone."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports from a relative place"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imported_from_above(name: str) -> Iterator[str]:
    own = floor_of(name)
    for other in imported_by(MODULES[name]):
        floor = floor_of(other)
        if floor is not None and (own is None or floor > own):
            yield f"{name} imports {other}"


def test_a_module_imports_from_its_own_floor_and_those_below() -> None:
    assert [fault for name in MODULES for fault in imported_from_above(name)] == []


def test_every_module_is_on_a_floor_and_every_floor_has_a_module() -> None:
    assert {name for name in MODULES if floor_of(name) is None} <= FREE
    assert {floor_of(name) for name in MODULES} >= {*range(len(FLOORS))}


def test_an_import_that_points_up_would_be_seen(tmp_path: Path) -> None:
    module = tmp_path / "board.py"
    module.write_text("def late():\n    from tracker.views.site import home\n")
    (found,) = imported_by(module)
    assert (floor_of(found) or 0) > (floor_of("tracker.boards.party.table") or 0)
