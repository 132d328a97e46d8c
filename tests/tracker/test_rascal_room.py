"""Rascal with real cards, on the same screens: weapon, knife, pocket, and the fourth card."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.tracker.parties import play
from tracker.boards.party.cards.card_picker import pad_sheet
from tracker.boards.party.cards.card_sheet import card_sheet
from tracker.boards.party.cards.correction import repairs
from tracker.boards.party.cards.play_card import take_sheet
from tracker.boards.party.cards.remaining_cards import left_sheet
from tracker.boards.party.sheet.sheet import hand_of, player_sheet
from tracker.boards.party.table.panel import Panel, panel_of
from tracker.boards.party.table.room import RoomBoard, room_board
from tracker.rules.table.room.changes import sound
from tracker.rules.table.state.party import Party, new_party
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.runs import run_in_play

pytestmark = pytest.mark.django_db

ROOM = "deal:1.1:Js2d6h4c"
THREE = ("take:1.1:toss:0:2d", "take:1.1:drink:0:6h", "take:1.1:fight:0:4c:bare")


def party(*commands: str) -> str:
    code = party_create(state=new_party(("Mara",)))
    play(code, "game:rascal", "referee:room", *commands)
    return code


def state(*commands: str) -> Party:
    return party_table(party(*commands)).state


def board(*commands: str) -> RoomBoard:
    found = room_board(state(*commands))
    assert found is not None
    return found


def panel(*commands: str) -> Panel:
    return panel_of(state(*commands), 0, place=1, step=0, alone=True)


def tickets(found: RoomBoard) -> dict[str, str]:
    return {tile.face.code: tile.ticket.text for tile in found.tiles if tile.face and tile.ticket}


def test_each_card_says_what_it_would_do() -> None:
    found = board("hp:0:=9", "weapon:0:8:Kc", ROOM)
    assert tickets(found) == {"Js": "−4", "4c": "±0", "2d": "knife +2", "6h": "+6"}
    assert tickets(board(ROOM))["2d"] == "take"


def test_a_second_potion_goes_into_the_pocket_or_is_tossed() -> None:
    potions = ("deal:1.1:9c8d6h5h", "take:1.1:drink:0:6h")
    assert tickets(board(*potions))["5h"] == "toss"
    assert tickets(board(*potions, "take:1.1:fight:0:9c:bare"))["5h"] == "pocket"


def test_one_flees_at_entry_and_goes_on_after_three() -> None:
    entry = board(ROOM)
    assert [(act.text, act.command, act.against) for act in entry.acts] == [("Flee", "run:1.1", "")]
    assert board(ROOM, THREE[0]).acts[0].against
    (go_on,) = board(ROOM, *THREE).acts
    assert (go_on.text, go_on.pad) == ("Next room", "deal")


def test_the_fourth_card_can_still_be_touched_after_three() -> None:
    found = board(ROOM, *THREE)
    assert (found.door, tickets(found)) == (False, {"Js": "−11"})


def test_the_pad_for_the_next_room_expects_what_comes() -> None:
    sheet = pad_sheet(party_table(party(ROOM, *THREE)), "deal")
    assert (sheet.command, len(sheet.places)) == ("deal:1.2:", 3)
    four = pad_sheet(party_table(party(ROOM, *THREE, "take:1.1:fight:0:Js:bare")), "deal")
    assert (four.command, len(four.places)) == ("deal:1.2:", 4)


def test_out_of_an_empty_room_the_pocket_may_be_dropped() -> None:
    four = (ROOM, *THREE, "hp:0:=20", "take:1.1:fight:0:Js:bare")
    assert board(*four).drop is None
    act = board("pocket:0:7h", *four).drop
    assert act is not None
    assert (act.text, act.command) == ("Drop the 7 of Hearts there", "drop:1.1:7h")


def test_the_panel_says_what_the_weapon_is_worth() -> None:
    assert panel("weapon:0:8:Kc5s").beats == "Takes off *6*"
    assert panel("weapon:0:8", "knife:0:=2dKc").beats == "Takes off *9*, knife for 1 fight"
    assert panel("weapon:0:2:KcQc").beats == "*Worn out.* Of no use"


def test_the_knife_lies_on_the_weapon_with_what_it_has_fought() -> None:
    fan = panel("weapon:0:8:5s", "knife:0:=2dKc").fan
    assert fan is not None
    assert [face.code for face in fan.enemies] == ["5s", "2d", "Kc"]


def test_the_pocket_says_when_it_is_shut() -> None:
    pocket = panel("pocket:0:7h", ROOM).pocket
    assert pocket is not None
    assert pocket.face is not None
    assert (pocket.face.code, pocket.barred) == ("7h", "closed while enemies are here")
    assert panel("rules:inventory=none").pocket is None
    assert panel("rules:inventory=any", ROOM).pocket != pocket


def test_the_card_in_the_pocket_has_its_own_sheet() -> None:
    sheet = card_sheet(party_table(party("pocket:0:7h", ROOM)), "7h")
    assert (sheet.place, sheet.repairs, sheet.here) == ("in the pocket", (), False)
    (mara,) = sheet.takers
    assert [(found.label, found.command, found.over) for found in mara.outcomes] == [
        ("Drink", "take:1.1:inv-drink:0:7h", True),
        ("Toss", "take:1.1:inv-toss:0:7h", True),
    ]


def test_a_card_of_the_room_has_all_its_ways() -> None:
    sheet = card_sheet(party_table(party("weapon:0:8", ROOM)), "2d")
    (mara,) = sheet.takers
    labels = [(found.label, found.over) for found in mara.outcomes]
    assert labels == [("Knife", False), ("Equip", False), ("Toss", False), ("Store", True)]


def test_sheets_hold_the_cards_of_this_pack_alone() -> None:
    table = party_table(party())
    sheet, hand = player_sheet(table, 0, ""), hand_of(table, 0)
    assert {key for key, *_ in sheet.tabs}.isdisjoint({"shield"})
    assert sum(len(group.choices) for group in sheet.enemies) == len(hand.enemies) == 26
    assert len(hand.cards) == 18


def test_what_fells_somebody_is_counted_by_the_worth_of_the_weapon() -> None:
    sheet = left_sheet(party_table(party("hp:0:=5", "weapon:0:8:Kc", ROOM)))
    fells = [each for each in sheet.spans[0].chances if each.text == "An enemy Mara can’t survive"]
    assert [each.small for each in fells] == ["A♣︎ A♠︎ K♠︎ Q♣︎ Q♠︎; with the 6 of Hearts none"]


def test_what_was_done_out_of_the_pocket_can_be_put_right() -> None:
    potions = ("pocket:0:7h", "deal:1.1:8d6h5h4d", "take:1.1:inv-drink:0:7h")
    last = take_sheet(party_table(party(*potions)), None).last
    assert last is not None
    assert [each.command for each in last.instead] == ["take:1.1:inv-toss:0:7h"]


def test_a_card_of_the_room_can_be_put_right_too() -> None:
    last = take_sheet(party_table(party("deal:1.1:8d6h5h4d", "take:1.1:drink:0:6h")), None).last
    assert last is not None
    assert [each.command for each in last.instead] == [
        "take:1.1:store:0:6h",
        "take:1.1:toss:0:6h",
    ]


@pytest.mark.parametrize("card", ["2d", "Qc"])
def test_a_card_of_the_knife_is_not_taken_off_the_weapon(card: str) -> None:
    code = party("weapon:0:8:Kc5s", "knife:0:=2dQc")
    assert [repair.commands for repair in repairs(party_table(code), card)] == [
        (f"deal:1.1:{card}",)
    ]


def test_all_pages_show_it(client: Client) -> None:
    code = party("weapon:0:8", "knife:0:=2dKc", "pocket:0:7h", ROOM)
    for page in ("table", "settings", "left", "history", "take", "run"):
        assert client.get(reverse(page, args=[code])).status_code == 200
    watched = client.get(reverse("watch", args=[party_table(code).watch_code])).content.decode()
    assert "closed while enemies are here" in watched
    assert "<button" not in watched.partition('<div class="page">')[0]
    weapon = client.get(reverse("player", args=[code, 0]) + "?tab=more").content.decode()
    assert 'value="2dKc"' in weapon


@pytest.mark.parametrize(("field", "row"), [("pocket", "Kc"), ("knife", "Kc"), ("knife", "2d9h")])
def test_no_file_brings_what_does_not_go_there(field: str, row: str) -> None:
    assert not sound(new_party(("Mara",)).with_player(0, **{field: row}))


def test_a_second_potion_in_the_pocket_is_barred_for_what_it_is() -> None:
    potions = ("pocket:0:7h", "deal:1.1:5h6d7d9d", "take:1.1:drink:0:5h")
    (mara,) = card_sheet(party_table(party(*potions)), "7h").takers
    notes = {found.label: found.notes for found in mara.outcomes}
    assert notes == {"Toss": (), "Drink": ("not allowed: one potion a room",)}


def test_a_potion_out_of_the_pocket_counts_in_the_story() -> None:
    drunk = party("hp:0:=15", "take:1.1:store:0:7h", "take:1.1:inv-drink:0:7h")
    story = run_in_play(party_table(drunk)).story
    assert (story.potions, story.wasted) == (1, 2)
