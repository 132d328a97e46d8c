"""`run.py` sets up what is missing, and nothing twice."""

import importlib.util
import os
import shutil
import sys
from pathlib import Path

import pytest

import run

Commands = list[tuple[str, ...]]


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> Commands:
    """What would have been run, each with success."""
    kept: Commands = []

    def record(*command: object, **variables: str) -> int:
        kept.append((*map(str, command), *variables.values()))
        return 0

    monkeypatch.setattr(run, "run", record)
    return kept


@pytest.fixture
def venv(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A place for a venv, with a Python in it."""
    monkeypatch.setattr(run, "VENV", tmp_path)
    monkeypatch.setattr(run, "PYTHON", tmp_path / "python")
    (tmp_path / "python").touch()
    return tmp_path


def test_further_arguments_go_to_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(run, "install", lambda *names: None)
    monkeypatch.setattr(os, "execv", lambda path, command: started.append(command[2:]))
    run.main(["--port", "8001"])
    assert started == [["serve", "--port", "8001"]]


@pytest.mark.parametrize(("argument", "variable"), [(["--https"], "0"), ([], "own")])
def test_https_needs_more_packages(
    monkeypatch: pytest.MonkeyPatch, argument: list[str], variable: str
) -> None:
    installed: list[str] = []
    monkeypatch.setattr(run, "install", lambda *names: installed.extend(names))
    monkeypatch.setattr(os, "execv", lambda path, command: None)
    monkeypatch.setenv("HTTPS", variable)
    run.main(argument)
    assert installed == [run.RUNTIME, run.HTTPS]


def test_requirements_are_installed_once(commands: Commands, venv: Path) -> None:
    run.install(run.RUNTIME)
    assert [command[:3] for command in commands][-1] == (str(run.PYTHON), "-m", "pip")
    commands.clear()
    run.install(run.RUNTIME)
    assert commands == []


def test_changed_requirements_are_installed_again(commands: Commands, venv: Path) -> None:
    run.install(run.RUNTIME, run.TOOLS)
    (venv / run.TOOLS).write_text("pytest==1")
    commands.clear()
    run.install(run.RUNTIME, run.TOOLS)
    assert [command[1:3] for command in commands] == [("-m", "pip")]


def test_a_venv_left_half_made_is_made_again(commands: Commands, venv: Path) -> None:
    run.install(run.RUNTIME)
    assert commands[0][:4] == (sys.executable, "-m", "venv", "--clear")


def test_a_missing_venv_module_is_named_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="apt install python3-venv"):
        run.make_venv()


def test_arguments_choose_the_tests_of_both_databases(commands: Commands) -> None:
    assert run.run_tests(["-k", "undo"]) == 0
    assert [command[3:] for command in commands] == [
        ("-k", "undo", "sqlite"),
        ("-k", "undo", "postgresql"),
    ]


@pytest.mark.parametrize(
    ("arguments", "codes", "expected"),
    [
        ([], [0, 0], 0),
        ([], [1, 0], 1),
        ([], [0, 1], 1),
        ([], [0, run.NO_TESTS], run.NO_TESTS),
        (["-k", "undo"], [0, run.NO_TESTS], 0),
        (["-k", "undo"], [run.NO_TESTS, 1], 1),
        (["-k", "undo"], [run.NO_TESTS, run.NO_TESTS], run.NO_TESTS),
    ],
)
def test_a_failure_on_either_database_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], codes: list[int], expected: int
) -> None:
    answers = iter(codes)
    monkeypatch.setattr(run, "run", lambda *command, **variables: next(answers))
    assert run.run_tests(arguments) == expected


def test_a_failed_check_ends_with_its_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "run", lambda *command, **variables: 3)
    with pytest.raises(SystemExit) as ended:
        run.check()
    assert ended.value.code == 3


def test_the_browser_that_is_there_is_taken(
    monkeypatch: pytest.MonkeyPatch, commands: Commands
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    run.find_browser()
    assert commands == []


def test_without_a_browser_playwright_fetches_its_own(
    monkeypatch: pytest.MonkeyPatch, commands: Commands
) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    run.find_browser()
    assert [command[1:] for command in commands] == [("-m", "playwright", "install", "chromium")]
