"""A backup is one moment of everything, and comes back whole or not at all."""

from __future__ import annotations

import gzip
import json
import re
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from tests.servers import manage
from tracker import models
from tracker.rules.table.room.changes import replay
from tracker.rules.table.state.party import Party, new_party
from tracker.services.backup import COLUMNS, KIND
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.record import Envelope, party_record
from tracker.services.party.saves import ListedSave, newest_saves
from tracker.services.writing import PASSING

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

START = new_party(("Mara", "Odo"), "The Low Lantern")
TEXTS = ("hp:0:-1", "weapon:1:8:Kc“ü”", "floor:+1", "hp:1:+1", "save:Lantern")


@pytest.fixture
def code() -> str:
    return party_create(state=START)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "parties.gz"


def play(code: str, *texts: str) -> None:
    party_record(code=code, commands=[Envelope(text) for text in texts])


def log(code: str) -> list[tuple[object, ...]]:
    entries = models.Entry.objects.filter(party__code=code).order_by("number")
    return list(entries.values_list("number", "key", "text", "changes", "created"))


def saves_of(code: str) -> list[ListedSave]:
    return newest_saves(party_table(code), 1000)


def fold(code: str) -> Party:
    state = START
    entries = models.Entry.objects.filter(party__code=code).order_by("number")
    for changes in entries.values_list("changes", flat=True):
        state = replay(state, changes)
    return state


@contextmanager
def evening(*codes: str) -> Iterator[None]:
    """Somebody plays on at each table meanwhile."""
    over = threading.Event()

    def table(code: str) -> None:
        while not over.is_set():
            with suppress(*PASSING):  # a phone whose turn does not come tries again, too
                play(code, *TEXTS)
        connections.close_all()

    threads = [threading.Thread(target=table, args=[code]) for code in codes]
    for thread in threads:
        thread.start()
    yield
    over.set()
    for thread in threads:
        thread.join()


def wait_for(code: str, revision: int) -> None:
    while party_table(code).revision < revision:
        pass


def test_a_backup_under_load_is_a_prefix_of_every_log(file: Path) -> None:
    codes = [party_create(state=START) for _ in range(3)]
    with evening(*codes, codes[0]):
        wait_for(codes[0], 30)
        call_command("backup", file)
        wait_for(codes[0], party_table(codes[0]).revision + 30)
    later = {code: log(code) for code in codes}
    call_command("restore", file, "--replace")
    for code in codes:
        kept = log(code)
        assert kept == later[code][: len(kept)] != later[code]
        assert (party_table(code).state, party_table(code).revision) == (fold(code), len(kept))
        assert len(saves_of(code)) == sum(line[2] in TEXTS[2::2] for line in kept)


def test_what_comes_back_is_what_was_there(code: str, file: Path) -> None:
    play(code, *TEXTS, "undo:2")
    before = party_table(code)
    lines, saves, watched = log(code), saves_of(code), party_table(code).watch_code
    call_command("backup", file)
    play(code, "hp:0:=3", "undo:1")
    call_command("restore", file, "--replace")
    assert party_table(code) == before
    assert (log(code), saves_of(code), party_table(code).watch_code) == (lines, saves, watched)


def test_the_table_goes_on_after_a_restore(code: str, file: Path) -> None:
    play(code, *TEXTS)
    call_command("backup", file)
    call_command("restore", file, "--replace")
    play(code, "hp:0:-1", "undo:1", "save:After")
    assert party_table(code).revision == 8
    assert party_create(state=START) != code


def test_parties_that_are_here_are_not_written_over(code: str, file: Path) -> None:
    call_command("backup", file)
    play(code, "hp:0:-1")
    with pytest.raises(CommandError, match="There are parties here already. Nothing has been"):
        call_command("restore", file)
    assert party_table(code).revision == 1


def test_an_empty_site_takes_a_backup_in(code: str, file: Path) -> None:
    call_command("backup", file)
    models.Player.objects.all().delete()
    models.Party.objects.all().delete()
    call_command("restore", file)
    assert party_table(code).state == START


def written(*lines: object) -> bytes:
    return gzip.compress("\n".join(map(json.dumps, lines)).encode())


HEAD = {"kind": KIND, "columns": COLUMNS}
LONE_PLAYER = ["tracker_player", 1, 7, 0, "Mara", 20, "", "", "", ""]


DAMAGED = {
    "empty": b"",
    "not compressed": b"no backup",
    "nothing in it": gzip.compress(b""),
    "no JSON": gzip.compress(b"no backup\n"),
    "no head": written([]),
    "an exported party": written({"kind": "scoundrel-tracker-party"}),
    "unknown column": written({"kind": KIND, "columns": {**COLUMNS, "tracker_save": ["mood"]}}),
    "unknown table": written(HEAD, ["sqlite_master", 1]),
    "half a row": written(HEAD, ["tracker_party", 1]),
    "player of no party": written(HEAD, LONE_PLAYER),
    "cut off": written(HEAD)[:-9],
}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk at hand")
def test_on_a_full_disk_no_half_file_is_left(code: str, tmp_path: Path) -> None:
    (tmp_path / "parties.gz.part").symlink_to("/dev/full")
    with pytest.raises(CommandError, match="Cannot write .*: No space left on device"):
        call_command("backup", tmp_path / "parties.gz")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_a_file_that_is_no_whole_backup_changes_nothing(
    code: str, file: Path, content: bytes
) -> None:
    file.write_bytes(content)
    with pytest.raises(CommandError, match="cannot be restored: .* Nothing has been changed."):
        call_command("restore", file, "--replace")
    assert party_table(code).state == START


Lines = list[Any]
TABLE = "tracker_{}".format


def put(table: str, column: str, value: object) -> Callable[[Lines], Lines]:
    """The lines of a backup with another value in each row of a table."""

    def edited(lines: Lines) -> Lines:
        place = COLUMNS[table].index(column) + 1
        rows = (
            [*row[:place], value, *row[place + 1 :]] if row[0] == table else row
            for row in lines[1:]
        )
        return [lines[0], *rows]

    return edited


EDITED: dict[str, Callable[[Lines], Lines]] = {
    "a row less": lambda lines: [*lines[:-2], lines[-1]],
    "a row more": lambda lines: [*lines[:-1], lines[-2], lines[-1]],
    "no end": lambda lines: lines[:-1],
    "more after the end": lambda lines: [*lines, lines[-2]],
    "columns in a list": lambda lines: [{**lines[0], "columns": [*COLUMNS]}, *lines[1:]],
    "a row of nothing": lambda lines: [lines[0], [], *lines[1:]],
    "a row of words": lambda lines: [lines[0], "party", *lines[1:]],
    "a player less": lambda lines: [*lines[:2], *lines[3:-1], ["rows", 13]],
    "markup for a number": put(TABLE("player"), "hp", "<script>"),
    "more health than there is": put(TABLE("player"), "hp", 21),
    "an endless number": put(TABLE("player"), "id", 2**70),
    "a number for a text": put(TABLE("player"), "name", 7),
    "nobody's seat": put(TABLE("party"), "seating", "97"),
    "a lead who is away": put(TABLE("party"), "first", 3),
    "no code": put(TABLE("party"), "code", "x"),
    "no code in the register": put(TABLE("code"), "text", "x"),
    "no day": put(TABLE("party"), "created", "yesterday"),
    "the year 9999": put(TABLE("party"), "updated", "9999-12-31 23:59:59"),
    "a log longer than itself": put(TABLE("party"), "revision", 2),
    "changes of nothing": put(TABLE("entry"), "changes", '["hp"]'),
    "changes without end": put(TABLE("entry"), "changes", "[" * 100_000),
    "a circle of undos": put(TABLE("entry"), "below", 9),
    "neither true nor false": put(TABLE("entry"), "undone", "no"),
    "a save of something else": put(TABLE("save"), "state", '{"a": 1}'),
}


@pytest.mark.parametrize("edited", EDITED.values(), ids=EDITED)
def test_a_file_that_was_edited_is_refused_in_one_line(
    code: str, file: Path, edited: Callable[[Lines], Lines]
) -> None:
    play(code, *TEXTS)
    call_command("backup", file)
    lines = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]
    file.write_bytes(written(*edited(lines)))
    with pytest.raises(CommandError) as refused:
        call_command("restore", file, "--replace")
    told = r".* cannot be restored: .{1,200}\. Nothing has been changed\."
    assert re.fullmatch(told, str(refused.value))
    assert party_table(code).revision == 5


@pytest.mark.parametrize("edited", EDITED.values(), ids=EDITED)
def test_every_edit_changes_something(edited: Callable[[Lines], Lines]) -> None:
    """None of them is refused for what the file was before."""
    rows = [[table, *names] for table, names in COLUMNS.items()]
    lines = [{"columns": COLUMNS}, *rows, ["rows", len(rows)]]
    assert edited(lines) != lines


def test_what_no_database_can_hold_is_cleaned(code: str, file: Path) -> None:
    """SQLite took it in once; PostgreSQL would refuse the whole file."""
    play(code, "hp:0:-1")
    call_command("backup", file)
    lines = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]
    file.write_bytes(written(*put(TABLE("entry"), "text", "new:\0\ud800")(lines)))
    call_command("restore", file, "--replace")
    assert [line[2] for line in log(code)] == ["new:\ufffd\ufffd"]


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be restored: .*No such file"):
        call_command("restore", tmp_path / "gone.gz")


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="Cannot write .*: No such file or directory"):
        call_command("backup", tmp_path / "gone" / "parties.gz")


@pytest.mark.parametrize("name", ["", "folder"])
def test_in_the_place_of_a_folder_no_backup_is_left(
    code: str, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match="Cannot write"):
        call_command("backup", Path(name))
    assert [*tmp_path.iterdir()] == [tmp_path / "folder"]


def test_a_database_that_cannot_be_read_is_told_in_a_line(tmp_path: Path) -> None:
    done = manage("backup", str(tmp_path / "parties.gz"), VAR_DIR=str(tmp_path), DATABASE_URL="")
    assert done.stderr == "CommandError: Cannot use the database: no such table: tracker_party\n"


def test_either_database_reads_what_the_other_wrote(file: Path) -> None:
    moment = "2026-11-20 18:30:00.123456"
    texts = ["abcdefghjkmnp", "pnmkjhgfedcba", "Low Lantern", "01"]
    change = '{"players.0.hp": [20, 19]}'
    cards = ["coop", "", "count", "", "", 0, 0, False, False, 0, "", ""]
    own = [False, "Gold", "", "", "", "", 7, 0, 0, 0]
    mara = ["Mara", 19, "8:Kc", "", "", "", 0, 0, 0, 0]
    file.write_bytes(
        written(
            HEAD,
            ["tracker_party", 5, *texts, 3, 2, "Kh", "", 0, *cards, *own, "", 1, 0, 1, 0]
            + [0, 0, True, moment, moment],
            *(["tracker_player", n + 1, 5, n, *mara] for n in range(4)),
            ["tracker_entry", 9, 5, 1, "a", "", "hp:0:-1", change, moment]
            + [None, None, False, False, 0, None],
        )
    )
    call_command("restore", file)
    opened = party_table("abcdefghjkmnp")
    assert (opened.state.floor, opened.state.players[0].hp, opened.revision) == (3, 19, 1)
    assert opened.recent[0].created == opened.created
    assert str(opened.created) == f"{moment}+00:00"


def test_a_backup_holds_texts_and_numbers_alone(code: str, file: Path) -> None:
    play(code, *TEXTS)
    call_command("backup", file)
    head, *rows = map(json.loads, gzip.decompress(file.read_bytes()).splitlines())
    assert head["kind"] == KIND
    assert len(rows) == 1 + 4 + 5 + 2 + 2 + 1
    assert rows[-1] == ["rows", 14]
    assert {type(value) for row in rows for value in row} <= {int, str, bool, type(None)}


def test_only_this_user_may_read_it(code: str, file: Path) -> None:
    call_command("backup", file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["parties.gz"]
