"""Many phones at the same moment: every tap counts once, and nobody is turned away."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext

import pytest
from django.db import connections

from tracker import models
from tracker.rules.table.changes import replayed
from tracker.rules.table.party import Party, new_party
from tracker.services import writing
from tracker.services.party.record import Command, party_create, party_record, party_table

pytestmark = pytest.mark.django_db(transaction=True)

START = new_party(("Mara", "Odo", "Pell", "Rook"))


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
        party_record(code=code, commands=[Command(text)], page=False)


def fold(code: str) -> Party:
    state = START
    for changes in models.Entry.objects.order_by("number").values_list("changes", flat=True):
        state = replayed(state, changes)
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


@pytest.mark.parametrize("parties", [1, 8])
def test_writers_of_several_processes_wait_for_each_other(
    monkeypatch: pytest.MonkeyPatch, parties: int
) -> None:
    monkeypatch.setattr(writing, "_one_writer", nullcontext())
    codes = [party_create(state=START) for _ in range(parties)]
    at_once(8, lambda writer: tap(codes[writer % parties], *["room:+1"] * 20))
    assert sum(party_table(code).state.room - 1 for code in codes) == 160


def test_writers_who_send_the_same_taps_are_counted_once(code: str) -> None:
    def send_again(_: int) -> None:
        for turn in range(20):
            party_record(code=code, commands=[Command("hp:0:-1", f"tap-{turn}")])

    at_once(4, send_again)
    assert_counted(code, 20)


def test_writers_who_undo_the_same_line_undo_it_once(code: str) -> None:
    tap(code, "hp:0:-5")
    at_once(8, lambda _: tap(code, "undo:1"))
    assert party_table(code).state == START
    assert_counted(code, 2)
