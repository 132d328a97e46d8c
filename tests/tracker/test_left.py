"""The sheet shows what is left in the pile, and puts it right."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from tests.tracker.parties import play
from tracker.boards.party.cards.remaining_cards import LeftSheet, left_sheet
from tracker.boards.words.advice import percent_text
from tracker.rules.table.room.room import Room
from tracker.rules.table.state.party import new_party
from tracker.rules.table.texts.card_rows import strip_set
from tracker.services.party.parties import party_create, party_table

pytestmark = pytest.mark.django_db

ROOM = ("deal:1.1:QcJd9d3c8c5d", "take:1.1:equip:0:9d", "take:1.1:fight:1:3c:bare")


def party(*commands: str) -> str:
    code = party_create(state=new_party(("Mara", "Odo")))
    play(code, "referee:room", *commands)
    return code


def sheet(*commands: str) -> LeftSheet:
    return left_sheet(party_table(party(*commands)))


def kinds(found: LeftSheet) -> dict[str, str]:
    return {cell.face.code: cell.kind for row in found.rows for cell in row.cells}


def chance(found: LeftSheet, text: str) -> str:
    """The chance of this in the next room."""
    return next(each.percent for each in found.spans[1].chances if each.text == text)


def test_every_card_stands_in_the_chart_once() -> None:
    cells = [cell for row in sheet(*ROOM).rows for cell in row.cells]
    assert len({cell.face.code for cell in cells}) == len(cells) == 54


def test_the_chart_says_where_each_card_is() -> None:
    found = kinds(sheet(*ROOM, "use:0:JOKr", "run:1.1"))
    assert [found[card] for card in ("9d", "3c", "JOKr", "Qc", "Kc")] == [
        "held", "gone", "aside", "under", "pile"
    ]  # fmt: skip


def test_what_comes_is_told_in_whole_percents() -> None:
    found = sheet("deal:1.1:QcJd9d3c8c5d")
    assert found.says == "48 cards in the pile, all known"
    assert chance(found, "A weapon") == "62%"


def test_nothing_is_certain_where_cards_went_by_unnamed() -> None:
    found = sheet("hp:0:-9", "room:+1")
    assert found.says == "43 cards in the pile, 5 not entered"
    assert all(each.percent.startswith("about") for each in found.spans[0].chances[:2])


def test_it_is_told_which_card_here_spares_most_of_what_fells_somebody() -> None:
    found = sheet("hp:0:=10", "deal:1.1:QcJd3d3h2h5d", "hp:1:=1")
    (mara,) = (
        each for each in found.spans[1].chances if each.text == "An enemy Mara can’t survive"
    )
    assert re.sub("\N{VARIATION SELECTOR-15}", "", mara.small) == (
        "A♣ A♠ K♣ K♠ Q♠ J♣ and 3 more; with the 5 of Diamonds none"
    )


def test_what_lies_on_top_of_the_pile_is_told_where_it_is_known() -> None:
    room = "9cKd4h10s2c7d"
    others = Room(party_table(party()).state).unseen - strip_set(f"{room}3c4c5c6c7c8c")
    assert sheet(f"run:1.1:{room}").certain == ""
    found = sheet(
        f"run:1.1:{room}",
        f"out:{''.join(sorted(others))}",
        "deal:1.2:3c4c5c6c7c8c",
        *(f"take:1.2:fight:0:{card}:bare" for card in ("3c", "4c", "5c", "6c", "7c")),
    )
    told = re.sub("\N{VARIATION SELECTOR-15}", "", found.certain)
    assert told == "Next up, the cards you ran from: 10♠ 9♣ 2♣ 7♦ 4♥ K♦"


def test_nobody_is_told_odds_that_nobody_can_know() -> None:
    found = sheet("pile:?")
    assert (found.spans, found.pile) == ((), None)


@pytest.mark.parametrize(
    ("hundredths", "text"),
    [
        (0, "0%"),
        (0.5, "under 1%"),
        (1, "1%"),
        (64.5, "65%"),
        (99.5, "over 99%"),
        (100, "100%"),
    ],
)
def test_percents_are_rounded_as_people_do(hundredths: float, text: str) -> None:
    assert percent_text(Fraction(hundredths) / 100) == text


@pytest.mark.parametrize(
    ("command", "value", "pile"),
    [("pile:=", ["23"], 23), ("pile:new", [], 49), ("out:", ["Kc", "Ks"], 46), ("in:", ["3c"], 49)],
)
def test_the_pile_is_put_right(client: Client, command: str, value: list[str], pile: int) -> None:
    code = party(*ROOM)
    r = client.post(reverse("entries", args=[code]), {"command": command, "value": value})
    assert r.status_code == 303
    assert Room(party_table(code).state).pile == pile


def test_cards_are_typed_or_dictated_and_looked_at_first(client: Client) -> None:
    pad = reverse("pad", args=[party(*ROOM), "out"])
    page = client.get(pad, {"words": "king of clubs, 10h hammer"}).content.decode()
    assert re.findall(r'value="(\w+)" checked', page) == ["Kc", "10h"]
    assert "Didn’t understand: hammer" in page


@pytest.mark.parametrize("page", ["left", "right"])
def test_its_sheets_are_pages_too(client: Client, page: str) -> None:
    code = party(*ROOM)
    whole = client.get(reverse(page, args=[code])).content.decode()
    part = client.get(reverse(page, args=[code]), headers={"HX-Request": "true"})
    assert "<!doctype" in whole
    assert part.content.decode().strip().startswith("<div")


def test_there_is_no_pad_for_anything_else(client: Client) -> None:
    assert client.get(reverse("pad", args=[party(), "win"])).status_code == 404


@pytest.mark.parametrize(("referee", "counted"), [("count", True), ("off", False)])
def test_who_will_not_count_sees_nothing_of_it(client: Client, referee: str, counted: bool) -> None:
    code = party("room:+1", f"referee:{referee}")
    page = client.get(reverse("table", args=[code])).content.decode()
    assert (reverse("left", args=[code]) in page) is counted


def test_odds_come_with_the_rooms_alone() -> None:
    assert sheet(*ROOM).spans
    counted = sheet(*ROOM, "referee:count")
    assert not counted.spans
    assert counted.pile == sheet(*ROOM).pile


def test_counting_is_switched_off_and_on_again_where_the_party_is_set_up(client: Client) -> None:
    code = party("referee:off")
    page = client.get(reverse("settings", args=[code])).content.decode()
    pressed = re.findall(r'value="referee:(\w+)" aria-pressed="true"', page)
    assert pressed == ["off"]
    client.post(reverse("entries", args=[code]), {"command": "referee:count", "next": "settings"})
    assert party_table(code).state.referee == "count"
