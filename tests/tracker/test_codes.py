"""A code opens one thing for ever: nothing new gets one that anything has or had."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.apps import apps
from django.db import connection, connections
from django.test import Client

from tests.play.matches import PHONE, dealt, played_on
from tests.servers import Site
from tests.tracker.parties import play
from tests.wire import FORM, Phone, Stream
from tracker import models
from tracker.rules.table.state.party import new_party
from tracker.services.backup import backup_restore, backup_write
from tracker.services.codes import new_code
from tracker.services.match.play import match_branch, match_delete, match_share, match_withdraw
from tracker.services.news import KEYS, topic_of
from tracker.services.party.parties import (
    party_create,
    party_delete,
    party_relink,
    party_table,
    party_take_over,
)
from tracker.services.party.runs import run_share, run_withdraw
from tracker.services.party.transfer import file_of, party_export, party_import
from tracker.services.register import COLUMNS, MOST_AGAIN, Taken

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
START = new_party(("Mara", "Odo"))
PAGES = ("/p/{}/", "/w/{}/", "/play/{}/", "/r/{}/", "/m/{}/")


def party() -> str:
    return party_create(state=START)


def finished_match() -> str:
    code = dealt("solo")
    for _ in played_on(code, 2000):
        pass
    return code


def shared_match() -> tuple[str, str]:
    """Its own code, and the one of its public page."""
    code = finished_match()
    match_share(code=code, phone=PHONE)
    return code, models.Match.objects.get(code=code).share_code


def shared_run() -> tuple[str, str]:
    """The code of its party, and the one of its public page."""
    code = party()
    play(code, "hp:0:=0", "hp:1:=0")
    return code, run_share(code=code, first=1)


def of_a_deleted_party() -> str:
    code = party()
    party_delete(code=code)
    return code


def watched_of_a_deleted_party() -> str:
    code = party()
    watched = party_table(code).watch_code
    party_delete(code=code)
    return watched


def replaced() -> str:
    code = party()
    party_relink(code=code)
    return code


def replaced_to_watch() -> str:
    code = party()
    watched = party_table(code).watch_code
    party_relink(code=code)
    return watched


def of_a_deleted_match() -> str:
    code = dealt("solo")
    match_delete(code=code, phone=PHONE)
    return code


def of_a_run_no_longer_shared() -> str:
    code, shared = shared_run()
    run_withdraw(code=code, first=1)
    return shared


def of_a_run_of_a_deleted_party() -> str:
    code, shared = shared_run()
    party_delete(code=code)
    return shared


def of_a_match_no_longer_shared() -> str:
    code, shared = shared_match()
    match_withdraw(code=code, phone=PHONE)
    return shared


def imported() -> str:
    return party_import(file_of(party_export(party())))


def begun_offline() -> str:
    return party_take_over(state=START, code=new_code(), watch_code=new_code())


def branched() -> str:
    return match_branch(code=finished_match(), at=1, phone=PHONE)


HOLDERS: dict[str, Callable[[], str]] = {
    "a party": party,
    "a party begun offline": begun_offline,
    "an imported party": imported,
    "a table to watch": lambda: party_table(party()).watch_code,
    "a party with new links": lambda: party_relink(code=party()),
    "its table to watch": lambda: party_table(party_relink(code=party())).watch_code,
    "a match": lambda: dealt("shiphead", "easy"),
    "a branch": branched,
    "a shared run": lambda: shared_run()[1],
    "a shared match": lambda: shared_match()[1],
    "a deleted party": of_a_deleted_party,
    "the table to watch of a deleted party": watched_of_a_deleted_party,
    "a replaced link": replaced,
    "a replaced link to watch": replaced_to_watch,
    "a deleted match": of_a_deleted_match,
    "a run that is no longer shared": of_a_run_no_longer_shared,
    "a run of a deleted party": of_a_run_of_a_deleted_party,
    "a match that is no longer shared": of_a_match_no_longer_shared,
}
WAYS: dict[str, Callable[[str], dict[str, str]]] = {
    "as its code": lambda code: {"code": code, "watch_code": new_code()},
    "as its code to watch": lambda code: {"code": new_code(), "watch_code": code},
}


def opened_by(code: str) -> tuple[object, ...]:
    """The answers at all addresses of this code, and the topic of its pages."""
    pages = (Client().get(page.format(code)) for page in PAGES)
    topics = [topic_of(start, code) for start in KEYS]
    return ([page.status_code for page in pages], topics, models.Party.objects.count())


@pytest.mark.thorough
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("holder", HOLDERS.values(), ids=HOLDERS)
def test_no_party_begins_under_a_code_that_anything_has_or_had(
    client: Client, holder: Callable[[], str], way: Callable[[str], dict[str, str]]
) -> None:
    code = holder()
    before = opened_by(code)
    r = client.post("/new", {"players": "2", "name_0": "Pell", **way(code)})
    assert (r.status_code, opened_by(code)) == (409, before)
    assert "This code has been used before." in r.content.decode()
    assert 'value="Pell"' in r.content.decode()


def test_the_codes_of_a_party_swapped_are_no_party(client: Client) -> None:
    code = party()
    swapped = {"code": party_table(code).watch_code, "watch_code": code}
    assert client.post("/new", {"players": "2", **swapped}).status_code == 409
    assert client.get(f"/p/{swapped['code']}/").status_code == 404


def test_the_codes_of_two_parties_are_no_third(client: Client) -> None:
    codes = {"code": party(), "watch_code": party_table(party()).watch_code}
    assert client.post("/new", {"players": "2", **codes}).status_code == 409


def test_every_code_that_is_in_use_is_in_the_register() -> None:
    for holder in HOLDERS.values():
        holder()
    in_use = codes_in_use()
    assert len(in_use) > len(HOLDERS)
    assert in_use <= registered()


def test_every_column_of_a_code_is_known_to_the_register() -> None:
    codes = {
        (model._meta.db_table, field.column)
        for model in apps.get_app_config("tracker").get_models()
        for field in model._meta.concrete_fields
        if field.name.endswith("code")
    }
    assert codes == {*COLUMNS}


def registered() -> set[str]:
    return {*models.Code.objects.values_list("text", flat=True)}


def codes_in_use() -> set[str]:
    with connection.cursor() as cursor:
        found: list[str] = []
        for table, column in COLUMNS:
            cursor.execute(f"SELECT {column} FROM {table} WHERE {column} <> ''")
            found += [code for (code,) in cursor.fetchall()]
    assert len(found) == len(set(found))
    return set(found)


def test_a_stranger_takes_no_game_over_with_its_code(production_server: Site) -> None:
    """Its pages listened to the stranger's party, and were told of its end."""
    phone = Phone(production_server.url)
    seats = urlencode({"name-0": "Mara"})
    r = phone.send("POST", "/play/new/solo", seats, Content_Type=FORM)
    code, cookie = str(r.headers["Location"]).split("/")[2], str(r.headers["Set-Cookie"])
    with Stream(phone.url, code, after=0, start="play") as page:
        lines = iter(page)
        assert next(lines) == ":"
        stolen = urlencode({"players": 1, "code": code, "watch_code": new_code()})
        assert phone.send("POST", "/new", stolen, Content_Type=FORM).status == 409
        deletion = urlencode({"typed": "Player 1"})
        assert phone.send("POST", f"/p/{code}/delete", deletion, Content_Type=FORM).status == 404
        move = urlencode({"seat": 0, "number": 0, "decision": "skip"})
        mine = {"Cookie": f"{cookie.split(';')[0]}; csrftoken={'a' * 32}", "Content_Type": FORM}
        assert phone.send("POST", f"/play/{code}/moves", move, **mine).status == 303
        assert next(lines) == "data: 1"


# At once


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("count", [1, 2], ids=["the same two codes", "one code of two"])
def test_of_many_at_once_one_gets_the_code(count: int) -> None:
    code, watched = new_code(), [new_code() for _ in range(count)]
    begun: list[str] = []

    def begin(number: int) -> None:
        with suppress(Taken):
            watch_code = watched[number % count]
            begun.append(party_take_over(state=START, code=code, watch_code=watch_code))
        connections.close_all()

    with ThreadPoolExecutor(8) as phones:
        list(phones.map(begin, range(8)))
    assert begun == [code] * (8 // count)
    assert models.Party.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_a_form_sent_many_times_at_once_one_counts() -> None:
    def bring(data: bytes) -> str:
        code = party_import(data, "c" * 13)
        connections.close_all()
        return code

    data = file_of(party_export(party()))
    with ThreadPoolExecutor(8) as phones:
        brought = [*phones.map(bring, [data] * 8)]
    assert brought == ["c" * 13] * 8
    assert models.Party.objects.count() == 2


def test_a_form_that_is_sent_after_each_deletion_asks_for_no_code_without_end(
    django_assert_max_num_queries: Any,
) -> None:
    data, codes = file_of(party_export(party())), set[str]()
    for _ in range(2 * MOST_AGAIN):
        with django_assert_max_num_queries(10 * MOST_AGAIN):
            codes.add(code := party_import(data, "c" * 13))
        party_delete(code=code)
    assert len(codes) == 2 * MOST_AGAIN


# Backups


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "parties.gz"


@pytest.mark.django_db(transaction=True)
def test_a_restore_gives_no_code_free(file: Path) -> None:
    """Neither one that the backup knows of, nor one that was given out after it was made."""
    known = [of_a_deleted_party(), dealt("solo")]
    backup_write(file)
    models.Code.objects.filter(text=known[0]).delete()  # as on another site
    later = [party(), of_a_deleted_match()]
    backup_restore(file, replace=True)
    for code in (*known, *later):
        with pytest.raises(Taken):
            party_create(state=START, code=code)


@pytest.mark.django_db(transaction=True)
def test_a_backup_from_before_the_register_fills_it(file: Path) -> None:
    for holder in (shared_match, shared_run):
        holder()
    backup_write(file)
    head, *lines, _ = map(json.loads, gzip.decompress(file.read_bytes()).splitlines())
    del head["columns"]["tracker_code"]
    older = [head, *(line for line in lines if line[0] != "tracker_code")]
    older.append(["rows", len(older) - 1])
    file.write_bytes(gzip.compress("\n".join(map(json.dumps, older)).encode()))
    models.Code.objects.all().delete()
    backup_restore(file, replace=True)
    assert registered() == codes_in_use() != set()
