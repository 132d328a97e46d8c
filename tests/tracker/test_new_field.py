"""The recipe of CONTRIBUTING.md for a new field and a new command, carried out: poison a player.

In a copy of the tree, with the edits that it names and no others.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import ROOT

COPIED = ("locale", "scoundrel_web", "static", "templates", "tests", "tracker")
FILES = ("manage.py", "run.py", "pyproject.toml", "requirements.lock")

# File, line before, and text.
RECIPE = [
    (
        "tracker/rules/table/state/party.py",
        "LOWEST_HP = -9999",
        """
POISON = Flag(
    label=gettext_noop("{name}’s poison"),
    overwritten=gettext_noop("{name} has been poisoned or cured since. Undo that change first."),
)
""",
    ),
    (
        "tracker/rules/table/state/party.py",
        '    shields: Annotated[str, SHIELDS] = ""',
        "    poisoned: Annotated[bool, POISON] = False\n",
    ),
    (
        "tracker/models.py",
        "    shields = models.TextField(blank=True)",
        "    poisoned = models.BooleanField(db_default=False)\n",
    ),
    (
        "tracker/rules/table/verbs/manual.py",
        "from tracker.rules.words import Malformed, Refused, gettext_noop",
        '''

def poison(party: Party, number: int, _: str) -> Party:
    """One hit point now, and poisoned until cured."""
    return hp(party, number, "-1").with_player(number, poisoned=True)


def cure(party: Party, number: int, _: str) -> Party:
    return party.with_player(number, poisoned=False)
''',
    ),
    (
        "tracker/rules/table/verbs/commands.py",
        "VERBS: dict[str, Verb] = {",
        """    "poison": Verb(of_player=manual.poison, alone=True, wounds=True),
    "cure": Verb(of_player=manual.cure, alone=True),
""",
    ),
    (
        "tracker/boards/party/log/wording.py",
        "WORDS = {",
        """    "poison": (gettext_noop("{name} poisoned"), gettext_noop("{name} is poisoned")),
    "cure": (gettext_noop("{name} cured"), gettext_noop("{name} is cured")),
""",
    ),
]


def with_poison(tree: Path) -> None:
    for name, after, lines in RECIPE:
        path = tree / name
        head, found, tail = path.read_text().rpartition(f"{after}\n")
        assert found, (name, after)
        path.write_text(head + found + lines + tail)


def run(tree: Path, *command: str) -> None:
    settings = {"VAR_DIR": str(tree / "var"), "BACKUP": str(tree / "yesterday.gz")}
    ran = subprocess.run(
        [sys.executable, *command],
        cwd=tree,
        env={**os.environ, **settings, "TEST_DATABASE": "sqlite"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    ignored = shutil.ignore_patterns("__pycache__", "traces", "releases")
    for folder in COPIED:
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    for file in FILES:
        shutil.copy(ROOT / file, tmp_path / file)
    return tmp_path


def test_every_place_of_the_recipe_is_there(tree: Path) -> None:
    with_poison(tree)
    for name in {name for name, _, _ in RECIPE}:
        compile((tree / name).read_text(), name, "exec")


@pytest.mark.thorough
def test_a_player_can_be_poisoned_as_contributing_says(tree: Path) -> None:
    pytest_ = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
    run(tree, *pytest_, "tests/tracker/poison/yesterday.py")
    with_poison(tree)
    run(tree, "manage.py", "makemigrations", "tracker", "--name", "poison")
    run(tree, *pytest_, "tests/tracker/poison/today.py")
    laws = ("tests/tracker/test_fields.py", "tests/tracker/test_lines.py")
    run(tree, *pytest_, *laws, "-k", "players.1.poisoned or words")
