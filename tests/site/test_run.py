"""`run.py` sets up what is missing, and nothing twice; tried on a project of three lines."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import run
from tests.servers import ROOT

MANAGE = "import sys; print('Running', *sys.argv[1:])\n"
SCRIPT = '#!/bin/sh\necho "$(basename "$0") $*" >> {log}\n'


class Project:
    """A clone of a project that needs no package at all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.venv = folder / ".venv"
        shutil.copy(run.__file__, folder)
        (folder / "manage.py").write_text(MANAGE)
        for name in (run.RUNTIME, run.HTTPS, run.TOOLS):
            (folder / name).write_text(f"# {name}\n")

    def run(self, *arguments: str, **variables: str) -> list[str]:
        """Runs run.py and returns what it printed, a line each."""
        command = [sys.executable, str(self.folder / "run.py"), *arguments]
        environment = {**os.environ, "HTTPS": "0", **variables}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    project = Project(tmp_path_factory.mktemp("project"))
    assert project.run("--port", "8001") == [
        f"Making {project.venv}",
        "Installing requirements.lock",
        "Running serve --port 8001",
    ]
    return project


@pytest.mark.thorough
def test_requirements_are_installed_once(project: Project) -> None:
    assert project.run() == ["Running serve"]


@pytest.mark.thorough
@pytest.mark.parametrize(("arguments", "variable"), [(["--https"], "0"), ([], "own"), ([], "Own")])
def test_https_needs_more_packages(project: Project, arguments: list[str], variable: str) -> None:
    (project.venv / run.HTTPS).unlink(missing_ok=True)
    assert project.run(*arguments, HTTPS=variable) == [
        "Installing requirements.lock and requirements-https.lock",
        " ".join(["Running serve", *arguments]),
    ]


@pytest.mark.thorough
def test_changed_requirements_are_installed_again(project: Project) -> None:
    (project.folder / run.RUNTIME).write_text("# another\n")
    assert project.run() == ["Installing requirements.lock", "Running serve"]


@pytest.mark.thorough
def test_a_venv_left_half_made_is_made_again(project: Project) -> None:
    (project.venv / run.RUNTIME).unlink()
    assert project.run()[0] == f"Making {project.venv}"


def test_programs_keep_what_they_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert run.run(sys.executable, "-c", "import sys; sys.exit(sys.dont_write_bytecode)") == 0


def test_a_missing_venv_module_is_named_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="apt install python3-venv"):
        run.make_venv()


@pytest.mark.parametrize(
    ("codes", "chosen", "expected"),
    [
        ([0, 0], False, 0),
        ([1, 0], False, 1),
        ([0, 3], False, 3),
        ([0, run.NO_TESTS], False, run.NO_TESTS),
        ([0, run.NO_TESTS], True, 0),
        ([run.NO_TESTS, 1], True, 1),
        ([run.NO_TESTS, run.NO_TESTS], True, run.NO_TESTS),
    ],
)
def test_a_failure_on_either_database_is_a_failure(
    codes: list[int], chosen: bool, expected: int
) -> None:
    assert run.outcome(codes, chosen) == expected


ONCE = """
from pathlib import Path

def test_that_fails_once():
    here = Path(__file__).with_suffix(".here")
    tried, _ = here.exists(), here.touch()
    assert tried
"""


def test_no_test_is_tried_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "test_some.py").write_text(ONCE)
    monkeypatch.delenv("DJANGO_SETTINGS_MODULE")
    monkeypatch.setattr(run, "ROOT", tmp_path)
    monkeypatch.setattr(run, "PYTHON", sys.executable)
    monkeypatch.setattr(run, "workers", lambda: 0)
    assert run.run_all("sqlite") == 1


def test_each_run_plays_more_than_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("NIGHTLY", raising=False)
    assert run.choice() == ("-m", "not thorough and not nightly")
    monkeypatch.setenv("CI", "true")
    assert run.choice() == ("-m", "not nightly")
    monkeypatch.setenv("NIGHTLY", "true")
    assert not run.choice()


class Programs:
    """The only ones that can be found, each of which notes how it was called."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.log = folder, folder / "log"
        self.log.touch()
        monkeypatch.setenv("PATH", f"{folder}")
        monkeypatch.delenv("CHROMIUM", raising=False)

    def add(self, name: str) -> Path:
        program = self.folder / name
        program.write_text(SCRIPT.format(log=self.log).replace("basename", shutil_path("basename")))
        program.chmod(0o755)
        return program

    @property
    def calls(self) -> list[str]:
        return self.log.read_text().splitlines()


def shutil_path(name: str) -> str:
    """The path of a program of the system, whatever PATH says."""
    path = shutil.which(name, path=os.defpath)
    assert path
    return path


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    return Programs(tmp_path, monkeypatch)


def test_the_browser_that_is_there_is_taken(programs: Programs) -> None:
    programs.add("apt-get")
    programs.add("google-chrome")
    run.find_browser()
    assert programs.calls == []


def test_debian_installs_a_browser_and_fonts(
    programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    programs.add("apt-get")
    run.find_browser()
    update, install = programs.calls
    assert update == "apt-get update -qq"
    assert {"chromium-headless-shell", "fonts-dejavu-core"} <= set(install.split())


def test_an_older_debian_installs_the_browser_it_has(
    programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    program = programs.add("apt-get")
    program.write_text(program.read_text() + 'case "$*" in *headless-shell*) exit 100; esac\n')
    run.find_browser()
    assert "chromium" in programs.calls[-1].split()


def test_who_may_not_install_has_playwright_fetch_one(
    programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(run, "PYTHON", programs.add("python"))
    programs.add("apt-get")
    run.find_browser()
    assert programs.calls == ["python -m playwright install chromium"]


def test_every_program_that_tests_need_is_missed(
    programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "DEBIAN_FONTS", programs.folder)
    assert run.missing_packages() == [*run.CI_PACKAGES.values(), *run.FONTS.values()]
    programs.add("java")
    assert "default-jre-headless" not in run.missing_packages()


def test_ci_has_what_the_environments_for_learning_need() -> None:
    text = (ROOT / run.MAKERS_REQUIREMENTS).read_text()
    assert {"gymnasium", "numpy", "pettingzoo"} <= {*re.findall(r"^(\w+)==", text, re.MULTILINE)}


def test_tools_of_node_are_installed_once(
    programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = programs.folder / run.NODE_TOOLS
    monkeypatch.setattr(run, "NODE_KEPT", kept)
    run.install_node_tools()
    assert not kept.exists()
    programs.add("npm")
    run.install_node_tools()
    run.install_node_tools()
    assert programs.calls == ["npm ci --silent --no-audit --no-fund"]


@pytest.mark.parametrize(
    ("variables", "order"),
    [
        ({}, (f"--randomly-seed={run.ORDER_SEED}",)),
        ({"NIGHTLY": "true"}, ()),
        ({"ORDER_SEED": "7"}, ("--randomly-seed=7",)),
        ({"NIGHTLY": "true", "ORDER_SEED": "7"}, ("--randomly-seed=7",)),
    ],
)
def test_a_whole_run_has_one_order_by_day_unless_another_is_asked_for(
    variables: dict[str, str], order: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NIGHTLY", "ORDER_SEED"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert run.order() == order
