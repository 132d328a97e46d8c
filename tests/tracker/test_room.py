"""The room of real cards on the table, the card that is touched, and the pads."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tracker.parties import play
from tracker.boards.party.room import RoomBoard, room_board
from tracker.rules.table.party import Party, new_party
from tracker.rules.table.room import Room
from tracker.services.party.parties import party_create, party_table, watch_code_of

pytestmark = pytest.mark.django_db

ROOM = "deal:1.1:9cKd4h10s2c7d"
OVER = (ROOM, *(f"take:1.1:{deed}" for deed in ("equip:0:7d", "fight:1:2c:bare", "drink:0:4h")))
OVER = (*OVER, "take:1.1:fight:0:9c:weapon", "take:1.1:place:1:Kd")


def party(*commands: str) -> str:
    code = party_create(state=new_party(("Mara", "Odo")))
    play(code, "referee:room", *commands)
    return code


def state(code: str) -> Party:
    return party_table(code).state


def board(*commands: str, device: str = "") -> RoomBoard:
    found = room_board(state(party(*commands)), device)
    assert found is not None
    return found


def tickets(found: RoomBoard) -> dict[str, str]:
    return {tile.face.code: tile.ticket.text for tile in found.tiles if tile.face and tile.ticket}


def table_of(client: Client, code: str) -> str:
    return str(client.get(reverse("table", args=[code])).content.decode())


def test_under_each_card_stands_what_it_does_to_whoever_is_to_act() -> None:
    found = board(ROOM, "use:1:Qh", "take:1.1:equip:0:7d")
    assert (found.title, found.seat) == ("Odo’s turn", 2)
    assert tickets(found) == {"10s": "−8", "9c": "−7", "2c": "±0", "4h": "±0", "Kd": "aside"}


def test_on_ones_own_phone_it_is_what_it_does_to_oneself() -> None:
    found = board(ROOM, "take:1.1:equip:0:7d", "hp:0:-5", device="0")
    assert found.seat == 2
    assert tickets(found)["9c"] == "−2"
    assert {tile.ticket.seat for tile in found.tiles if tile.ticket} == {1}


def test_a_card_that_has_gone_leaves_its_place() -> None:
    found = board(ROOM, "take:1.1:fight:0:9c:bare")
    assert [(tile.gone, tile.taker) for tile in found.tiles] == [
        (False, 0), (True, 1), *[(False, 0)] * 4
    ]  # fmt: skip


def test_a_ticket_is_one_touch(client: Client) -> None:
    code = party(ROOM)
    found = re.search(
        r'value="(take:1\.1:fight:0:10s:bare)" data-effect="([^"]+)"', table_of(client, code)
    )
    assert found is not None
    client.post(reverse("entries", args=[code]), {"command": found[1]})
    assert state(code).players[0].hp == 10
    assert "10s" not in state(code).cards.split(",")[0]


def test_two_phones_that_touch_the_same_ticket_count_it_once(client: Client) -> None:
    code = party(ROOM)
    answers = [told(client, code, "take:1.1:fight:0:10s:bare", key) for key in ("a", "b")]
    assert [len(answer["refused"]) for answer in answers] == [0, 1]
    assert state(code).players[0].hp == 10


def told(client: Client, code: str, text: str, key: str) -> Any:
    sent = json.dumps({"commands": [{"text": text, "key": key}]})
    r = client.post(reverse("entries", args=[code]), sent, content_type="application/json")
    return r.json()


def test_between_two_rooms_the_next_one_is_laid_out(client: Client) -> None:
    found = board(*OVER)
    assert (found.door, found.title, found.note) == (True, "Room 1 is over", "5 cards come")
    assert (found.stays and found.stays.code, found.next) == ("10s", 2)
    code = party(*OVER)
    page = client.get(reverse("pad", args=[code, "deal"])).content.decode()
    assert 'data-full="5"' in page
    fields = {"command": "deal:1.2:", "value": ["3c", "5c", "6c", "8c", "Jc"]}
    client.post(reverse("entries", args=[code]), fields)
    assert (state(code).room, len(Room(state(code)).places.lies)) == (2, 6)


def test_each_card_is_told_as_it_is_taken(client: Client) -> None:
    code = party()
    page = client.get(reverse("take", args=[code])).content.decode()
    assert "Mara takes" in page
    client.post(reverse("entries", args=[code]), {"command": "take:1.1:fight:0:9c:bare"})
    page = client.get(reverse("take", args=[code])).content.decode()
    assert "Odo takes" in page
    assert 'value="take:1.1:fight:1:10s:bare"' in page
    pack = page.partition('class="pack"')[2]  # above it stands what may be put right
    assert "take:1.1:fight:1:9c" not in pack


def test_whoever_takes_a_card_is_asked_in_turn(client: Client) -> None:
    code = party(ROOM, "take:1.1:equip:0:7d")
    page = client.get(reverse("card", args=[code, "9c"])).content.decode()
    commands = re.findall(r'value="(\w+:[^"]*9c[^"]*)"', page)
    assert commands == [
        "take:1.1:fight:1:9c:bare", "take:1.1:fight:0:9c:weapon", "take:1.1:fight:0:9c:bare",
        "lift:9c", "out:9c",
    ]  # fmt: skip


def test_a_card_that_was_gone_can_be_said_to_lie_here(client: Client) -> None:
    code = party(ROOM, "take:1.1:fight:0:9c:bare", "room:+1")
    page = client.get(reverse("card", args=[code, "9c"])).content.decode()
    assert 'value="deal:1.2:9c"' in page
    assert "take:1.2" not in page


def test_a_card_that_has_left_this_room_comes_back_by_undo_alone(client: Client) -> None:
    code = party(ROOM, "take:1.1:fight:0:9c:bare")
    page = client.get(reverse("card", args=[code, "9c"])).content.decode()
    assert 'value="deal' not in page
    assert reverse("history", args=[code]) in page


def test_its_twin_may_have_been_meant(client: Client) -> None:
    code = party(ROOM, "take:1.1:fight:0:9c:bare", "room:+1")
    page = client.get(reverse("card", args=[code, "9c"])).content.decode()
    assert "what was dealt with was the 9 of Spades" in page
    fields = {"command": ["out:9s", "deal:1.2:9c"]}
    client.post(reverse("entries", args=[code]), fields)
    assert Room(state(code)).places.out == frozenset({"9s"})


def test_a_run_is_never_blocked_but_the_rules_speak() -> None:
    found = board(ROOM, "take:1.1:fight:0:9c:bare")
    assert [act.command for act in found.acts] == ["pass:1:1.1.1", "run:1.1"]
    assert found.acts[1].against == "An enemy of this room has been fought."


def test_on_ones_own_phone_one_offers_until_the_last_agrees() -> None:
    assert board(ROOM, device="1").acts[1].command == "offer:1:1.1.0"
    found = board(ROOM, "offer:0:1.1.0", device="1")
    assert (found.acts[1].text, found.acts[1].command) == ("All run", "run:1.1")
    assert found.note == "1 of 2 offers to run"


def test_a_room_that_nobody_named_is_named_as_it_goes_under_the_pile(client: Client) -> None:
    code = party()
    assert board().run_unseen
    client.post(reverse("entries", args=[code]), {"command": "run:1.1:", "value": ["9c", "Kd"]})
    assert (state(code).cards, state(code).room) == (",,9cKd", 2)


def test_a_table_that_may_only_be_looked_on_has_nothing_to_touch(client: Client) -> None:
    watch = reverse("watch", args=[watch_code_of(party(ROOM))])
    page = client.get(watch).content.decode()
    assert "Mara’s turn" in page
    assert "<button" not in page


@pytest.mark.parametrize("card", ["9x", "win", "9cKd"])
def test_there_is_no_sheet_for_what_is_no_card(client: Client, card: str) -> None:
    assert client.get(reverse("card", args=[party(ROOM), card])).status_code == 404


@pytest.mark.parametrize("page", ["take", "left", "right"])
def test_pages_open_where_all_have_fallen(client: Client, page: str) -> None:
    code = party(ROOM, "hp:0:=0", "hp:1:=0")
    assert client.get(reverse(page, args=[code])).status_code == (404 if page == "take" else 200)
    assert "Everyone has fallen" in table_of(client, code)


@pytest.mark.parametrize("page", ["", "advice", "card/Kh", "take", "left", "player/0", "right"])
def test_a_card_named_twice_closes_no_page(client: Client, page: str) -> None:
    """A shield that lies in the room as well as in a hand: one of the two was misread."""
    code = party("use:0:Kh", "equip:0:8d", "hp:0:-6", "deal:1.1:Kh8d4h10s2c")
    assert client.get(f"/p/{code}/{page}").status_code == 200


def test_the_first_room_says_once_where_to_tap() -> None:
    notes = [
        board(ROOM, *more).note
        for more in ((), ("take:1.1:fight:0:2c:bare",), ("run:1.1", "deal:1.2:Ac"))
    ]
    assert notes == ["tap below a card to take it", "", ""]
