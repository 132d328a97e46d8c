"""Many phones at the same moment: every tap counts once, and nobody is turned away."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

import pytest
from django.db import connection, connections

from tests.servers import ROOT
from tracker import models
from tracker.rules.table.room.changes import replay
from tracker.rules.table.state.party import Party, new_party
from tracker.services.party.parties import open_ledger, party_create, party_table
from tracker.services.party.record import Envelope, party_record
from tracker.services.party.runs import runs_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

START = new_party(("Mara", "Odo", "Pell", "Rook"))


WRITER = """
import sys, django
django.setup()
from tracker.services.party.record import party_record
from tracker.services.party.record import Envelope
print("ready", flush=True)
sys.stdin.readline()
for _ in range(10):
    for code in sys.argv[1:]:
        party_record(code=code, commands=[Envelope("room:+1")])
print("done")
"""


@pytest.fixture
def code() -> str:
    return party_create(state=START)


def at_once(writers: int, write: Callable[[int], None]) -> None:
    """Each in a thread with a connection of its own, all from the same moment on."""
    start = threading.Barrier(writers)

    def writer(number: int) -> None:
        start.wait()
        try:
            write(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(writers) as threads:
        list(threads.map(writer, range(writers)))


def tap(code: str, *texts: str) -> None:
    """One after another, each on its way by itself."""
    for text in texts:
        party_record(code=code, commands=[Envelope(text)])


def fold(code: str) -> Party:
    state = START
    for changes in models.Entry.objects.order_by("number").values_list("changes", flat=True):
        state = replay(state, changes)
    return state


def assert_counted(code: str, taps: int) -> None:
    opened = party_table(code)
    assert opened.revision == models.Entry.objects.count() == taps
    assert opened.state == fold(code)


def test_two_writers_on_one_player_are_summed(code: str) -> None:
    at_once(2, lambda _: tap(code, *["hp:0:-1"] * 500))
    assert party_table(code).state.players[0].hp == 20 - 1000
    assert_counted(code, 1000)


def test_fifty_writers_are_all_served(code: str) -> None:
    at_once(50, lambda writer: tap(code, *[f"hp:{writer % 4}:-1"] * 4))
    assert [player.hp for player in party_table(code).state.players] == [-32, -32, -28, -28]
    assert_counted(code, 200)


def address_of_the_database() -> str:
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    host = quote(str(database["HOST"]), safe="")
    return f"postgresql://{database['USER']}@/{database['NAME']}?host={host}"


def writer_process(*codes: str) -> subprocess.Popen[str]:
    environment = {
        "DJANGO_SETTINGS_MODULE": "scoundrel_web.settings",
        "DATABASE_URL": address_of_the_database(),
    }
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, *codes],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_writers_of_several_processes_wait_for_each_other(code: str) -> None:
    """The database is all they share: on one party, and each on another."""
    others = [party_create(state=START) for _ in range(2)]
    writers = [writer_process(code, other) for other in others]
    assert [next(iter(writer.stdout or ())) for writer in writers] == ["ready\n"] * 2
    for writer in writers:
        print("go", file=writer.stdin, flush=True)
    assert [writer.communicate()[0] for writer in writers] == ["done\n"] * 2
    assert [party_table(each).revision for each in (code, *others)] == [20, 10, 10]


def test_writers_who_send_the_same_taps_are_counted_once(code: str) -> None:
    def send_again(_: int) -> None:
        for turn in range(20):
            party_record(code=code, commands=[Envelope("hp:0:-1", f"tap-{turn}")])

    at_once(4, send_again)
    assert_counted(code, 20)


def test_writers_who_undo_the_same_line_undo_it_once(code: str) -> None:
    tap(code, "hp:0:-5")
    at_once(8, lambda _: tap(code, "undo:1"))
    assert party_table(code).state == START
    assert_counted(code, 2)


def test_a_party_is_read_as_it_was_at_one_moment(code: str) -> None:
    """Health and revision belong together, also where somebody taps while they are read."""
    taps: list[str] = []

    def tap_in_between(execute, *query):  # type: ignore[no-untyped-def]
        found = execute(*query)
        if not taps:
            taps.append("hp:0:-1")
            at_once(1, lambda _: tap(code, taps[0]))
        return found

    with connection.execute_wrapper(tap_in_between):
        ledger = open_ledger(code)
    assert ledger.state.players[0].hp == 20 - ledger.revision
    assert party_table(code).revision == 1


def test_runs_are_worked_out_while_others_write(code: str) -> None:
    """Somebody taps at this very table: runs are worked out once more, with that tap."""
    tap(code, "floor:=3", "hp:1:-4", "new", "room:+1", "new")
    taps: list[str] = []

    def tap_in_between(execute, sql, *query):  # type: ignore[no-untyped-def]
        if "tracker_entry" in sql and not taps:
            taps.append("undo:5")
            at_once(1, lambda _: tap(code, taps[0]))
        return execute(sql, *query)

    table = party_table(code)
    with connection.execute_wrapper(tap_in_between):
        runs = runs_of(table)
    assert [(run.first, run.floors) for run in runs] == [(1, 2)]
    assert party_table(code).best == (2, 0)
    assert party_table(code).runs_found
