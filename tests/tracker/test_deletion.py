"""A party, a save and a dealt game can be deleted for good: nothing of them is left."""

from __future__ import annotations

import json

import pytest
from django.core import signing
from django.db import connection
from django.test import Client

from tests.play.matches import NAMES, OTHER, PHONE, dealt, on_own_phones, played_on
from tests.screens import made
from tracker.rules.words import Refused
from tracker.services.codes import Missing, new_code
from tracker.services.match.play import match_delete
from tracker.services.match.rows import match_table
from tracker.services.party.parties import (
    party_delete,
    party_is_deleted,
    party_relink,
    party_table,
    save_delete,
)
from tracker.services.party.saves import saves_of_name
from tracker.web.browser import PHONE_COOKIE, own_parties

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

STAYS = {"django_migrations", "sqlite_sequence"}  # of the database itself
STAYS |= {"tracker_code"}  # no code is given out again
STORY = ("hp:0:-3", "save:door", "hp:1:-2", "undo:3", "save:door", "floor:+1", "load:door", "new")


def rows() -> dict[str, int]:
    """How many there are in each table of the database."""
    with connection.cursor() as cursor:
        counts = {}
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT count(*) FROM {table}")
            counts[table] = cursor.fetchone()[0]
    return {table: count for table, count in counts.items() if table not in STAYS}


@pytest.fixture
def code() -> str:
    return made(*STORY, title="Friday at the inn")


def test_nothing_of_a_deleted_party_is_left() -> None:
    made(*STORY)
    before = rows()
    party = made(*STORY, title="Friday")
    assert rows() != before
    party_delete(code=party)
    assert rows() == before


def test_what_will_be_gone_is_said_first(client: Client, code: str) -> None:
    page = client.get(f"/p/{code}/delete").content.decode()
    for text in ("Friday at the inn", "Mara, Odo, Pell, Rook", "8 history entries", "3 saves"):
        assert text in page
    assert party_table(code).revision == 8


@pytest.mark.parametrize("typed", ["Friday at the inn", " friday  at the INN "])
def test_who_types_its_name_deletes_it(client: Client, code: str, typed: str) -> None:
    client.get(f"/p/{code}/")
    r = client.post(f"/p/{code}/delete", {"typed": typed}, follow=True)
    assert [(r.redirect_chain[0][1], r.status_code)] == [(303, 410)]
    assert "Deleted for good" in r.content.decode()
    assert own_parties(client.get("/").wsgi_request) == []
    with pytest.raises(Missing):
        party_table(code)


@pytest.mark.parametrize("typed", ["", "Friday", "Saturday at the inn"])
def test_another_name_deletes_nothing(client: Client, code: str, typed: str) -> None:
    before = rows()
    r = client.post(f"/p/{code}/delete", {"typed": typed})
    assert r.status_code == 400
    assert "The party is called “Friday at the inn”. Nothing was deleted." in r.content.decode()
    assert rows() == before


@pytest.mark.parametrize(
    ("title", "names", "called"),
    [("", ("Mara", "Odo"), "Mara"), ("", ("", ""), "Player 1"), (" ", (" ", ""), None)],
)
def test_a_party_without_a_name_is_called_by_what_it_has(
    client: Client, title: str, names: tuple[str, ...], called: str | None
) -> None:
    code = made(names=names, title=title)
    assert client.post(f"/p/{code}/delete", {"typed": called or code[:4]}).status_code == 303


def test_the_second_of_two_taps_is_answered_like_the_first(client: Client, code: str) -> None:
    query = f"?party={party_table(code).storage_key}"
    assert f'action="{query}"' in client.get(f"/p/{code}/delete").content.decode()
    for _ in range(2):
        r = client.post(f"/p/{code}/delete{query}", {"typed": "Friday at the inn"}, follow=True)
        assert (r.status_code, "Deleted for good" in r.content.decode()) == (410, True)


def test_who_tries_codes_there_is_stopped_too(client: Client, no_limit_recovers: None) -> None:
    for _ in range(30):
        assert client.post(f"/p/{new_code()}/delete?party=1.1").status_code == 410
    assert client.post(f"/p/{new_code()}/delete?party=1.1").status_code == 429
    assert client.post(f"/p/{new_code()}/delete").status_code == 429


def test_with_the_code_to_look_on_nothing_is_deleted(client: Client, code: str) -> None:
    watch = party_table(code).watch_code
    for address in (f"/p/{watch}/delete", f"/w/{watch}/delete"):
        assert client.post(address, {"typed": "Friday at the inn"}).status_code == 404
    assert party_table(code)


def test_another_browser_forgets_it_when_it_comes_back(code: str) -> None:
    odo = Client()
    odo.get(f"/p/{code}/")
    party_delete(code=code)
    r = odo.get(f"/p/{code}/")
    assert r.status_code == 404
    assert "deleted" in r.content.decode()
    assert own_parties(odo.get("/").wsgi_request) == []


def sent_late(client: Client, code: str, party: str) -> tuple[int, str]:
    """How a phone is answered that sends its taps after all."""
    body = json.dumps({"commands": [{"text": "hp:0:-1", "key": "a"}]})
    headers = {"Party": party}
    r = client.post(f"/p/{code}/entries", body, content_type="application/json", headers=headers)
    return r.status_code, r.json()["message"]


def test_taps_that_come_late_are_known_to_be_for_nothing(client: Client, code: str) -> None:
    party = party_table(code).storage_key
    party_delete(code=code)
    status, told = sent_late(client, code, party)
    assert (status, "Taps not yet sent are lost" in told) == (410, True)
    r = client.get(f"/p/{code}/table?after=3", headers={"Party": party})
    assert (r.status_code, "Deleted for good" in r.content.decode()) == (410, True)


def test_taps_for_a_party_with_new_links_may_still_count(client: Client, code: str) -> None:
    party = party_table(code).storage_key
    party_relink(code=code)
    status, told = sent_late(client, code, party)
    assert (status, "This party has new links" in told) == (404, True)


@pytest.mark.parametrize("party", ["", "1", "x.y", "1.1.1", "٣.٣", "9" * 30 + ".1"])
def test_what_names_no_party_drops_no_taps(client: Client, party: str) -> None:
    assert sent_late(client, new_code(), party)[0] == 404


def test_another_party_made_since_with_its_number_is_not_the_same(code: str) -> None:
    number, second = party_table(code).storage_key.split(".")
    assert not party_is_deleted(f"{number}.{second}")
    for other in (f"{number}.{int(second) - 1}", f"{number}.{int(second) + 1}"):
        assert party_is_deleted(other)


def test_a_save_is_deleted_in_two_steps(client: Client, code: str) -> None:
    newest, earlier = saves_of_name(party_table(code), "door")
    address = f"/p/{code}/saves/{newest.number}/delete"
    assert "door" in client.get(address).content.decode()
    before = rows()
    for _ in range(2):  # as two quick taps
        r = client.post(address, follow=True)
        assert r.content.decode().count("The save is deleted.") == 1
    assert {t: n - rows()[t] for t, n in before.items() if n != rows()[t]} == {"tracker_save": 1}
    assert saves_of_name(party_table(code), "door") == [earlier]


def test_a_save_that_is_not_there_deletes_nothing(client: Client, code: str) -> None:
    client.get(f"/p/{code}/")
    before = rows()
    for number in (1, 999, 10**15, 10**30):
        address = f"/p/{code}/saves/{number}/delete"
        assert client.get(address).status_code == 404
        assert client.post(address).status_code == 303
    assert rows() == before
    assert own_parties(client.get("/").wsgi_request) == [code]


def test_the_save_of_another_party_stays(client: Client, code: str) -> None:
    assert not save_delete(code=made("save:inn"), number=2)
    assert len(saves_of_name(party_table(code), "door")) == 2


def player(secret: str) -> Client:
    client = Client()
    client.cookies[PHONE_COOKIE] = signing.dumps(secret, salt=PHONE_COOKIE)
    return client


def test_nothing_of_a_deleted_match_is_left() -> None:
    dealt("coop")
    before = rows()
    code = dealt("shiphead", "easy", seed="other")
    list(played_on(code, 5))
    mara = player(PHONE)
    for _ in range(2):  # as two quick taps
        r = mara.post(f"/play/{code}/delete", follow=True)
        assert r.content.decode().count("The game is deleted for good.") == 1
    assert rows() == before


def test_who_else_plays_is_said_first() -> None:
    code = on_own_phones("shiphead", PHONE, OTHER)
    page = player(PHONE).get(f"/play/{code}/delete").content.decode()
    assert f"{NAMES[1]}</bdi> plays on another phone: for them it is gone too." in page


def test_who_only_looks_on_deletes_nothing(client: Client) -> None:
    code = on_own_phones("shiphead", PHONE, OTHER)
    assert "Delete for good" not in client.get(f"/play/{code}/delete").content.decode()
    assert client.post(f"/play/{code}/delete").status_code == 403
    with pytest.raises(Refused):
        match_delete(code=code, phone="")
    assert match_table(code)
