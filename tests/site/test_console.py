"""A terminal prints in the language of whoever sits there."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from scoundrel_web.management.commands.serve import Command
from tests.unmarked import known
from tools.pseudo import LEFT_TO_RIGHT, OPEN
from tracker.terminal.paper import VARIABLES, own_language


@pytest.fixture(scope="module", autouse=True)
def _one_more_language() -> Iterator[None]:
    with known(LEFT_TO_RIGHT):
        yield


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ({}, "en"),
        ({"LANG": "xx_XX.UTF-8"}, "xx"),
        ({"LANG": "xx"}, "xx"),
        ({"LANG": "xx", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "xx@latin"}, "xx"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "../../etc/passwd"}, "en"),
        ({"LANG": "\u2028 x" * 999}, "en"),
    ],
)
def test_a_terminal_has_the_language_of_its_environment(
    said: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in said.items():
        monkeypatch.setenv(name, value)
    assert own_language() == language


@pytest.mark.parametrize("language", ["en", "xx"])
def test_the_server_says_why_it_does_not_start(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", language)
    with pytest.raises(CommandError) as why:  # that address is nobody's
        call_command("serve", "--host", "203.0.113.7", "--port", "8123")
    assert (OPEN in str(why.value)) == (language == "xx")
    assert "203.0.113.7" in str(why.value)


def test_the_server_says_where_it_is() -> None:
    paper = StringIO()
    with translation.override("xx"):
        Command(stdout=paper).welcome("127.0.0.1", 8000)
    assert paper.getvalue().startswith(OPEN)
    assert "http://127.0.0.1:8000" in paper.getvalue()
