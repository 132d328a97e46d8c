"""The room of real cards on the table, the card that is touched, and the pads."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.screens import left_over, rascal_room, red_room, room_of_six_all, room_of_ten, solo_room
from tests.tracker.parties import play
from tracker.boards.party.cards.card_picker import pad_sheet
from tracker.boards.party.cards.correction import repairs, where
from tracker.boards.party.table.room import RoomBoard, room_board
from tracker.boards.party.table.table import table_board
from tracker.rules.table.room.room import Room
from tracker.rules.table.state.party import Party, new_party
from tracker.rules.table.texts.card_rows import strip_set
from tracker.services.party.parties import party_create, party_table

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
    assert tickets(found) == {"10s": "−8", "9c": "−7", "2c": "±0", "4h": "±0", "Kd": "discard"}


def test_on_ones_own_phone_it_is_what_it_does_to_oneself() -> None:
    found = board(ROOM, "take:1.1:equip:0:7d", "hp:0:-5", device="0")
    assert found.seat == 2
    assert tickets(found)["9c"] == "−2"
    assert {tile.ticket.seat for tile in found.tiles if tile.ticket} == {1}


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_a_ticket_is_called_by_what_stands_on_it(language: str) -> None:
    """WCAG 2.2, 2.5.3: people who speak to their phone say what they read."""
    rooms = (room_of_ten, room_of_six_all, solo_room, rascal_room, red_room, left_over)
    with translation.override(language):
        boards = [room_board(party_table(each()).state) for each in rooms]
        tickets = [tile.ticket for board in boards if board for tile in board.tiles if tile.ticket]
        for ticket in tickets:
            text, says = (
                re.sub(r"[^\w ]", "", said).casefold() for said in (ticket.text, ticket.says)
            )
            assert text in says or not any(map(str.isalpha, text)), ticket
    assert len(tickets) > 20


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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("take:1.1:fight:1:9c:bare", "Already entered: 9 of Clubs"),
        ("run:1.1", "Already entered: room 1.1"),
        ("deal:1.1:9c", "Already entered: room 1.1"),
    ],
)
def test_what_another_phone_has_told_is_said_briefly(client: Client, text: str, words: str) -> None:
    code = party(ROOM, "take:1.1:fight:0:9c:bare", "room:+1")
    answer = told(client, code, text, "late")
    assert answer["questions"] == {
        "late": {"text": words, "label": "", "command": "", "patience": 2000}
    }
    assert told(client, code, "run:1.7", "early")["questions"] == {}


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
    assert page.count("<span></span>") == 5
    fields = {"command": "deal:1.2:", "value": ["3c", "5c", "6c", "8c", "Jc"]}
    client.post(reverse("entries", args=[code]), fields)
    assert (state(code).room, len(Room(state(code)).places.lies)) == (2, 6)


def test_whoever_takes_a_card_is_asked_in_turn(client: Client) -> None:
    code = party(ROOM, "take:1.1:equip:0:7d")
    page = client.get(reverse("card", args=[code, "9c"])).content.decode()
    sure = re.sub(r'<div class="tiles halves unsure".*?</div>', "", page)
    commands = re.findall(r'value="(\w+:[^"]*9c[^"]*)"', sure)
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
    likely, other, shuffled, left = repairs(party_table(code), "9c", ("5c",))
    assert (likely.text, likely.commands) == (
        "That was the 9 of Spades",
        ("out:9s", "deal:1.2:9c5c"),
    )
    assert (other.text, other.commands) == ("That was another card", ())
    assert shuffled.commands == ("descend:2", "deal:2.1:9c5c")
    assert left.commands == ("deal:1.2:9c5c",)
    page = client.get(reverse("card", args=[code, "9c"])).content.decode()
    assert "gone: Mara fights 9 of Clubs" in page
    client.post(reverse("entries", args=[code]), {"command": likely.commands})
    assert Room(state(code)).places.out == frozenset({"9s"})


def test_another_card_may_have_been_meant(client: Client) -> None:
    code = party(ROOM, "take:1.1:equip:0:7d", "take:1.1:equip:0:8d", "room:+1")
    pad = reverse("pad", args=[code, "swap"])
    assert f"{pad}?card=7d" in client.get(reverse("card", args=[code, "7d"])).content.decode()
    page = client.get(pad, {"card": "7d"}).content.decode()
    assert 'name="command" value="deal:1.2:7d"' in page
    assert client.get(pad).status_code == client.get(pad, {"card": "x"}).status_code == 404
    client.post(
        reverse("entries", args=[code]), {"command": ["deal:1.2:7d", "out:"], "value": "6d"}
    )
    places = Room(state(code)).places
    assert (places.lies, places.out) == (strip_set("7d9cKd4h10s2c"), frozenset({"6d"}))


@pytest.mark.parametrize(
    ("commands", "card", "free"),
    [
        (("weapon:0:8:Kc5s",), "Kc", "detach:0:Kc"),
        (("weapon:0:8:Kc5s",), "8d", "discard:0"),
        (("shields:1:KhJh",), "Kh", "shields:1:Jh"),
    ],
)
def test_what_somebody_holds_may_lie_here(commands: tuple[str, ...], card: str, free: str) -> None:
    code = party(*commands)
    likely, left = repairs(party_table(code), card)
    assert likely.commands == (free, f"deal:1.1:{card}")
    assert left.commands == (f"deal:1.1:{card}",)
    play(code, *likely.commands)
    room = Room(state(code))
    assert card in room.places.lies
    assert card not in room.hands


def test_a_nearly_empty_pile_has_likely_been_shuffled() -> None:
    gone = "".join(sorted(Room(state(party())).unseen - strip_set("9cKd4h10s2c7d3c5c")))
    assert repairs(party_table(party(f"out:{gone}")), "6s")[0].commands[0] == "descend:2"


def test_where_two_of_the_cards_were_gone_the_pile_has_likely_been_shuffled() -> None:
    code = party(ROOM, "take:1.1:fight:0:9c:bare", "take:1.1:fight:1:2c:bare", "room:+1")
    firsts = [repairs(party_table(code), "9c", others)[0] for others in (("5c",), ("5c", "2c"))]
    assert [first.commands[0] for first in firsts] == ["out:9s", "descend:2"]


def test_a_card_that_cannot_lie_here_is_asked_about(client: Client) -> None:
    code = party(ROOM, "take:1.1:fight:0:9c:bare", "room:+1")
    pad, card = reverse("pad", args=[code, "deal"]), reverse("card", args=[code, "9c"])
    assert f'<a class="known" href="{card}"' in client.get(pad).content.decode()
    page = client.get(pad, {"words": "9c hammer"}).content.decode()
    assert "9 of Clubs: gone" in page
    assert 'value="9c" checked' in page
    page = client.get(card, {"value": ["5c", "6c", "x"]}).content.decode()
    assert 'value="deal:1.2:9c6c5c"' in page


def test_where_several_cards_are_left_over_it_is_asked_which_stays(client: Client) -> None:
    code = party(ROOM, "take:1.1:fight:0:9c:bare", "room:+1")
    found = table_board(party_table(code), datetime.now(UTC)).room_board
    assert found is not None
    assert (found.title, found.note) == ("Which card stays?", "5 cards of room 1 are here")
    commands = [tile.ticket.command for tile in found.tiles if tile.ticket]
    assert commands[0] == "stays:1.1:10s"
    client.post(reverse("entries", args=[code]), {"command": commands[0]})
    room = Room(state(code))
    assert (room.places.lies, room.taken, room.missing) == (frozenset({"10s"}), 0, 5)
    assert room.places.out == strip_set("9c2c7d4hKd")


@pytest.mark.parametrize(
    ("commands", "whose"),
    [
        ((ROOM,), {"Mara"}),
        ((ROOM, "take:1.1:fight:0:9c:bare"), {"Odo"}),
        (("deal:1.1:7d4h6h2d9dKd",), set()),
        (OVER, set()),
    ],
)
def test_the_panel_of_whoever_is_to_act_stands_out(
    client: Client, commands: tuple[str, ...], whose: set[str]
) -> None:
    """In a Red Room and between two rooms nobody’s does."""
    code = party(*commands)
    panels = table_board(party_table(code), datetime.now(UTC)).players
    assert {panel.name for panel in panels if panel.acts} == whose
    page = client.get(reverse("table", args=[code])).content.decode()
    assert len(re.findall(r'class="player [^"]* acts"', page)) == len(whose)


def test_in_a_red_room_it_is_asked_who_takes_a_card() -> None:
    red = ("deal:1.1:7d4h6h2d9dKd",)
    assert {*tickets(board(*red)).values()} == {"who?"}
    assert tickets(board(*red, device="1"))["4h"] == "±0"


def test_a_door_says_what_may_come() -> None:
    found = board(*OVER)
    assert [chance.text for chance in found.chances] == [
        "A weapon", "A potion", "An enemy no weapon here can fight",
    ]  # fmt: skip
    assert found.chances[0].percent == "66%"
    assert not board(ROOM).chances


def test_an_empty_pile_names_the_cards_that_come_back() -> None:
    gone = "".join(sorted(Room(state(party())).unseen - strip_set("9cKd4h10s2c7d")))
    found = board("floor:=4", "used:+KdQd", f"out:{gone}", *[c.replace("1.1", "4.1") for c in OVER])
    assert (found.descend, found.back) == ("descend:5", ("Queen of Diamonds",))


def test_a_run_is_never_blocked_but_the_rules_speak() -> None:
    found = board(ROOM, "take:1.1:fight:0:9c:bare")
    assert [act.command for act in found.acts] == ["pass:1:1.1.1", "run:1.1"]
    run = found.acts[1]
    assert (run.against, run.anyway) == (
        "An enemy in this room has already been fought.",
        "All run anyway",
    )
    told = party_table(party("deal:1.1:9c", "take:1.1:fight:0:9c:bare"))
    assert pad_sheet(told, "run").says == run.against


def test_on_ones_own_phone_one_offers_until_the_last_agrees() -> None:
    assert board(ROOM, device="1").acts[1].command == "offer:1:1.1.0"
    found = board(ROOM, "offer:0:1.1.0", device="1")
    assert (found.acts[1].text, found.acts[1].command) == ("All run", "run:1.1")
    assert found.note == "1 of 2 offers to run"


def test_a_room_that_nobody_named_is_named_as_it_goes_under_the_pile(client: Client) -> None:
    code = party()
    assert [act.pad for act in board("deal:1.1:9c").acts] == ["", "run"]
    client.post(reverse("entries", args=[code]), {"command": "run:1.1:", "value": ["9c", "Kd"]})
    assert (state(code).cards, state(code).room) == (",,9cKd", 2)


def test_a_table_that_may_only_be_looked_on_has_nothing_to_touch(client: Client) -> None:
    watch = reverse("watch", args=[party_table(party(ROOM)).watch_code])
    page = client.get(watch).content.decode()
    assert "Mara’s turn" in page
    assert "<button" not in page.partition('<div class="page">')[0]


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


def test_whoever_has_left_offers_no_more() -> None:
    code = party_create(state=new_party(("Mara", "Odo", "Pell")))
    play(code, "referee:room", "deal:1.1:9c8c7c6c5c4c3c2c", "offer:0:1.1.0", "offer:1:1.1.0")
    state = play(code, "leave:1", "lift:3c2c")
    found = room_board(state)
    assert found is not None
    assert found.note == "1 of 2 offers to run"


@pytest.mark.parametrize("before", [("undo:2",), ("floor:+1",)], ids=["undone", "floor"])
def test_a_card_is_gone_by_what_was_done_here(before: tuple[str, ...]) -> None:
    code = party("fight:1:9s:bare", *before, "out:9sKc")
    assert where(party_table(code), "9s") == ""


def test_a_card_of_an_earlier_floor_is_not_laid_on_this_one_by_an_undo() -> None:
    code = party(ROOM, "take:1.1:equip:0:7d", "floor:+1", "take:2.1:fight:1:3c:bare")
    now = play(code, "undo:3")
    assert now.players[0].weapon == ""
    assert Room(now).places.lies == set()
    assert "7d" in Room(now).unseen


def test_cards_gone_by_on_an_earlier_floor_are_not_taken_from_this_one() -> None:
    code = party("room:+1", "floor:+1", "room:+1")
    before = Room(state(code)).pile
    assert Room(play(code, "undo:2")).pile == before
