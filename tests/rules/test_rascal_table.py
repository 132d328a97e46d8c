"""Rascal with real cards: the knife, the pocket, and the card that is carried on (rules.md 5)."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.rules.lone import table
from tests.rules.tellings import heard
from tracker.rules.table.ahead.pictures import rascal_picture
from tracker.rules.table.ahead.ways import allowed, may_fight, pocket_ways, ways
from tracker.rules.table.room.changes import changes_between, take_back
from tracker.rules.table.room.room import Room, next_name
from tracker.rules.table.state.party import GAME, Party, new_party
from tracker.rules.table.verbs.commands import apply
from tracker.rules.words import Malformed, Refused

FIRST = "deal:1.1:8dKc2d5s"
REDS = "deal:1.1:8d6h5h4d"


def rascal(*commands: str) -> Party:
    return heard(table("rascal"), commands)


def takes(*deeds: str, room: str = "1.1") -> list[str]:
    return [f"take:{room}:{deed}" for deed in deeds]


def test_a_weapon_is_worth_one_less_for_each_enemy_on_it() -> None:
    party = rascal(FIRST, *takes("equip:0:8d", "fight:0:Kc:weapon", "fight:0:5s:weapon"))
    mara = party.players[0]
    assert (mara.hp, mara.weapon) == (15, "8:Kc5s")
    assert rascal_picture(party).value == 6


def test_a_knife_adds_two_for_two_fights_and_takes_both_enemies_with_it() -> None:
    deeds = ("equip:0:8d", "knife:0:2d", "fight:0:Kc:weapon")
    party = rascal(FIRST, *takes(*deeds))
    mara = party.players[0]
    assert (mara.hp, mara.weapon, mara.knife) == (17, "8", "2dKc")
    party = apply(party, "take:1.1:fight:0:5s:weapon")
    mara = party.players[0]
    assert (mara.hp, mara.weapon, mara.knife) == (17, "8", "")
    assert Room(party).places.out == {"2d", "Kc", "5s"}


def test_a_new_weapon_discards_the_old_one_with_its_knife() -> None:
    party = rascal(FIRST, *takes("equip:0:8d", "knife:0:2d", "fight:0:Kc:weapon"), "equip:0:9d")
    assert (party.players[0].weapon, party.players[0].knife) == ("9", "")
    assert Room(party).places.out == {"8d", "2d", "Kc"}


def test_what_is_stored_has_left_the_room_and_lies_in_the_pocket() -> None:
    party = rascal(REDS, *takes("store:0:6h"))
    room = Room(party)
    assert (party.players[0].pocket, room.taken, room.drunk) == ("6h", 1, False)
    assert "6h" not in room.unseen | room.places.lies | room.places.out


def test_a_potion_out_of_the_pocket_is_the_one_of_that_room() -> None:
    party = rascal("hp:0:=5", REDS, *takes("store:0:6h", "equip:0:8d", "toss:0:4d"))
    party = heard(party, ["next:1.1", "deal:1.2:2h3h3d", "take:1.2:inv-drink:0:6h"])
    room = Room(party)
    assert (party.players[0].hp, room.drunk, room.taken) == (11, True, 0)
    assert not rascal_picture(party).at_entry
    assert ways(party, 0, "2h") == ("store:0:2h", "toss:0:2h", "drink:0:2h")
    assert not allowed(party, 0, "drink", "2h", "")


def test_one_stored_and_used_in_the_same_room_has_left_it_once() -> None:
    party = rascal("hp:0:=5", REDS, *takes("store:0:6h", "inv-drink:0:6h"))
    assert (Room(party).taken, Room(party).drunk, Room(party).pile) == (1, True, 40)


def test_one_dropped_is_carried_into_the_next_room() -> None:
    deeds = ("store:0:6h", "equip:0:8d", "drink:0:5h", "toss:0:4d")
    party = rascal(REDS, *takes(*deeds), "drop:1.1:6h")
    room = Room(party)
    assert (party.room, party.players[0].pocket) == (2, "")
    assert room.places.lies == {"6h"}
    assert (room.missing, room.pile, rascal_picture(party).at_entry) == (3, 37, True)
    with pytest.raises(Refused, match="not the one being played"):
        apply(party, "drop:1.1:6h")


def test_the_fourth_card_may_be_left_or_dealt_with() -> None:
    three = rascal(REDS, *takes("equip:0:8d", "drink:0:5h", "toss:0:4d"))
    assert (Room(three).over, next_name(three, "6h"), next_name(three)) == (True, "1.1", "1.2")
    assert Room(apply(three, "next:1.1")).places.lies == {"6h"}
    four = apply(three, "take:1.1:toss:0:6h")
    assert (four.room, next_name(four)) == (1, "1.2")


def test_told_by_two_phones_nothing_happens_twice() -> None:
    party = rascal(REDS, *takes("store:0:6h", "inv-drink:0:6h"))
    for again in ("store:0:6h", "inv-drink:0:6h", "inv-toss:0:6h"):
        with pytest.raises(Refused, match="dealt with already"):
            apply(party, f"take:1.1:{again}")
    with pytest.raises(Refused, match="not the one being played"):
        apply(apply(party, "next:1.1"), "next:1.1")


@pytest.mark.parametrize(
    ("deed", "reason"),
    [
        ("store:0:5h", "The pocket is full"),
        ("inv-drink:0:5h", "isn’t in the pocket"),
        ("knife:0:2d", "no weapon"),
        ("fight:0:9c:weapon", "no weapon"),
    ],
)
def test_what_has_no_meaning_is_refused(deed: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        apply(rascal(REDS, *takes("store:0:6h")), deed)


@pytest.mark.parametrize(
    "command",
    [
        *("store:0:9c", "toss:0:Kh", "knife:0:3d", "inv-equip:0:6h", "fight:0:9c:both"),
        *(
            "knife:0:=Kc",
            "knife:0:=2d2d",
            "knife:0:=2dKcQcJc",
            "knife:0:=2d3d",
        ),
        *("pocket:0:9c", "pocket:0:6h5h", "pocket:0:x", "drop:1:6h", "next:x"),
    ],
)
def test_what_means_nothing_is_refused_in_words(command: str) -> None:
    with pytest.raises(Malformed):
        apply(rascal("pocket:0:6h"), command)


def test_knife_and_pocket_are_set_by_hand() -> None:
    party = rascal("weapon:0:8", "knife:0:=2dKc", "pocket:0:7h")
    assert Room(party).hands == {"8d", "2d", "Kc", "7h"}
    party = heard(party, ["knife:0:=", "pocket:0:"])
    assert (party.players[0].knife, party.players[0].pocket) == ("", "")


@pytest.mark.parametrize("deed", ["store:0:6h", "toss:0:6h", "inv-toss:0:6h", "knife:0:2d"])
def test_no_other_game_has_a_knife_or_a_pocket(deed: str) -> None:
    with pytest.raises(Refused, match="Rascal"):
        apply(new_party(("Mara",)), deed)


@pytest.mark.parametrize(("before", "after"), [*permutations(GAME.among, 2)])
def test_another_game_begins_with_all_cards_but_the_weapon_in_its_pile(
    before: str, after: str
) -> None:
    held = ("weapon:0:8:Kc", "shields:0:JhQh", "knife:0:=2d5s", "pocket:0:7h")
    told = heard(table(before), [*held, "out:9c4h", "deal:1.1:JcQc3h"])
    party = apply(told, f"game:{after}")
    room, mara = Room(party), party.players[0]
    assert (mara.weapon, mara.knife, mara.pocket, party.cards) == ("8:Kc", "", "", "")
    assert room.pile + room.missing == len(room.pack - room.hands)
    assert {"2d", "5s", "7h", "9c", "4h", "Jc"} <= room.unseen


def test_a_worn_out_weapon_may_fight_nothing() -> None:
    assert may_fight(rascal("weapon:0:2:Kc"), 0, "Ac")
    assert not may_fight(rascal("weapon:0:2:KcQc"), 0, "2c")


def test_the_pocket_opens_when_no_enemy_lies_in_the_room() -> None:
    shut = rascal("deal:1.1:9c8d6h5h")
    assert ways(shut, 0, "6h") == ("drink:0:6h", "toss:0:6h", "store:0:6h")
    assert not allowed(shut, 0, "store", "6h", "")
    ajar = apply(shut, "take:1.1:fight:0:9c:bare")
    assert ways(ajar, 0, "6h") == ("drink:0:6h", "store:0:6h", "toss:0:6h")
    full = apply(ajar, "pocket:0:7h")
    assert pocket_ways(full, 0) == ("inv-drink:0:7h", "inv-toss:0:7h")
    assert allowed(full, 0, "inv-drink", "7h", "")


def test_each_deed_is_taken_back_by_itself() -> None:
    party = rascal("hp:0:=5", REDS)
    for deed in ("store:0:6h", "equip:0:8d", "inv-drink:0:6h", "toss:0:4d"):
        after = apply(party, f"take:1.1:{deed}")
        assert take_back(after, changes_between(party, after)) == party
        party = after
