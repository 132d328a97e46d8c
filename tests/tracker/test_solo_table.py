"""Scoundrel for one with real cards, on the same screens as the co-operative game."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tracker.parties import play
from tracker.boards.party.cards.remaining_cards import left_sheet
from tracker.boards.party.log.lines import line_text
from tracker.boards.party.table.room import RoomBoard, room_board
from tracker.boards.party.table.table import ending_of
from tracker.rules.table.state.party import Party, new_party
from tracker.services.party.parties import party_create, party_table

pytestmark = pytest.mark.django_db

ROOM = "deal:1.1:9c8c6h5h"
# All but what is in two rooms is out: the pile runs dry.
ALL_BUT_FIVE = (
    "out:AcKcQcJc10c7c6c5c4c3c2cAsKsQsJs10s9s8s7s6s5s4s3s10d9d8d7d6d5d4d3d2d10h9h8h7h4h3h2h"
)


def party(*commands: str) -> str:
    code = party_create(state=new_party(("Mara",)))
    play(code, "game:solo", "referee:room", *commands)
    return code


def state(code: str) -> Party:
    return party_table(code).state


def board(*commands: str) -> RoomBoard:
    found = room_board(state(party(*commands)))
    assert found is not None
    return found


def tickets(found: RoomBoard) -> dict[str, str]:
    return {tile.face.code: tile.ticket.text for tile in found.tiles if tile.face and tile.ticket}


def test_the_second_potion_of_a_room_says_that_it_heals_nothing() -> None:
    assert tickets(board("hp:0:=5", ROOM))["5h"] == "+5"
    assert tickets(board("hp:0:=5", ROOM, "take:1.1:drink:0:6h"))["5h"] == "±0"


def test_nobody_passes_and_a_skip_is_one_touch(client: Client) -> None:
    found = board(ROOM)
    assert [(act.text, act.command, act.against) for act in found.acts] == [("Skip", "run:1.1", "")]
    assert found.title == "Room 1"


@pytest.mark.parametrize(
    "commands", [(ROOM, "take:1.1:drink:0:6h"), (ROOM, "run:1.1", "deal:1.2:2c3c4c5c")]
)
def test_what_the_rules_have_against_a_skip_is_said(commands: tuple[str, ...]) -> None:
    (act,) = board(*commands).acts
    assert act.against


def test_after_three_cards_the_room_is_over() -> None:
    found = board(ROOM, *(f"take:1.1:{deed}" for deed in ("drink:0:6h", "drink:0:5h")))
    assert not found.door
    found = board(ROOM, *three_taken())
    assert (found.door, found.title, found.note) == (True, "Room 1 is over", "3 cards come")
    assert found.stays is not None
    assert found.stays.code == "9c"


def three_taken() -> tuple[str, ...]:
    deeds = ("drink:0:6h", "drink:0:5h", "fight:0:8c:bare")
    return tuple(f"take:1.1:{deed}" for deed in deeds)


def test_the_last_card_is_played_too_and_the_dungeon_is_cleared() -> None:
    last = (ALL_BUT_FIVE, ROOM, *three_taken(), "deal:1.2:2s", "take:1.2:fight:0:2s:bare")
    found = board(*last)
    assert (found.door, tickets(found)) == (False, {"9c": "−9"})
    (command,) = [tile.ticket.command for tile in found.tiles if tile.ticket]
    ending = ending_of(state(party(*last, command)))
    assert ending is not None
    assert (ending.title, ending.text) == ("You win, score 1", "The dungeon is cleared · 2 rooms")


def test_who_falls_is_told_what_was_left(client: Client) -> None:
    code = party(ALL_BUT_FIVE, ROOM, "hp:0:=-3")
    ending = ending_of(state(code))
    assert ending is not None
    assert ending.title == "The dungeon won"
    assert ending.text == "Score −19, for the enemies left in it · 1 room"
    page = client.get(reverse("watch", args=[party_table(code).watch_code])).content.decode()
    assert "The dungeon won" in page
    assert "Floor" not in page


def test_its_history_knows_no_floors(code_alone: str) -> None:
    play(code_alone, "room:+1")
    table = party_table(code_alone)
    assert line_text(table.recent[0], table.state) == "Room 2"


def test_no_page_speaks_of_floors(client: Client) -> None:
    code = party("room:+1", "save:Lantern")
    pages = ("history", "saves", "dungeon")
    addresses = [reverse(page, args=[code]) for page in pages]
    for address in (*addresses, reverse("history-at", args=[code, 3])):
        page = client.get(address).content.decode()
        assert not re.search(r"Floor \d|Floor</?\w|Set aside \(", page), address


@pytest.fixture
def code_alone() -> str:
    return party()


def test_the_chart_has_44_cards_and_no_red_room() -> None:
    sheet = left_sheet(party_table(party()))
    assert sum(len(row.cells) for row in sheet.rows) == 44
    texts = {chance.text for span in sheet.spans for chance in span.chances}
    assert texts.isdisjoint({"Red Room", "Red joker", "Black joker", "Smith or shield"})


def test_there_are_no_floors_on_the_table(client: Client) -> None:
    code = party(ROOM)
    page = client.get(reverse("table", args=[code])).content.decode()
    assert 'data-path="floor"' not in page
    assert 'data-path="room"' in page


def test_the_enemies_that_are_left_are_counted_instead(client: Client) -> None:
    code = party(ROOM, "take:1.1:fight:0:9c:bare")
    page = client.get(reverse("table", args=[code])).content.decode()
    assert re.search(r'Enemies left</small> <b class="number">25<', page)


def test_who_plays_alone_chooses_the_game(client: Client) -> None:
    code = party_create(state=new_party(("Mara",)))
    page = client.get(reverse("settings", args=[code])).content.decode()
    assert re.findall(r'value="(game:\w+)"', page) == ["game:coop", "game:solo", "game:rascal"]
    client.post(reverse("entries", args=[code]), {"command": "game:solo", "next": "settings"})
    assert state(code).game == "solo"


def test_two_do_not(client: Client) -> None:
    code = party_create(state=new_party(("Mara", "Odo")))
    page = client.get(reverse("settings", args=[code])).content.decode()
    assert "game:solo" not in page
