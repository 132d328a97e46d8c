"""Tables could be spread over many servers by party: each statement of a tap names its party."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import UniqueConstraint
from django.test import Client

from tests.commands_at_random import as_sent, story
from tests.wire import JSON
from tracker.rules.table.state.party import new_party
from tracker.services.news import revisions_now, topic_of
from tracker.services.party.parties import open_ledger, party_create
from tracker.services.party.record import Envelope, party_record
from tracker.services.party.rows import _ids

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

# A code is looked up in one table, for the id and nothing else.
ID = r'(id|"tracker_party"."id" AS "id")'
LOOK_UP = re.compile(rf'SELECT {ID} FROM "?tracker_party"? WHERE ')
ITS_ID = r'"?(tracker_)?party"?\."?id"?'
PARTY_ID = r'("?\w+"?\.)?"?party_id"?'
NAMED = re.compile(rf"({ITS_ID}|{PARTY_ID}) (= %s|IN \(%s)|tracker_party SET .* WHERE id = %s$")
ADDED = re.compile(rf"INSERT INTO \S+ \([^)]*\b{PARTY_ID}\b[^)]*\) ")
SHARES = {"one_run_a_share_code"}  # a lookup by code


def names_its_party(sql: str) -> bool:
    """Each SELECT of a UNION does; what is joined is joined by party."""
    parts = sql.split(" UNION ALL ")
    joined = sql.count(" JOIN ") == len(re.findall(rf" ON {PARTY_ID} = ({ITS_ID}|{PARTY_ID})", sql))
    return joined and all(NAMED.search(part) or ADDED.match(part) for part in parts)


@contextmanager
def noted() -> Iterator[set[str]]:
    """The statements on tables of the site."""
    found: set[str] = set()

    def note(execute, sql, params, *more):  # type: ignore[no-untyped-def]
        if "tracker_" in sql:
            found.add(sql)
        return execute(sql, params, *more)

    with connection.execute_wrapper(note):
        yield found


def test_every_statement_of_a_tap_and_of_an_open_page_names_its_party(client: Client) -> None:
    code = party_create(state=new_party(("Mara", "Odo")))
    with noted() as found:
        for text in story(Random(1), 300):
            envelope = Envelope(as_sent(open_ledger(code), text))
            party_record(code=code, commands=[envelope], with_table=True)
        commands = json.dumps({"commands": [{"text": "hp:0:-1", "key": "lantern"}]})
        answers = [
            client.post(f"/p/{code}/entries", commands, content_type=JSON),
            client.post(f"/p/{code}/entries", {"command": "hp:0:-1"}),
            client.get(f"/p/{code}/table?after=0"),
            client.get(f"/p/{code}/table?after=0", headers={"HX-Request": "true"}),
        ]
        revisions_now([topic_of("p", code) or ""])
    assert all(r.status_code < 400 for r in answers)
    assert len(found) > 10
    unnamed = {sql for sql in found if not names_its_party(sql)}
    assert [sql for sql in unnamed if not LOOK_UP.match(sql)] == []


def test_a_code_that_leads_elsewhere_by_now_is_looked_up_again() -> None:
    one, other = (party_create(state=new_party((name,))) for name in ("Mara", "Odo"))
    number = open_ledger(other).party_id
    _ids[one] = number
    assert open_ledger(one).party_id != number


def test_unique_keys_of_what_a_party_has_begin_with_the_party() -> None:
    constraints = [
        constraint
        for model in apps.get_app_config("tracker").get_models()
        if any(field.name == "party" for field in model._meta.get_fields())
        for constraint in model._meta.constraints
        if isinstance(constraint, UniqueConstraint)
    ]
    others = {each.name for each in constraints if each.fields[0] != "party"}
    assert len(constraints) > 4
    assert others == SHARES


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM tracker_entry WHERE number = %s",
        "SELECT * FROM tracker_party party JOIN tracker_player p ON p.number = party.first"
        " WHERE party.id = %s",
        "SELECT 1 FROM tracker_save WHERE party_id = %s UNION ALL SELECT 2 FROM tracker_save",
        "INSERT INTO tracker_entry (number) VALUES (%s)",
    ],
)
def test_a_statement_that_names_none_is_found(sql: str) -> None:
    assert not names_its_party(sql)
