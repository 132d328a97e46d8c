"""Advice for one who plays alone with real cards, by what the dealt games have learned."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from tests.rules.lone import at_random
from tests.tracker.parties import play
from tracker.boards.party.cards.advice import AdviceSheet, advice_sheet, after_all
from tracker.boards.words.advice import odds_text
from tracker.rules.advice import advice
from tracker.rules.advice.lone import NO_WAY, SURE
from tracker.rules.protocol import BACK, Cards
from tracker.rules.table.ahead.pictures import PICTURES, mixed
from tracker.rules.table.ahead.plan import Plan, may_plan
from tracker.rules.table.ahead.plan import plan as plan_for
from tracker.rules.table.room.room import Room, cleared
from tracker.rules.table.state.party import new_party
from tracker.services.match.advice import THINKERS, advice_slots
from tracker.services.party.advice import party_plan, party_risks
from tracker.services.party.parties import party_create, party_table

pytestmark = pytest.mark.django_db

ROOM = "deal:1.1:8dKc6h5s"
ALL_BUT_ONE = (
    "out:AcKcQcJc10c9c8c7c6c5c4c3c2cAsKsQsJs10s9s8s7s6s5s4s3s10d9d8d7d6d5d4d3d2d10h9h8h7h6h5h4h3h2h"
)


def party(game: str, *commands: str) -> str:
    code = party_create(state=new_party(("Mara",)))
    play(code, f"game:{game}", "referee:room", *commands)
    return code


def no_shuffle(cards: Cards) -> list[str]:
    return list(cards)


def judged(code: str) -> tuple[Plan, AdviceSheet]:
    table = party_table(code)
    plan = plan_for(table.state, no_shuffle, trials=0)
    assert plan is not None
    return plan, advice_sheet(table, plan)


@pytest.mark.parametrize("game", ["solo", "rascal"])
def test_what_is_advised_leads_out_of_the_room_alive(game: str) -> None:
    chance, asked = Random(game), 0
    for moment in at_random(game, {}, chance):
        if asked < 12 and may_plan(moment.party):
            plan = plan_for(moment.party, no_shuffle, trials=0)
            assert plan is not None
            after = after_all(moment.party, plan.commands)
            out = Room(after).over or after.room > moment.party.room or cleared(after)
            lost = not plan.advice.ranked
            assert lost or (after.living and out)
            asked += 1
    assert asked > 5


def test_the_sheet_says_each_step_and_where_it_leads() -> None:
    plan, sheet = judged(party("solo", ROOM))
    assert len(sheet.steps) == len(plan.commands) <= 3
    assert sheet.says == "All cards are face up"
    assert (sheet.command, sheet.risks) == (plan.commands[0], True)
    assert "stays for room 2" in sheet.end


def test_rascal_moves_on_in_the_end() -> None:
    plan, sheet = judged(party("rascal", ROOM))
    assert plan.commands[-1] == "next:1.1"
    assert sheet.steps[-1].says == "Go to the next room"
    assert "room 2" in sheet.end


def test_a_room_that_is_too_much_is_skipped_or_fled_from(client: Client) -> None:
    for game, says in (("solo", "Skip the room"), ("rascal", "Flee")):
        _plan, sheet = judged(party(game, "hp:0:=2", "deal:1.1:AcAsKcKs"))
        assert (sheet.does, sheet.command) == (says, "run:1.1")
        assert sheet.end.startswith("The cards here go under the pile")


def test_the_last_card_is_dealt_with_and_the_dungeon_is_cleared() -> None:
    for game in ("solo", "rascal"):
        _plan, sheet = judged(party(game, ALL_BUT_ONE, "deal:1.1:2s"))
        assert sheet.end == "The dungeon is cleared. Afterwards:"


SKIPPED = (
    "out:AcKcQcJc10c9c8c7c6c5c4c3c2cAsKsQsJs10s9s8s7s6s10d9d8d7d6d5d4d3d10h9h8h7h6h5h",
    "hp:0:=9",
    "deal:1.1:5s4s3s2h",
    "run:1.1",
    "deal:1.2:2s2d3h4h",
)


@pytest.mark.parametrize("game", ["solo", "rascal"])
def test_nobody_knows_how_a_skipped_room_of_real_cards_lies(game: str) -> None:
    """With dealt cards their order was seen, and it would be certain whether one wins."""
    table = party_table(party(game, *SKIPPED)).state
    assert mixed(table) == [4]
    picture = PICTURES[game](table)
    assert (picture.deck.count(BACK), picture.bottom) == (0, 4)
    plan = plan_for(table, no_shuffle)
    assert plan is not None
    assert plan.advice.reason.text not in (SURE, NO_WAY)
    assert plan.advice.chance not in (0, 1)
    dealt = advice(game, picture, 0, no_shuffle)
    assert dealt is not None
    assert dealt.reason.text in (SURE, NO_WAY)


@pytest.mark.parametrize("game", ["solo", "rascal"])
def test_the_last_card_of_a_skipped_room_lies_where_everybody_knows(game: str) -> None:
    taken = ("take:1.2:equip:0:2d", "take:1.2:drink:0:3h", "take:1.2:fight:0:2s:weapon")
    table = party_table(party(game, *SKIPPED, *taken, "deal:1.3:5s4s3s")).state
    assert mixed(table) == [1]
    plan = plan_for(table, no_shuffle)
    assert plan is not None
    assert plan.advice.reason.text in (SURE, NO_WAY)


DEADLY = (ALL_BUT_ONE.replace("AcKcQc", "").replace("AsKsQs", ""), "hp:0:=2", "out:2s")


@pytest.mark.parametrize("game", ["solo", "rascal"])
def test_it_says_how_likely_the_next_room_is_deadly(client: Client, game: str) -> None:
    """Only aces, kings and queens are left."""
    page = client.get(reverse("left-risk", args=[party(game, *DEADLY)])).content.decode()
    assert re.search(r"even with best play: <b>(100%|100.0%)", page)


def test_where_the_weapon_has_to_be_used_no_risk_is_told() -> None:
    state = party_table(party("solo", "rules:weapon=auto")).state
    assert party_risks([state]) == [None]


def test_a_weapon_that_has_to_be_used_is_named() -> None:
    ran = ("deal:1.1:AcAsKcKs", "run:1.1", "deal:1.2:9c5c10d8c")
    plan, _sheet = judged(party("solo", "rules:weapon=auto", *ran))
    fights = [command for command in plan.commands if ":fight:" in command]
    assert plan.commands[0] == "take:1.2:equip:0:10d"
    assert len(fights) == 2
    assert fights[0].endswith(":weapon")


def test_the_button_does_the_first_step(client: Client) -> None:
    code = party("rascal", ROOM)
    page = client.get(reverse("advice", args=[code])).content.decode()
    (command,) = re.findall(r'name="command" value="([^"]+)"', page)
    client.post(reverse("entries", args=[code]), {"command": command})
    assert Room(party_table(code).state).taken == 1


def test_it_says_how_likely_one_wins() -> None:
    table = party_table(party("rascal", ROOM))
    plan = plan_for(table.state, no_shuffle)
    assert plan is not None
    assert re.match(r"(Over )?\d+% to win \(estimate\)\.", advice_sheet(table, plan).odds)
    sure = plan.advice._replace(chance=0.998, ranked=plan.advice.ranked[:1])
    assert odds_text(sure) == "Over 99% to win (estimate)."


def test_while_others_are_advised_it_is_what_can_be_said_at_once() -> None:
    state = party_table(party("solo", ROOM)).state
    for _ in range(THINKERS):
        advice_slots.acquire()
    try:
        plan = party_plan(state)
    finally:
        for _ in range(THINKERS):
            advice_slots.release()
    assert plan is not None
    assert (plan.advice.tried, plan.advice.chance) == (0, None)


@pytest.mark.parametrize(
    "commands",
    [
        ("deal:1.1:8dKc",),
        (ROOM, "deal:1.1:4s"),
        (ROOM, "weapon:0:A"),
        (ROOM, "hp:0:=-1"),
        (ROOM, "referee:off"),
    ],
)
def test_nothing_is_advised_where_not_all_lies_open(commands: tuple[str, ...]) -> None:
    for game in ("solo", "rascal"):
        assert party_plan(party_table(party(game, *commands)).state) is None


def test_the_table_offers_it(client: Client) -> None:
    for game in ("solo", "rascal"):
        code = party(game, ROOM)
        page = client.get(reverse("table", args=[code])).content.decode()
        assert reverse("advice", args=[code]) in page
