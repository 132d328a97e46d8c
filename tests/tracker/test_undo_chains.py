"""Undos of undos of undos: they cost no more than the first, and stand or fall together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection

from tests.tracker.parties import play
from tests.tracker.test_log_laws import SOME, ended, random_story
from tracker import models
from tracker.rules.table.state.party import new_party
from tracker.rules.words import Refused
from tracker.services.party.log import history_page
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.record import MOST_COMMANDS
from tracker.services.release_1_0 import name_roots

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

DEEP = 5_000


def chain(code: str, links: int) -> None:
    """A hit for 3 and its undo, the undo of that, and so on."""
    texts = ["hp:0:-3", *(f"undo:{number}" for number in range(1, links + 1))]
    for start in range(0, len(texts), MOST_COMMANDS):
        play(code, *texts[start : start + MOST_COMMANDS])


def standing(code: str) -> list[bool]:
    """Whether each entry of the log stands, oldest first."""
    entries = history_page(party_table(code), size=20)
    return [not entry.undone for entry in reversed(entries)]


@contextmanager
def counted() -> Iterator[list[str]]:
    seen: list[str] = []

    def count(execute, sql, params, many, context):  # type: ignore[no-untyped-def]
        seen.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        yield seen


def test_every_second_link_of_a_chain_stands(code: str) -> None:
    chain(code, 1)
    assert standing(code) == [False, True]
    play(code, "undo:2")
    assert standing(code) == [True, False, True]
    play(code, "undo:3")
    assert standing(code) == [False, True, False, True]


def test_a_link_that_stands_again_can_be_undone_again(code: str) -> None:
    chain(code, 3)
    assert play(code, "undo:2").players[0].hp == 17
    with pytest.raises(Refused, match="already"):
        play(code, "undo:4")


def test_what_a_chain_brought_back_is_not_brought_back_twice(code: str) -> None:
    chain(code, 2)
    assert play(code, "undo:1").players[0].hp == 20
    with pytest.raises(Refused, match="already"):
        play(code, "undo:3")
    assert party_table(code).state.players[0].hp == 20


@pytest.mark.sqlite
@pytest.mark.thorough
def test_a_chain_of_five_thousand_costs_what_a_short_one_costs(code: str) -> None:
    chain(code, 10)
    with counted() as short:
        play(code, "undo:11")
    chain_code = party_create(state=new_party(("Mara", "Odo")))
    chain(chain_code, DEEP)
    with counted() as long:
        state = play(chain_code, f"undo:{DEEP + 1}")
    assert len(long) == len(short)
    assert state.players[0].hp == (17 if DEEP % 2 else 20)
    assert party_table(chain_code).undo is not None


def test_a_chain_within_one_request_reads_nothing_link_by_link(code: str) -> None:
    with counted() as short:
        play(code, "hp:0:-3", "undo:1")
    other = party_create(state=new_party(("Mara", "Odo")))
    with counted() as long:
        chain(other, MOST_COMMANDS - 1)
    assert len(long) == len(short)


def old(code: str) -> None:
    """The log as it was kept before: every link with its own mark, none with its root."""
    party = models.Party.objects.get(code=code)
    for entry in history_page(party_table(code), size=1000):
        row = models.Entry.objects.filter(party=party, number=entry.number)
        row.update(undone=entry.undone, root=None, restores=False)


def marks(code: str) -> list[tuple[int, int | None, bool, bool]]:
    entries = history_page(party_table(code), size=1000)
    return [(entry.number, entry.root, entry.restores, entry.undone) for entry in entries]


@pytest.mark.thorough
def test_old_logs_get_the_roots_of_their_chains() -> None:
    for seed in SOME:
        start, texts = random_story(seed)
        ended(code := party_create(state=start), texts)
        before = marks(code)
        old(code)
        name_roots(models.Entry)
        assert marks(code) == before, seed


def test_an_old_log_that_undid_something_twice_can_still_be_undone(code: str) -> None:
    """Entry 4 stood beside 2 in those days, and could be undone when 2 had been."""
    chain(code, 3)
    play(code, "undo:2", "hp:1:-1")
    old(code)
    party = models.Party.objects.get(code=code)
    twice = {"key": "k", "text": "undo:4", "undoes": 4, "below": 6, "changes": {}, "number": 7}
    models.Entry.objects.create(party=party, created=party.created, **twice)
    models.Entry.objects.filter(party=party, number=1).update(undone=True)
    models.Party.objects.filter(pk=party.pk).update(revision=7, undo_top=7)
    name_roots(models.Entry)
    while (undo := party_table(code).undo) is not None:
        play(code, f"undo:{undo.number}")


def test_a_tap_and_its_undo_leave_every_mark_as_it_was() -> None:
    for seed in SOME:
        start, texts = random_story(seed)
        last = ended(code := party_create(state=start), [*texts, "hp:0:=7", "hp:0:-1"]).revision
        before = marks(code)
        play(code, f"undo:{last}", f"undo:{last + 1}")
        assert marks(code)[2:] == before, seed
