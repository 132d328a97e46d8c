"""`manage.py play` as people start it: in terminals of all kinds, through pipes, with bad input."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from scoundrel_web.management.commands.play import house_rules, seated
from tests.servers import ROOT, production
from tests.terminal.terminals import CTRL_C, CTRL_D, PROMPT, terminal
from tracker.rules.games import GAMES
from tracker.terminal.paper import paper_for, width
from tracker.terminal.records import FILE_NAME, finished, record_lines

at_a_terminal = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminals")


@at_a_terminal
def test_at_a_terminal_cards_have_colours_and_every_line_fits(tmp_path: Path) -> None:
    with terminal(tmp_path, ["solo", "--seed", "lantern"]) as here:
        first = here.until(PROMPT)
        assert "\x1b[31;1m10  " in first
        assert "♦" in first
        here.type("?\n")
        assert "Advice: " in here.until(PROMPT)
        here.type("seven\n")
        assert "That isn’t a choice." in here.until(PROMPT)
        here.type("1\n")
        assert "1 of 3 taken" in here.until(PROMPT)
        here.type(CTRL_D)
        assert here.end() == 0
    assert "--seed lantern" in here.printed
    assert [line for line in here.printed.split("\r\n") if width(line) > 60] == []


@at_a_terminal
def test_ctrl_c_leaves_a_dumb_terminal_cleanly(tmp_path: Path) -> None:
    two = ["shiphead", "--people", "2"]
    with terminal(tmp_path, two, TERM="dumb", PYTHONIOENCODING="ascii") as here:
        here.until("nobody else is looking. $")
        here.type("\n")
        here.until(PROMPT)
        here.type(CTRL_C)
        assert here.end() == 0
    assert "Traceback" not in here.printed
    assert here.printed.isascii()
    assert "\x1b" not in here.printed
    assert not (tmp_path / FILE_NAME).exists()


def test_through_pipes_a_game_is_played_to_its_end(tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "play", "solo", "--seed", "tide"]
    typed = b"\xff\xfe\n" + b"2\n1\n" * 30
    env = production(VAR_DIR=str(tmp_path))
    done = subprocess.run(command, cwd=ROOT, env=env, input=typed, capture_output=True)
    printed = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert "That isn’t a choice." in printed
    assert "\x1b" not in printed
    assert "Solo Scoundrel: 1 game" in printed


Run = Callable[..., str]


@pytest.fixture
def run(
    tmp_path: Path,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    """Runs the command and returns what it prints when this is typed."""
    settings.VAR_DIR = tmp_path

    def printed(typed: str, *arguments: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        call_command("play", *arguments)
        return capsys.readouterr().out

    return printed


def test_a_finished_game_is_kept_with_all_that_was_decided(run: Run, tmp_path: Path) -> None:
    run("1\n" * 60, "solo", "--seed", "tide", "--names", "Mara")
    (kept,) = map(json.loads, (tmp_path / FILE_NAME).read_text().splitlines())
    assert kept["outcome"] == "lost"
    assert len(kept["log"]) == kept["revision"]
    assert "Mara: 0 won, 1 lost" in run("", "solo", "--records")
    assert "No finished games of it yet" in run("", "castle", "--records")


def test_who_reads_no_further_ends_it_without_a_word(tmp_path: Path) -> None:
    command = f"{sys.executable} -m tools.programs solo --games 5000 < /dev/zero | head -c 300"
    done = subprocess.run(
        ["sh", "-c", command], cwd=ROOT, env=production(), capture_output=True, timeout=120
    )
    assert done.stderr == b""
    assert done.stdout.startswith(b'{"game":"solo"')


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["poker"], "invalid choice"),
        (["solo", "--people", "0"], "a number from 1 to 4"),
        (["solo", "--people", "2"], "Solo Scoundrel is for 1 players"),
        (["solo", "--seed", "Ä"], "a deal is named by"),
        (["solo", "--option", "skip=never"], "allowed: bottom, reshuffle"),
        (["solo", "--option", "gold=1"], "has no option 'gold'"),
        (["castle", "--computers", "godlike"], "there are: easy, medium, strong"),
        (["coop", "--computers", "medium", "medium", "medium", "medium"], "1, 2, 3, 4 players"),
        (["coop", "--names", "Mara", "Odo"], "there are 2 names; say how many play: --people 2"),
        (["coop", "--names", "\x1b[2J"], "characters that can be printed"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError, match=said):
        call_command("play", *arguments)


def test_house_rules_are_read_as_their_options_are() -> None:
    rules = house_rules(GAMES["rascal"], ["knife=false", "removed=2c,3c"])
    assert rules == {"knife": False, "removed": ("2c", "3c")}


def test_if_nobody_says_the_seats_that_a_game_needs_are_computers() -> None:
    assert [side.level for side in seated(GAMES["castle"], 1, None, [])] == ["", "medium"]
    assert [side.level for side in seated(GAMES["coop"], 3, None, ["Mara"])] == ["", "", ""]


def test_broken_lines_of_the_records_are_passed_over(run: Run, tmp_path: Path) -> None:
    run("1\n" * 60, "solo", "--seed", "tide")
    file = tmp_path / FILE_NAME
    file.write_text(f"{{\nnull\n[1]\n\x00\n{'[' * 9000}\n" + file.read_text() + '{"game": "solo"}')
    assert len(finished(tmp_path)) == 1
    assert len([*record_lines(finished(tmp_path))]) == 2
    run("1\n" * 60, "solo", "--seed", "tide")
    assert len(finished(tmp_path)) == 2


@pytest.mark.parametrize("value", [None, -1, "x", [], [[]], {}, "2026-05-01", "9999-12-31T23:00Z"])
def test_a_game_of_which_any_part_was_edited_harms_no_records(
    run: Run, tmp_path: Path, value: object
) -> None:
    file = tmp_path / FILE_NAME
    for game in (["solo"], ["coop", "--people", "2"], ["castle", "--people", "2"]):
        file.unlink(missing_ok=True)
        run("1\n" * 900, *game, "--seed", "tide")
        whole = json.loads(file.read_text())
        for name in whole:
            file.write_text(json.dumps(whole | {name: value}) + "\n" + json.dumps(whole) + "\n")
            assert "Records" in run("", game[0], "--records")


def test_lines_of_earlier_versions_count(run: Run, tmp_path: Path) -> None:
    run("1\n" * 60, "solo", "--seed", "tide", "--names", "Mara")
    file = tmp_path / FILE_NAME
    line = json.loads(file.read_text())
    del line["seconds"], line["prefix_count"]
    file.write_text(json.dumps(line) + "\n")
    (match,) = finished(tmp_path)
    assert (match.names, match.seconds) == (("Mara",), 0)


def test_records_that_cannot_be_kept_take_no_game_away(run: Run, tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    printed = run("1\n" * 60, "solo", "--seed", "tide")
    assert "Cannot save the records: Is a directory" in printed


def test_who_wants_no_colours_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.terminal.paper.supports_color", lambda: True)
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: True)
    assert paper_for(stream, {}).colours
    assert not paper_for(stream, {"NO_COLOR": "1"}).colours
    assert not paper_for(stream, {"TERM": "dumb"}).live
