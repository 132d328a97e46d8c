"""The rules need the standard library and themselves, nothing else (design.md 2)."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path

import pytest

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


def test_a_bare_interpreter_can_import_every_rules_module() -> None:
    bare = subprocess.run(
        [sys.executable, "-S", "-I", "-c", IMPORT_ALL, str(ROOT)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert bare.returncode == 0, bare.stderr
    loaded = set(bare.stdout.split()) - {"tracker"}
    assert len(loaded) == len(MODULES)
    assert all(is_pure(name) for name in loaded)
