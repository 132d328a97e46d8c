"""House rules of a table of real cards, chosen where the party is set up."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests.tracker.parties import play
from tracker.boards.match.screens import SCREENS
from tracker.boards.party.log.lines import line_text
from tracker.boards.rules.house_rules import as_sentence
from tracker.rules.cards import PACK
from tracker.rules.games.coop.game import Coop
from tracker.rules.table.ahead.ways import ways
from tracker.rules.table.room.room import Room
from tracker.rules.table.state.party import Party, new_party
from tracker.services.party.parties import party_create, party_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def code() -> str:
    return party_create(state=new_party(("Mara", "Odo")))


def state(code: str) -> Party:
    return party_table(code).state


def page(client: Client, code: str) -> str:
    return unescape(client.get(reverse("settings", args=[code])).content.decode())


def choose(client: Client, code: str, *values: str) -> int:
    """As the form sends it: a value for each rule, the usual ones empty."""
    fields = {"command": "rules:", "value": list(values), "next": "settings"}
    return client.post(reverse("entries", args=[code]), fields).status_code


def test_every_option_of_the_game_can_be_chosen(client: Client, code: str) -> None:
    found = page(client, code)
    for name, option in Coop().options.items():
        box = found.partition(f'id="rule-{name}"')[2].partition("</select>")[0]
        others = {f"{name}={value} " for value in option.allowed if value != option.default}
        assert {*re.findall(r'value="([^"]*)"', box)} == others | {""}


def test_the_pile_follows_the_rules_of_the_table(client: Client, code: str) -> None:
    assert choose(client, code, "", "", "jokers=False ") == 303
    assert state(code).house_rules == "jokers=False"
    assert Room(state(code)).pile == 46
    assert 'value="jokers=False " selected' in page(client, code)


@pytest.mark.parametrize("path", ["", "dungeon", "left", "take", "pad/out", "player/0/cards"])
@pytest.mark.parametrize(
    "told", [["floor:=34"], ["floor:=35"], ["deal:34.1:9c", f"out:{''.join(PACK[:-2])}"]]
)
def test_no_page_of_a_table_without_jokers_speaks_of_one(
    client: Client, code: str, path: str, told: list[str]
) -> None:
    """Even where they were set aside before that rule was chosen, and would come back."""
    play(code, "referee:room", "used:=JOKbJOKrKd", "floor:=34", "rules:jokers=False", *told)
    answer = client.get(f"/p/{code}/{path}").content.decode()
    shown = answer.partition('id="used"')[0]  # in this box stands what people typed
    assert not re.findall(r'"[^"]*Joker[^"]*"|>[^<]*Joker[^<]*<|data-special="JOK.', shown)


def test_the_usual_rules_are_chosen_again(client: Client, code: str) -> None:
    play(code, "rules:jokers=False shields=one")
    choose(client, code, "", "", "")
    assert state(code).house_rules == ""
    newest = party_table(code).recent[0]
    assert line_text(newest, state(code)) == "Back to the usual rules"


def test_the_history_tells_them_in_sentences(code: str) -> None:
    play(code, "rules:jokers=False")
    (entry,) = party_table(code).recent
    told = line_text(entry, state(code))
    assert told == "House rules: Are the jokers in the pack? No, 52 cards are enough"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("hats=True", "“hats=True” isn’t a house rule."),
        ("jokers=perhaps", "“jokers=perhaps” isn’t a house rule."),
        ("floor_carry=reshuffle refill=through", "These house rules don’t go together."),
        ("jokers=False " * 40, "characters"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(
    client: Client, code: str, value: str, message: str
) -> None:
    fields = {"command": "rules:", "value": value, "next": "settings"}
    r = client.post(reverse("entries", args=[code]), fields)
    assert r.status_code == 400
    assert message in r.content.decode()
    assert state(code).house_rules == ""


def test_what_belongs_to_another_game_is_none_of_this(client: Client, code: str) -> None:
    r = client.post(reverse("entries", args=[code]), {"command": "rules:knife=False"})
    assert r.status_code == 400
    assert "“knife=False” is a house rule of another game." in unescape(r.content.decode())


@pytest.fixture
def alone() -> str:
    return party_create(state=new_party(("Mara",)))


def test_who_plays_rascal_chooses_its_rules_and_takes_cards_out(client: Client, alone: str) -> None:
    play(alone, "rules:jokers=False", "game:rascal")
    assert {*re.findall(r'id="rule-(\w+)"', page(client, alone))} == {"knife", "inventory"}
    assert choose(client, alone, "knife=False ", "removed=", "2d", "Kc", " ") == 303
    assert state(alone).house_rules == "jokers=False knife=False removed=Kc2d"
    assert Room(state(alone)).pile == 38
    assert 'value="2d" checked' in page(client, alone)
    told = line_text(party_table(alone).recent[0], state(alone))
    assert told.endswith(
        "Without the 2 of diamonds it is harder; red cards, diamonds above all, "
        "are missed more than black ones (Kc, 2d)"
    )
    assert choose(client, alone, "", "removed=", " ") == 303
    assert state(alone).house_rules == "jokers=False"


@pytest.mark.parametrize(
    ("before", "rule", "left"),
    [
        (["deal:1.1:JOKbJOKr9c8d"], "jokers=False", "9c8d"),
        (["game:rascal", "pocket:0:4h", "deal:1.1:2d7h9c8d"], "removed=2d7h4h", "9c8d"),
        (["out:JOKb9c", "deal:1.1:JOKr8d", "run:1.1"], "jokers=False", ",9c,8d"),
    ],
)
def test_what_leaves_the_pack_leaves_the_room(
    client: Client, alone: str, before: list[str], rule: str, left: str
) -> None:
    there = Room(play(alone, "referee:room", *before)).places
    room = Room(play(alone, f"rules:{rule}"))
    assert room.places.text == left
    for address in re.findall(
        r'href="(/p/\w+/card/[^"]*)', client.get(f"/p/{alone}/").content.decode()
    ):
        assert client.get(address).status_code == 200, address
    assert Room(play(alone, "rules:")).places == there


def test_a_skipped_room_is_shuffled_into_the_pile_where_the_table_says_so(alone: str) -> None:
    play(alone, "game:solo", "rules:skip=reshuffle", "deal:1.1:9c8c6h5h", "run:1.1")
    assert not Room(state(alone)).places.under
    assert Room(state(alone)).pile == 40


def test_a_weapon_that_can_fight_has_to_where_the_table_says_so(alone: str) -> None:
    play(alone, "game:solo", "rules:weapon=auto", "weapon:0:8:9c")
    assert ways(state(alone), 0, "7c") == ("fight:0:7c:weapon",)
    assert ways(state(alone), 0, "9s")[0] == "fight:0:9s:bare"


def test_a_change_of_the_rules_is_undone(code: str) -> None:
    play(code, "rules:jokers=False", "undo:1")
    assert state(code).house_rules == ""


@pytest.mark.parametrize(("answer", "left"), [("", "QhJh"), ("=all", ""), ("=one", "QhJh")])
def test_shields_answer_by_the_rules_of_the_table(code: str, answer: str, left: str) -> None:
    play(code, f"rules:{answer and 'shields' + answer}", "shields:0:KhQhJh", "fight:0:2c:bare")
    assert state(code).players[0].shields == left


@pytest.mark.parametrize(("rule", "ran"), [("refill=through", True), ("", False)])
def test_a_run_is_not_forgotten_where_the_deal_goes_on_through_the_floor(
    code: str, rule: str, ran: bool
) -> None:
    play(code, f"rules:{rule}", "deal:1.1:9cKd4h10s2c7d", "run:1.1", "descend:2")
    assert state(code).ran is ran


@pytest.mark.parametrize("game", SCREENS)
def test_an_answer_has_a_full_stop_where_it_is_several_sentences(game: str) -> None:
    for question in SCREENS[game].house_rules.values():
        for label in map(str, question.answers.values()):
            assert label[0].isupper()
            assert label.endswith(".") == (". " in label)
            assert as_sentence(label) == label.removesuffix(".") + "."
