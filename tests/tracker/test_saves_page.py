"""The saves of a party on their page: save, load, save over, bring back, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.urls import reverse

from tracker.boards.party.saves import saves_board, usual_name
from tracker.rules.table.notation import save_name_fault
from tracker.rules.table.party import new_party
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.record import Envelope, party_record
from tracker.services.party.saves import saves_of

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = pytest.mark.django_db


@pytest.fixture
def code() -> str:
    return party_create(state=new_party(("Mara", "Odo")))


def do(code: str, *commands: str) -> None:
    recorded = party_record(code=code, commands=[Envelope(text) for text in commands])
    assert not recorded.refused


def post(client: Client, code: str, command: str, **fields: str) -> Answer:
    return client.post(
        reverse("entries", args=[code]), {"command": command, "next": "saves", **fields}
    )


def page(client: Client, code: str) -> str:
    r = client.get(reverse("saves", args=[code]))
    assert r.status_code == 200
    return r.content.decode()


@pytest.mark.parametrize(
    ("names", "usual"),
    [
        (("Mara", "Odo"), "Mara_Odo"),
        (("Zoë", "Jean Luc"), "Zoe_JeanLuc"),
        (("", "Odo"), "Player1_Odo"),
        (("שלום", "!!"), "Player1_Player2"),
        (("A" * 60, "B" * 60), "A" * 60 + "_BBB"),
    ],
)
def test_the_usual_name_is_always_one_that_is_allowed(names: tuple[str, ...], usual: str) -> None:
    assert usual_name(new_party(names)) == usual
    assert save_name_fault(usual) == ""


def test_the_box_holds_the_usual_name(client: Client, code: str) -> None:
    assert 'value="Mara_Odo"' in page(client, code)


def test_saving_comes_back_and_lists_the_save(client: Client, code: str) -> None:
    do(code, "hp:0:-7", "floor:=4", "room:=2")
    r = post(client, code, "save:", value="Evening")
    assert (r.status_code, r["Location"]) == (303, reverse("saves", args=[code]))
    text = page(client, code)
    assert "Saved as Evening" in text
    assert '<b class="number">4</b>' in text
    assert '<b class="number">13</b>' in text


@pytest.mark.parametrize("name", ["", "two words", "Ann!", "x" * 65, "ä", "<b>"])
def test_a_refused_name_is_explained_and_stays_in_the_box(
    client: Client, code: str, name: str
) -> None:
    r = post(client, code, "save:", value=name)
    text = r.content.decode()
    shown = name.replace("<", "&lt;").replace(">", "&gt;")
    assert r.status_code in (400, 409)
    assert 'role="alert"' in text
    assert f'<input id="save-as" name="value" value="{shown}"' in text
    assert saves_of(code) == []


def test_case_matters(client: Client, code: str) -> None:
    post(client, code, "save:", value="Ann")
    post(client, code, "save:", value="ann")
    board = saves_board(saves_of(code), party_table(code).state)
    assert [saved.point.name for saved in board.named] == ["ann", "Ann"]


def test_saving_over_keeps_the_earlier_one_and_brings_it_back(client: Client, code: str) -> None:
    do(code, "save:Ann", "hp:0:-5")
    post(client, code, "save:Ann")
    (saved,) = saves_board(saves_of(code), party_table(code).state).named
    assert saved.point.players[0].hp == "15"
    assert [point.players[0].hp for point in saved.earlier] == ["20"]
    assert f'value="resave:{saved.earlier[0].number}"' in page(client, code)
    post(client, code, f"resave:{saved.earlier[0].number}")
    (saved,) = saves_board(saves_of(code), party_table(code).state).named
    assert saved.point.players[0].hp == "20"
    assert [point.players[0].hp for point in saved.earlier] == ["15", "20"]


def test_loading_says_that_it_can_be_undone_and_offers_it(client: Client, code: str) -> None:
    do(code, "save:Ann", "hp:0:-5")
    r = post(client, code, "load:", value="Ann")
    assert r.status_code == 303
    assert party_table(code).state.players[0].hp == 20
    text = page(client, code)
    assert "Ann is loaded" in text
    assert 'value="undo:3"' in text
    post(client, code, "undo:3")
    assert party_table(code).state.players[0].hp == 15
    assert 'value="undo:' not in page(client, code)


def test_a_name_that_is_missed_changes_nothing_and_shows_what_is_near(
    client: Client, code: str
) -> None:
    do(code, "save:Mara_Odo", "save:elsewhere", "hp:0:-5")
    r = post(client, code, "load:", value="mara_odo")
    text = r.content.decode()
    assert r.status_code == 404
    assert 'value="load:Mara_Odo">Mara_Odo<' in text
    assert 'value="mara_odo"' in text
    assert ">elsewhere</button>" not in text
    assert party_table(code).revision == 3


def test_every_new_floor_is_saved_in_a_group_of_its_own(client: Client, code: str) -> None:
    do(code, "floor:+1", "floor:+1", "save:Ann")
    board = saves_board(saves_of(code), party_table(code).state)
    assert [saved.point.name for saved in board.floors] == ["Floor 3", "Floor 2"]
    assert [saved.point.name for saved in board.named] == ["Ann"]
    text = page(client, code)
    assert 'value="load:Floor 3"' in text
    assert 'value="save:Floor 3"' not in text
    assert post(client, code, "load:Floor 2").status_code == 303
    assert party_table(code).state.floor == 2


def test_saves_of_other_parties_are_not_shown(client: Client, code: str) -> None:
    other = party_create(state=new_party(("Pell",)))
    do(other, "save:secret")
    r = post(client, code, "load:", value="Secret")
    assert "secret" not in page(client, code)
    assert 'value="load:secret"' not in r.content.decode()


def test_fallen_players_and_odd_names_are_shown_as_they_were(client: Client, code: str) -> None:
    do(code, "name:0:<b>M</b>", "hp:0:=-3", "save:Ann")
    text = page(client, code)
    assert "&lt;b&gt;M&lt;/b&gt;" in text
    assert 'class="fallen"' in text
    assert "\N{MINUS SIGN}3" in text
