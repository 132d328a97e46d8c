"""A command asks and reads as much of a party with a long log as of one with a short one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

import pytest
from django.db import connection
from django.utils import timezone

from tests.commands_at_random import as_sent, story
from tracker import models
from tracker.rules.table.room.changes import flat
from tracker.rules.table.state.party import new_party
from tracker.services.party.ledger import STRIDE
from tracker.services.party.parties import open_ledger, party_create, party_table
from tracker.services.party.record import Envelope, party_record

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql(in_ci=True)]

LONG = 4 * STRIDE
START = new_party(("Mara", "Odo"))
RUNS = (
    *("floor:=3", "save:door", "hp:0:=0", "hp:1:=0", "undo", "redo", "hp:0:=5", "hp:0:-5"),
    *("load:door", "undo", "return:0", "hp:1:-99", "new", "room:+1", "new", "undo", "undo"),
)


@dataclass
class Cost:
    queries: int = 0
    most_entries: int = 0
    """The most that one statement has read."""


@contextmanager
def counted() -> Iterator[Cost]:
    cost = Cost()

    def count(execute, sql, params, *more):  # type: ignore[no-untyped-def]
        cost.queries += 1
        if sql.startswith("SELECT") and "tracker_entry" in sql:
            with connection.cursor() as cursor:
                cursor.cursor.execute(f"SELECT COUNT(*) FROM ({sql}) AS entries", params)
                cost.most_entries = max(cost.most_entries, cursor.cursor.fetchone()[0])
        return execute(sql, params, *more)

    with connection.execute_wrapper(count):
        yield cost


def party_of(entries: int) -> str:
    """The code of a party that has noted so many lines already."""
    code = party_create(state=START)
    party, now = models.Party.objects.get(code=code), timezone.now()
    models.Entry.objects.bulk_create(
        models.Entry(
            party=party, number=number, key=f"k{number}", text="note:x", changes={}, created=now,
            state=flat(START) if number % STRIDE == 0 else None,
        )
        for number in range(1, entries + 1)
    )  # fmt: skip
    models.Party.objects.filter(pk=party.pk).update(revision=entries)
    return code


def costs(code: str, texts: tuple[str, ...]) -> list[tuple[str, int]]:
    """The queries of each text; none of them reads more entries than lie between two states."""
    found = []
    for text in texts:
        commands = [Envelope(as_sent(open_ledger(code), text))]
        with counted() as cost:
            party_record(code=code, commands=commands, with_table=True)
        assert cost.most_entries <= STRIDE, text
        found.append((text, cost.queries))
    return found


def test_a_tap_that_ends_a_run_or_takes_it_up_again_costs_the_same_after_a_long_one() -> None:
    assert costs(party_of(LONG), RUNS) == costs(party_of(1), RUNS)


def test_no_command_reads_a_long_log() -> None:
    code = party_of(LONG)
    for _text, queries in costs(code, tuple(story(Random(1), 400))):
        assert queries <= 20
    assert party_table(code).revision > LONG + 200
