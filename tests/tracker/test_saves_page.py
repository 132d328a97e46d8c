"""The saves of a party on their page: save, load, save over, bring back, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tracker import models
from tracker.boards.party.pages.saves import SavesBoard, saves_board, usual_name
from tracker.rules.table.state.party import new_party
from tracker.rules.table.texts.save_names import save_name_fault
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.record import Envelope, party_record
from tracker.services.party.runs import run_starts
from tracker.services.party.saves import saves_by_name

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def do(code: str, *commands: str) -> None:
    recorded = party_record(code=code, commands=[Envelope(text) for text in commands])
    assert not recorded.refusals


def post(client: Client, code: str, command: str, **fields: str) -> Answer:
    return client.post(
        reverse("entries", args=[code]), {"command": command, "next": "saves", **fields}
    )


def board(code: str) -> SavesBoard:
    table = party_table(code)
    named, floors = (saves_by_name(table, automatic=kind) for kind in (False, True))
    return saves_board(named, floors, table.state, run_starts(table))


def test_a_save_says_its_run_once_there_are_two(code: str) -> None:
    do(code, "floor:+1", "save:Ann")
    assert {some.point.run for some in (*board(code).floors, *board(code).named)} == {0}
    do(code, "new", "undo:3")
    assert {some.point.run for some in (*board(code).floors, *board(code).named)} == {0}
    do(code, "new", "floor:+1", "floor:+1")
    floors = {some.point.called: some for some in board(code).floors}
    assert {name: some.point.run for name, some in floors.items()} == {"Floor 3": 2, "Floor 2": 2}
    assert [point.run for point in floors["Floor 2"].earlier] == [1]
    assert [some.point.run for some in board(code).named] == [1]


def page(client: Client, code: str) -> str:
    r = client.get(reverse("saves", args=[code]))
    assert r.status_code == 200
    return r.content.decode()


@pytest.mark.parametrize(
    ("names", "usual"),
    [
        (("Mara", "Odo"), "Mara_Odo"),
        (("Zoë", "Jean Luc"), "Zoe_Jean_Luc"),
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


BOXES = {"": "", "two words": "two_words", "Ann!": "Ann", "x" * 65: "x" * 65, "<b>": "b", "€": "€"}


@pytest.mark.parametrize(("name", "shown"), BOXES.items())
def test_a_refused_name_is_explained_and_the_box_holds_one_like_it(
    client: Client, code: str, name: str, shown: str
) -> None:
    r = post(client, code, "save:", value=name)
    text = r.content.decode()
    assert r.status_code in (400, 409)
    assert 'role="alert"' in text
    assert f'<input id="save-as" name="value" value="{shown}"' in text
    assert not models.Save.objects.exists()


def test_case_matters(client: Client, code: str) -> None:
    post(client, code, "save:", value="Ann")
    post(client, code, "save:", value="ann")
    shown = board(code)
    assert [saved.point.name for saved in shown.named] == ["ann", "Ann"]


def test_saving_over_keeps_the_earlier_one_and_brings_it_back(client: Client, code: str) -> None:
    do(code, "save:Ann", "hp:0:-5")
    post(client, code, "save:Ann")
    (saved,) = board(code).named
    assert saved.point.players[0].hp == "15"
    assert [point.players[0].hp for point in saved.earlier] == ["20"]
    assert f'value="resave:{saved.earlier[0].number}"' in page(client, code)
    post(client, code, f"resave:{saved.earlier[0].number}")
    (saved,) = board(code).named
    assert saved.point.players[0].hp == "20"
    assert [point.players[0].hp for point in saved.earlier] == ["15", "20"]


def test_after_loading_one_is_at_the_table(client: Client, code: str) -> None:
    do(code, "save:Ann", "hp:0:-5")
    fields, table = {"command": "load:Ann", "next": "saves"}, reverse("table", args=[code])
    r = client.post(reverse("entries", args=[code]), fields)
    assert (r.status_code, r["Location"]) == (303, table)
    r = client.post(reverse("entries", args=[code]), fields, headers={"HX-Request": "true"})
    assert r["HX-Redirect"] == table


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


def test_loading_what_is_here_already_promises_nothing(client: Client, code: str) -> None:
    do(code, "hp:0:-5", "save:Ann")
    post(client, code, "load:Ann")
    text = client.get(reverse("table", args=[code])).content.decode()
    assert "The table already matches Ann. Nothing has changed." in text
    assert "is loaded" not in text
    assert 'value="undo:1"' in text


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
    shown = board(code)
    assert [saved.point.called for saved in shown.floors] == ["Floor 3", "Floor 2"]
    assert [saved.point.name for saved in shown.named] == ["Ann"]
    text = page(client, code)
    assert 'value="load:_ 3"' in text
    assert 'value="save:_ 3"' not in text
    assert post(client, code, "load:_ 2").status_code == 303
    assert party_table(code).state.floor == 2
    table = client.get(reverse("table", args=[code])).content.decode()
    assert "Floor 2 is loaded. Undo brings back what was here." in table


def test_a_floor_may_be_called_as_pages_of_the_first_release_call_it(
    client: Client, code: str
) -> None:
    do(code, "floor:+1", "floor:+1")
    assert post(client, code, "load:Floor 2").status_code == 303
    assert party_table(code).state.floor == 2
    assert "Floor 2 is loaded. Undo brings back what was here." in page(client, code)
    history = client.get(reverse("history", args=[code])).content.decode()
    assert "The save Floor 2 is loaded" in history
    under = client.get(reverse("saves-under", args=[code, "_ 2"]))
    assert "<h2>Floor 2</h2>" in under.content.decode()


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
    assert 'class="line down"' in text
    assert "\N{MINUS SIGN}3" in text


def many_saves(code: str, names: list[str]) -> None:
    for start in range(0, len(names), 100):
        do(code, *(f"save:{name}" for name in names[start : start + 100]))


def test_many_saves_are_shown_by_the_page(client: Client, code: str) -> None:
    many_saves(code, [f"evening-{n}" for n in range(45)])
    first = page(client, code)
    assert first.count('class="panel beside save"') == 20
    assert "evening-44</h3>" in first
    older = client.get(reverse("saves", args=[code]), {"before": 26}).content.decode()
    assert 'href="?before=26"' in first
    assert "evening-24</h3>" in older
    last = client.get(reverse("saves", args=[code]), {"before": 6}).content.decode()
    assert last.count('class="panel beside save"') == 5
    assert "Older saves" not in last


def test_the_saves_of_floors_have_pages_of_their_own(client: Client, code: str) -> None:
    do(code, *["floor:+1"] * 30)
    first = page(client, code)
    assert first.count('class="panel beside save"') == 20
    assert 'href="?floors=11"' in first
    older = client.get(reverse("saves", args=[code]), {"floors": 11}).content.decode()
    assert "Floor 2</h3>" in older
    assert "Earlier floors" not in older


def test_all_saves_of_one_name_can_be_looked_through_and_brought_back(
    client: Client, code: str
) -> None:
    many_saves(code, ["Ann"] * 30)
    first = page(client, code)
    under = reverse("saves-under", args=[code, "Ann"])
    assert "29 earlier" in first
    assert first.count("Bring back") == 5
    assert f'<a class="button quiet" href="{under}">24 more' in first
    pages = [client.get(under, query).content.decode() for query in ({}, {"before": "11"})]
    assert [text.count("Bring back") for text in pages] == [19, 10]
    assert 'href="?before=11"' in pages[0]
    assert post(client, code, "resave:1").status_code == 303
    assert board(code).named[0].point.number == 31


@pytest.mark.parametrize("name", ["Bob", "Floor 7", "x" * 64, "a%00b", "../settings"])
def test_saves_under_a_name_nobody_gave_are_not_found(client: Client, code: str, name: str) -> None:
    assert client.get(f"/p/{code}/saves/{name}").status_code == 404


def test_a_page_of_saves_reads_no_more_of_many_than_of_few(code: str) -> None:
    many_saves(code, [f"evening-{n % 30}" for n in range(400)])
    table = party_table(code)
    with CaptureQueriesContext(connection) as seen:
        assert len(saves_by_name(table, automatic=False)) == 21
    assert len(seen) == 3
    state_reads = [query["sql"] for query in seen if '"state"' in query["sql"]]
    assert len(state_reads) == 1
    assert "IN (" in state_reads[0]
