"""A party that a phone has begun without a network, and the blank pages that it begins one with."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client

from tests.tracker.parties import play
from tracker import models
from tracker.rules.table.state.party import new_party
from tracker.services.codes import CODE_LETTERS, new_code
from tracker.services.party.parties import (
    party_create,
    party_delete,
    party_table,
    party_take_over,
)
from tracker.services.register import Taken
from tracker.views.site.blank import BETWEEN, CODE, NAMES, TITLE, placeholders
from tracker.web.limits import PARTIES

pytestmark = pytest.mark.django_db

MINE, WATCH = "abcdefghjkmnp", "pnmkjhgfedcba"
BEGUN = {"code": MINE, "watch_code": WATCH, "players": "2", "name_0": "Mara"}
START = new_party(("Mara", ""))


def page_of(client: Client, address: str) -> str:
    return client.get(address).content.decode()


# Taking it over


def test_a_party_keeps_the_codes_that_the_phone_made(client: Client) -> None:
    r = client.post("/new", BEGUN)
    assert (r.status_code, r["Location"]) == (303, f"/p/{MINE}/?invite")
    assert party_table(MINE).watch_code == WATCH
    assert party_table(MINE).state == START


def test_sent_again_it_is_the_same_party(client: Client) -> None:
    first = client.post("/new", BEGUN)
    play(MINE, "title:The Low Lantern", "hp:0:-3", "name:1:Odo")
    client.cookies["way"] = "room"  # whatever this phone has said since
    again = client.post("/new", BEGUN)
    assert (again.status_code, again["Location"]) == (first.status_code, first["Location"])
    assert models.Party.objects.get().title == "The Low Lantern"


def test_a_party_sent_again_is_no_further_one_to_be_counted(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PARTIES, "burst", 1)
    PARTIES.reset()
    assert [client.post("/new", BEGUN).status_code for _ in range(3)] == [303] * 3
    other = {"code": new_code(), "watch_code": new_code(), "players": "1"}
    assert client.post("/new", other).status_code == 429
    PARTIES.reset()


def test_the_party_is_on_the_first_page_at_once(client: Client) -> None:
    client.post("/new", BEGUN)
    assert f'href="/p/{MINE}/"' in page_of(client, "/")


@pytest.mark.parametrize("watch", [WATCH, ""], ids=["another watch code", "its watch code"])
def test_a_code_of_another_party_is_refused(client: Client, watch: str) -> None:
    """Whichever of its codes it is; nothing of the other party changes or is told."""
    theirs = party_create(state=new_party(("Odo",)))
    codes = {
        "code": theirs if watch else MINE,
        "watch_code": watch or party_table(theirs).watch_code,
    }
    r = client.post("/new", BEGUN | codes)
    page = r.content.decode()
    assert r.status_code == 409
    assert "This code has been used before." in page
    assert 'value="Mara"' in page
    assert "Odo" not in page
    assert models.Party.objects.count() == 1


def test_a_refused_form_has_fresh_codes(client: Client) -> None:
    theirs = party_create(state=new_party(("Odo",)))
    page = client.post("/new", BEGUN | {"code": theirs}).content.decode()
    fresh = dict(re.findall(r'name="((?:watch_)?code)" value="(\w{13})"', page))
    assert client.post("/new", BEGUN | fresh).status_code == 303


def test_deleted_before_it_is_sent_again_it_stays_deleted() -> None:
    """Its link, which others may have, leads to no other party; the phone takes new codes."""
    party_take_over(state=START, code=MINE, watch_code=WATCH)
    party_delete(code=MINE)
    for codes in ((MINE, WATCH), (MINE, new_code()), (new_code(), WATCH), (WATCH, MINE)):
        with pytest.raises(Taken):
            party_take_over(state=START, code=codes[0], watch_code=codes[1])
    assert not models.Party.objects.exists()


def test_deleted_while_it_is_sent_again_it_stays_deleted(client: Client) -> None:
    client.post("/new", BEGUN)

    def delete_what_was_found(execute, sql, *query):  # type: ignore[no-untyped-def]
        found = execute(sql, *query)
        if 'AS "a" FROM "tracker_party"' in sql:
            models.Party.objects.all().delete()
        return found

    with connection.execute_wrapper(delete_what_was_found):
        r = client.post("/new", BEGUN)
    assert r.status_code == 409
    assert 'value="Mara"' in r.content.decode()


def test_two_that_come_at_once_make_one_party(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second finds the row of the first when it writes its own."""
    party_take_over(state=START, code=MINE, watch_code=WATCH)
    assert party_take_over(state=START, code=MINE, watch_code=WATCH) == MINE
    with pytest.raises(Taken):
        party_take_over(state=START, code=MINE, watch_code=new_code())


@pytest.mark.parametrize(
    "codes",
    [
        {"code": MINE},
        {"watch_code": WATCH},
        {"code": MINE, "watch_code": MINE},
        {"code": MINE[1:], "watch_code": WATCH},
        {"code": MINE + "a", "watch_code": WATCH},
        {"code": MINE.upper(), "watch_code": WATCH},
        {"code": MINE, "watch_code": f"{WATCH}\n"},
        {"code": "0" + MINE[1:], "watch_code": WATCH},
        {"code": "\0" * 13, "watch_code": WATCH},
        {"code": "é" * 13, "watch_code": WATCH},
    ],
)
def test_what_is_no_code_makes_no_party(client: Client, codes: dict[str, str]) -> None:
    r = client.post("/new", {"players": "2", "name_0": "Mara"} | codes)
    assert (r.status_code, models.Party.objects.count()) == (400, 0)
    assert "That isn’t a party code." in r.content.decode()


@pytest.mark.parametrize("address", ["/", "/new"])
def test_one_form_sent_twice_makes_one_party(client: Client, address: str) -> None:
    codes = dict(re.findall(r'name="((?:watch_)?code)" value="(\w{13})"', page_of(client, address)))
    assert set(codes) == {"code", "watch_code"}
    for _ in range(2):
        assert client.post("/new", {**codes, "players": "2"}).status_code == 303
    assert models.Party.objects.count() == 1


CHOICES = [
    *({"players": str(count)} for count in (2, 3, 1, 4)),
    {"players": "2", "title": "Lantern"},
    {"name_0": "Mara", "name_1": "Odo"},
    {"name_0": "Odo", "name_1": "Mara"},
    {"name_0": "Mara", "hp_0": "7", "weapon_0": "8", "floor": "3", "used": "Kh"},
    {"name_0": "Mara", "game": "rascal"},
]


@pytest.mark.parametrize("address", ["/", "/new"])
@pytest.mark.parametrize("played", [False, True], ids=["at once", "once they are played in"])
def test_a_form_come_back_to_makes_one_party_for_each_choice(
    client: Client, address: str, played: bool
) -> None:
    """A browser may show the page that it has left, with the same codes."""
    codes = dict(re.findall(r'name="((?:watch_)?code)" value="(\w{13})"', page_of(client, address)))
    made = [client.post("/new", codes | choice)["Location"] for choice in CHOICES]
    assert len(set(made)) == models.Party.objects.count() == len(CHOICES)
    for code in models.Party.objects.values_list("code", flat=True) if played else ():
        play(code, "hp:0:-3", "name:0:Pell", "floor:+1:1")
    counted = PARTIES.wait("127.0.0.1", PARTIES.burst)
    assert [client.post("/new", codes | choice)["Location"] for choice in CHOICES] == made
    assert models.Party.objects.count() == len(CHOICES)
    assert PARTIES.wait("127.0.0.1", PARTIES.burst) <= counted


def test_the_table_says_why_its_code_is_another(client: Client) -> None:
    client.post("/new", BEGUN)
    assert "This party’s code was taken already" in page_of(client, f"/p/{MINE}/?taken")


# Blank pages


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_blank_table_filled_in_is_the_table_of_that_party(client: Client, count: int) -> None:
    names = ("Mara", "Odo <b>", "Pell", "Rook")[:count]
    codes = {"code": MINE, "watch_code": WATCH, "title": "Lantern"}
    client.post("/new", codes | {f"name_{n}": name for n, name in enumerate(names)})
    blank = page_of(client, f"/new/{count}").replace(CODE, MINE).replace(TITLE, "Lantern")
    for sign, name in zip(NAMES, names, strict=False):
        blank = blank.replace(sign, name.replace("<", "&lt;").replace(">", "&gt;"))
    table = party_table(MINE)
    blank = blank.replace('data-party="0.0"', f'data-party="{table.storage_key}"')
    blank = blank.replace('data-mark="0.000000"', f'data-mark="{table.mark}"')
    blank = blank.replace('data-watch=""', f'data-watch="{WATCH}"')
    blank = blank.replace('data-lost="Started offline"', 'data-lost="Offline since %"')
    blank = blank.replace("Started offline", "Saved")  # until the server has it
    assert plain(blank) == plain(page_of(client, f"/p/{MINE}/"))


def plain(page: str) -> list[str]:
    """Its lines, but for what is another on each page."""
    body = page.partition("<body")[2]
    return re.sub(r'(name="(?:csrfmiddlewaretoken|key)" value=)"\w+"', r"\1", body).split("\n")


@pytest.mark.parametrize("way", ["count", "room"])
@pytest.mark.parametrize("count", [1, 3])
def test_blank_sheets_filled_in_are_those_of_that_party(
    client: Client, count: int, way: str
) -> None:
    client.cookies["way"] = way
    names = ("Mara", "Odo <b>", "Pell")[:count]
    codes = {"code": MINE, "watch_code": WATCH}
    client.post("/new", codes | {f"name_{n}": name for n, name in enumerate(names)})
    text = page_of(client, f"/new/{count}/sheets").replace(CODE, MINE)
    for sign, name in zip(NAMES, names, strict=False):
        text = text.replace(sign, name.replace("<", "&lt;").replace(">", "&gt;"))
    parts = text.split(BETWEEN)
    players = [f"player/{number}" for number in range(count)]
    assert parts[::2] == [*players, "dungeon", "left", "right", "pad/deal", "take"]
    for address, blank in zip(parts[::2], parts[1::2], strict=True):
        theirs = client.get(f"/p/{MINE}/{address}", headers={"HX-Request": "true"})
        assert rid_of_keys(blank) == rid_of_keys(theirs.content.decode())


def rid_of_keys(sheet: str) -> str:
    return re.sub(r'((?:name="(?:csrfmiddlewaretoken|key)" value|data-at)=)"[^"]+"', r"\1", sheet)


@pytest.mark.parametrize(
    "address", ["/new/0", "/new/5", "/new/0/tile", "/new/5/sheets", "/new/99999999999999999"]
)
def test_nobody_plays_at_other_blank_tables(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_a_blank_tile_lists_the_party(client: Client) -> None:
    tile = page_of(client, "/new/2/tile")
    for sign in (f'href="/p/{CODE}/"', TITLE, *NAMES[:2]):
        assert sign in tile


def test_a_blank_page_takes_no_message_away(client: Client) -> None:
    """The worker fetches it; what is to be said is for somebody who looks."""
    code = party_create(state=new_party(("Mara",)))
    client.post(f"/p/{code}/entries", {"command": "save:lantern"})
    client.get("/new/1")
    assert "lantern" in page_of(client, f"/p/{code}/").partition('class="say"')[2]


def test_nobody_types_the_signs_of_a_blank_page() -> None:
    known = placeholders()
    assert set(str(known["code"])) <= set(CODE_LETTERS)
    assert all("\ue000" <= sign <= "\ue004" for sign in (*NAMES, TITLE))
    assert known["between"] == "\ue005"
    assert known["names"] == ["Player 1", "Player 2", "Player 3", "Player 4"]
