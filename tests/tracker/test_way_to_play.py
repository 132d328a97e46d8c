"""A party counts, or it lays out its rooms: it is asked once, and anybody can change it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.tracker.parties import play
from tracker.services.party.parties import party_table

pytestmark = pytest.mark.django_db

QUESTION = "How do you want to play?"
OFFER = "Lay out the rooms? Then the app does the sums."
# By what it is recognised that something of one way alone is on the page.
COUNTING = ('value="room:+1', 'value="floor:+1', 'class="line depth"', "Tap here to fight")
ROOMS = ('class="odds"', 'value="pass:', 'value="run:', "/pad/deal")


def table(client: Client, code: str) -> str:
    return client.get(reverse("table", args=[code])).content.decode()


def choose(client: Client, code: str, way: str) -> None:
    client.post(reverse("entries", args=[code]), {"command": f"referee:{way}"})


def begun_by(client: Client) -> str:
    address = client.post(reverse("party-new"), {"players": "4"})["Location"]
    return address.split("/")[2]


def test_a_new_table_asks_until_its_first_room_is_left(client: Client, code: str) -> None:
    assert QUESTION in table(client, code)
    play(code, "hp:0:-1", "equip:1:8d")
    assert QUESTION in table(client, code)
    play(code, "room:+1")
    assert QUESTION not in table(client, code)


@pytest.mark.parametrize("way", ["count", "room", "off"])
def test_it_is_asked_once(client: Client, code: str, way: str) -> None:
    choose(client, code, way)
    assert QUESTION not in table(client, code)


def test_an_answer_that_is_undone_is_asked_again(client: Client, code: str) -> None:
    play(code, "referee:room")
    play(code, "undo:1")
    assert QUESTION in table(client, code)


@pytest.mark.parametrize("laid", ["deal:1.1:9c4c3c2c5cKd4h10s7d", "take:1.1:fight:0:9c:bare"])
def test_a_room_that_lies_there_is_an_answer(client: Client, laid: str) -> None:
    client.cookies["way"] = "room"
    code = begun_by(client)
    assert QUESTION in table(client, code)
    play(code, laid)
    assert QUESTION not in table(client, code)


def test_a_second_run_is_not_asked(client: Client, code: str) -> None:
    play(code, "room:+1", "hp:0:=0", "hp:1:=0", "new")
    assert QUESTION not in table(client, code)


def test_special_cards_are_buttons_where_people_count(client: Client, code: str) -> None:
    button, picture = 'name="command" value="used:+Kh"', 'role="img" aria-label="King of Hearts'
    assert button not in table(client, code)
    choose(client, code, "count")
    assert [part in table(client, code) for part in (button, picture)] == [True, False]
    choose(client, code, "room")
    assert [part in table(client, code) for part in (button, picture)] == [False, True]


def test_the_answer_is_that_of_the_party(client: Client, code: str) -> None:
    choose(client, code, "room")
    assert party_table(code).state.referee == "room"
    assert 'value="referee:count">Just count' in table(Client(), code)


def test_the_next_party_of_this_phone_begins_as_the_last_one_played(client: Client) -> None:
    code = begun_by(client)
    assert party_table(code).state.referee == "count"
    choose(client, code, "room")
    other = begun_by(client)
    assert QUESTION in table(client, other)
    assert party_table(other).state.referee == "room"
    assert party_table(begun_by(Client())).state.referee == "count"


def test_an_answer_by_the_outbox_counts_too(client: Client) -> None:
    code = begun_by(client)
    sent = {"commands": [{"text": "referee:room", "key": "k"}]}
    client.post(reverse("entries", args=[code]), sent, content_type="application/json")
    assert party_table(begun_by(client)).state.referee == "room"


def test_what_is_no_way_to_play_is_not_kept(client: Client) -> None:
    client.cookies["way"] = "dance"
    assert party_table(begun_by(client)).state.referee == "count"


@pytest.mark.parametrize(
    ("way", "there", "gone"), [("count", COUNTING, ROOMS), ("room", ROOMS, COUNTING)]
)
def test_what_belongs_to_the_other_way_is_off_the_screen(
    client: Client, code: str, way: str, there: tuple[str, ...], gone: tuple[str, ...]
) -> None:
    play(code, f"referee:{way}", "deal:1.1:9c4c3c2c5cKd4h10s7d")
    pages = table(client, code)
    play(code, *(f"take:1.1:fight:0:{card}:bare" for card in ("9c", "4c")))
    assert not [part for part in gone if part in pages + table(client, code)]
    assert [part for part in there if part in pages]


@pytest.mark.parametrize("device", ["", "0"])
def test_a_phone_of_ones_own_shows_no_deck_beside_a_room(
    client: Client, code: str, device: str
) -> None:
    client.post(reverse("join", args=[code]), {"device": device})
    choose(client, code, "room")
    part = client.get(reverse("table-part", args=[code])).content.decode()
    assert 'id="hand"' not in part + table(client, code)


def test_after_three_counted_rooms_it_is_offered_once(client: Client, code: str) -> None:
    play(code, "room:+1", "room:+1")
    assert OFFER not in table(client, code)
    play(code, "room:+1")
    assert OFFER in table(client, code)
    play(code, "room:+1")
    assert OFFER not in table(client, code)


def test_it_is_not_offered_to_those_who_want_no_cards_counted(client: Client, code: str) -> None:
    play(code, "referee:off", "room:+1", "room:+1", "room:+1")
    assert OFFER not in table(client, code)
