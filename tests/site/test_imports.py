"""Imports point one way, in every module of the product (docs/design.md)."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from graphlib import TopologicalSorter
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
    ("tracker.urls", "tracker.migrations"),
    ("scoundrel_web",),
    ("tools",),
    ("tests",),
    ("bench",),
)
# Inside some floors: a room, and the rooms of the same folder that it may use.
ROOMS = (
    "tracker.rules.table.texts ->",
    "tracker.rules.table.state -> texts",
    "tracker.rules.table.room  -> texts state",
    "tracker.rules.table.verbs -> texts state room",
    "tracker.rules.table.ahead -> texts state room verbs",
    "tracker.boards.party.log   ->",
    "tracker.boards.party.table -> log",
    "tracker.boards.party.cards -> log table",
    "tracker.boards.party.sheet -> table",
    "tracker.boards.party.runs  -> log",
    "tracker.boards.party.pages -> log",
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
    """The number of its floor; None for what is none of ours. A test is one wherever it lies."""
    if name.startswith("tools.") and ".test_" in name:
        name = f"tests.{name}"
    for number, floor in enumerate(FLOORS):
        if f"{name}.".startswith(tuple(f"{part}." for part in floor)):
            return number
    return None


def imported_by(module: Path) -> Iterator[str]:
    """The names that a module imports, also within functions or for types alone."""
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


def rooms() -> dict[str, set[str]]:
    """Each room, and the rooms that it may use besides itself."""
    arrows = {}
    for line in ROOMS:
        room, _, others = (part.strip() for part in line.partition("->"))
        folder = room.rpartition(".")[0]
        arrows[room] = {f"{folder}.{other}" for other in others.split()}
    return arrows


def room_of(name: str) -> str:
    """The room a module stands in, "" for a module of none."""
    return next((room for room in rooms() if f"{name}.".startswith(f"{room}.")), "")


def barred(room: str, imports: Iterable[str]) -> set[str]:
    """The imports that lead to a room of the same folder which this one may not use."""
    folder = room.rpartition(".")[0]
    found = {other: room_of(other) for other in imports}
    inside = {other: there for other, there in found.items() if there.startswith(f"{folder}.")}
    return {other for other, there in inside.items() if there not in {room, *rooms()[room]}}


def test_a_room_uses_only_the_rooms_it_may() -> None:
    faults = {name: barred(room_of(name), imported_by(MODULES[name])) for name in in_rooms()}
    assert {name: fault for name, fault in faults.items() if fault} == {}


def in_rooms() -> list[str]:
    return [name for name in MODULES if room_of(name)]


def test_every_module_of_a_folder_of_rooms_stands_in_one_and_no_arrows_make_a_circle() -> None:
    folders = {room.rpartition(".")[0] for room in rooms()}
    loose = [name for name in MODULES if name.rpartition(".")[0] in folders and not room_of(name)]
    assert loose == []
    assert {room_of(name) for name in in_rooms()} == {*rooms()}
    assert [*TopologicalSorter(rooms()).static_order()]  # CycleError where there is one


def test_the_design_draws_these_floors_and_rooms() -> None:
    picture = (ROOT / "docs" / "design.md").read_text("utf-8").split("```\n")[1]
    drawn = [line.partition("#")[0].rstrip() for line in picture.splitlines()]
    assert drawn == [*("  ".join(floor) for floor in reversed(FLOORS)), "", *ROOMS]


def test_an_import_into_a_room_that_is_barred_would_be_seen() -> None:
    table = "tracker.rules.table"
    wrong, right = f"{table}.verbs.cards.fight", f"{table}.texts.notation.read_weapon"
    assert barred(f"{table}.room", [wrong, right, "tracker.models.Party"]) == {wrong}


def test_a_module_imports_from_its_own_floor_and_those_below() -> None:
    assert [fault for name in MODULES for fault in imported_from_above(name)] == []


def test_every_module_is_on_a_floor_and_every_floor_has_a_module() -> None:
    assert {name for name in MODULES if floor_of(name) is None} <= FREE
    assert {floor_of(name) for name in MODULES} >= {*range(len(FLOORS))}


def test_an_import_that_points_up_would_be_seen(tmp_path: Path) -> None:
    module = tmp_path / "board.py"
    module.write_text("def late():\n    from tracker.views.site import home\n")
    (found,) = imported_by(module)
    assert (floor_of(found) or 0) > (floor_of("tracker.boards.party.table.table") or 0)


# A row is written `models.Party` wherever it is read; the rules and matches have the state itself.
ROWS = {"Party", "Player", "Seat"}
# Django finds these by the module they lie in.
OF_DJANGO = {"Command", "DatabaseWrapper", "Migration"}


def test_a_class_name_stands_for_one_class() -> None:
    found = Counter(
        node.name
        for name, path in MODULES.items()
        if name.startswith(("tracker", "scoundrel_web"))
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    )
    assert {name for name, count in found.items() if count > 1} == ROWS | OF_DJANGO
