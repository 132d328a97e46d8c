"""The rules need the standard library and themselves, nothing else (design.md 2)."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import resolve_name
from pathlib import Path

import pytest

from tracker.rules.games import GAMES

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "tracker" / "rules").rglob("*.py"))

IMPORT_ALL = """
import importlib, pkgutil, sys
sys.path.insert(0, sys.argv[1])
import tracker.rules
for module in pkgutil.walk_packages(tracker.rules.__path__, "tracker.rules."):
    importlib.import_module(module.name)
print(*(name for name in sys.modules if name.startswith(("tracker", "django"))))
"""

PLAY_ALL = """
import random, sys
sys.path.insert(0, sys.argv[1])
from tracker.rules.games import GAMES
chance = random.Random(5)
shuffle = lambda cards: chance.sample(cards, len(cards))
for game in GAMES.values():
    state = game.setup({}, game.seats[0], shuffle(game.pack(game.chosen({}))), shuffle)
    for _ in range(500):
        for seat in game.to_act(state)[:1]:
            decision = chance.choice(game.decisions(state, seat))
            state = game.apply(state, seat, decision, shuffle)
    print(game.key)
"""


def imported_by(module: Path) -> Iterator[str]:
    package = ".".join(module.relative_to(ROOT).parent.parts)
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = resolve_name("." * node.level + (node.module or ""), package)
            yield from (f"{source}.{alias.name}" for alias in node.names)


def is_pure(name: str) -> bool:
    return name.split(".")[0] in sys.stdlib_module_names or f"{name}.".startswith("tracker.rules.")


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.relative_to(ROOT)))
def test_a_rules_module_imports_only_the_standard_library_and_rules(module: Path) -> None:
    assert [name for name in imported_by(module) if not is_pure(name)] == []


def bare(script: str) -> list[str]:
    """The words a script prints in an interpreter with the standard library and nothing else."""
    ran = subprocess.run(
        [sys.executable, "-S", "-I", "-c", script, str(ROOT)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.split()


def test_a_bare_interpreter_can_import_every_rules_module() -> None:
    loaded = {*bare(IMPORT_ALL)} - {"tracker"}
    assert len(loaded) == len(MODULES)
    assert all(is_pure(name) for name in loaded)


def test_a_bare_interpreter_can_play_every_game() -> None:
    assert bare(PLAY_ALL) == [*GAMES]


def test_the_rules_know_neither_chance_nor_the_clock() -> None:
    imported = {name.split(".")[0] for module in MODULES for name in imported_by(module)}
    assert not imported & {"random", "secrets", "time", "datetime", "os", "uuid"}


def test_no_game_imports_another() -> None:
    folder = "tracker/rules/games/"
    places = {type(game).__module__.split(".")[3] for game in GAMES.values()}
    assert len(places) == len(GAMES)
    for module in MODULES:
        place = module.relative_to(ROOT).as_posix().removeprefix(folder).split("/")[0]
        others = tuple(f"tracker.rules.games.{other}." for other in places - {Path(place).stem})
        if module.is_relative_to(ROOT / folder) and place != "__init__.py":  # it lists them
            assert [name for name in imported_by(module) if name.startswith(others)] == []


FEW = {
    "solved.solved_deals": "one answer",
    "puzzles.all_puzzles": "one answer",
    "puzzles.by_difficulty": "one answer",
    "protocol._field_types": "the classes of states",
    "advice.weights.learned": "the files of weights",
    "advice.coop.spot.kind": "the cards",
    "advice.coop.judges._use": "the weapons and their limits",
    "advice.rascal.acts": "arms and cards: some ten thousand at most",
}
"""Remembered without a limit, as there are so few things to ask about."""


def test_what_is_remembered_has_a_limit() -> None:
    """Rooms of trials are endless: their caches took 100 MB after 225 answers on Rascal."""
    unlimited = set()
    for path in MODULES:
        module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for name, each in vars(module).items():
            own = getattr(each, "__module__", "") == module.__name__
            if own and hasattr(each, "cache_parameters") and not each.cache_parameters()["maxsize"]:
                unlimited.add(f"{module.__name__}.{name}".removeprefix("tracker.rules."))
    assert unlimited == {*FEW}
