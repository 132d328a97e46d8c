"""Cards named as they are taken: whose hand the next one goes to, what a touch does, the foot."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tracker.parties import play
from tracker.boards.party.cards.play_card import TakeSheet, take_sheet
from tracker.boards.party.cards.remaining_cards import left_sheet
from tracker.rules.table.room.room import Room
from tracker.rules.table.state.party import Party, new_party
from tracker.services.party.parties import party_create, party_table
from tracker.web.browser import DEVICE_COOKIE

pytestmark = pytest.mark.django_db

DEEDS = ("equip:0:7d", "fight:1:2c:bare", "drink:0:4h", "fight:1:9c:bare", "fight:0:3c:weapon")
OVER = tuple(f"take:1.1:{deed}" for deed in DEEDS)


def party(*commands: str) -> str:
    code = party_create(state=new_party(("Mara", "Odo")))
    play(code, "referee:room", *commands)
    return code


def state(code: str) -> Party:
    return party_table(code).state


def sheet(*commands: str, number: int | None = None, device: str = "") -> TakeSheet:
    return take_sheet(party_table(party(*commands)), number, device)


def touch(found: TakeSheet, card: str) -> str:
    return next(each.command for each in found.cards if each and each.face.code == card)


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


def test_the_head_counts_the_cards_of_the_room() -> None:
    assert sheet(*OVER[:2]).says == "Room 1, card 3: one tap and it’s done"


def test_on_ones_own_phone_the_next_card_is_ones_own(client: Client) -> None:
    code = party()
    client.cookies[DEVICE_COOKIE] = "1"
    page = client.get(reverse("take", args=[code])).content.decode()
    assert "Odo takes" in page
    assert f'data-here="{reverse("take", args=[code])}"' in page


def test_a_held_card_is_only_named_where_one_may_lie_there() -> None:
    assert sheet().names == "deal:1.1:"
    assert sheet("deal:1.1:7d2c4h9c3c10s").names == ""
    assert sheet(*OVER).names == ""  # any touch names the card that stays
    assert sheet(*OVER, "deal:1.1:10s").names == "deal:1.2:"


def test_who_was_chosen_stays_chosen_while_the_table_goes_on(client: Client) -> None:
    code = party()
    page = client.get(reverse("take-by", args=[code, 1])).content.decode()
    assert f'data-here="{reverse("take-by", args=[code, 1])}"' in page


def test_once_the_room_is_over_a_touch_names_the_card_that_stays(client: Client) -> None:
    found = sheet(*OVER)
    assert found.title == "Room 1 is over: which card stays?"
    assert touch(found, "Ks") == "deal:1.1:Ks"
    code = party(*OVER, "deal:1.1:Ks")
    assert left_sheet(party_table(code)).says == "48 cards in the pile, all known"


def test_the_next_card_opens_the_next_room_for_whoever_leads_it() -> None:
    found = sheet(*OVER, "deal:1.1:Ks")
    assert (found.number, touch(found, "5c")) == (1, "take:1.2:fight:1:5c:bare")
    assert touch(sheet(*OVER, number=0), "5d") == "take:1.2:equip:0:5d"


def test_a_card_that_is_taken_costs_the_database_no_more_than_a_fight(client: Client) -> None:
    code = party("deal:1.1:9c4h3d10s2c7d")
    counted = []
    for command in ("fight:0:9c:bare", "take:1.1:fight:1:2c:bare"):
        with CaptureQueriesContext(connection) as asked:
            client.post(reverse("entries", args=[code]), {"command": command})
        counted.append(len(asked))
    assert counted[1] <= counted[0]


def test_at_the_foot_somebody_passes_or_all_run() -> None:
    found = sheet(OVER[0])
    assert (found.passes, found.pass_label) == ("pass:1:1.1.1", "Odo passes")
    assert (found.runs, found.run_label) == ("", "All run")  # five cards have no name yet
    assert sheet("deal:1.1:9c4h3d10s2c7d").runs == "run:1.1"


def test_a_run_names_its_cards_and_goes_on(client: Client) -> None:
    code = party(*OVER, "deal:1.1:Ks")
    page = client.get(reverse("pad", args=[code, "run-on"])).content.decode()
    assert page.count("<span></span>") == 5
    assert f'data-again="{reverse("take", args=[code])}"' in page
    fields = {"command": "run:1.2:", "value": ["3d", "5c", "6c", "8c", "Jc"]}
    client.post(reverse("entries", args=[code]), fields)
    assert (state(code).room, state(code).first) == (3, 0)
    assert Room(state(code)).places.under == {"Ks", "3d", "5c", "6c", "8c", "Jc"}


def test_a_room_that_nobody_looked_at_is_run_from_too(client: Client) -> None:
    code = party(*OVER, "deal:1.1:Ks")
    page = client.get(reverse("pad", args=[code, "run-on"])).content.decode()
    (nobody,) = re.findall(r'form="unseen" name="command" value="([^"]+)"', page)
    for _ in range(2):  # said twice it counts once
        client.post(reverse("entries", args=[code]), {"command": nobody})
    assert (state(code).room, state(code).first) == (3, 0)
    assert Room(state(code)).places.under == {"Ks"}


def test_an_empty_pile_is_shuffled_for_the_next_floor() -> None:
    gone = "".join(sorted(Room(state(party())).unseen - {"7d", "2c", "4h", "9c", "3c", "Ks"}))
    found = sheet(f"out:{gone}", *OVER)
    assert (found.title, found.descend) == ("Odo takes …", "descend:2")


def test_alone_nobody_passes() -> None:
    code = party_create(state=new_party(("Mara",)))
    play(code, "game:solo", "referee:room")
    found = take_sheet(party_table(code), None)
    assert (found.passes, found.run_label) == ("", "Skip")


def test_after_a_run_the_odds_of_the_next_room_are_known() -> None:
    found = left_sheet(party_table(party("run:1.1:9c4h3d10s2c7d")))
    assert found.spans[1].text == "Next room: 6\N{NO-BREAK SPACE}cards"
    assert not [each for each in found.spans[1].chances if "about" in each.percent]
