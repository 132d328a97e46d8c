"""The table on the phone of one player: theirs first and large, with all cards one touch away."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from tests.commands_at_random import BEGINNINGS, played, story
from tests.examples import examples
from tests.tracker.drawings import drawings
from tests.tracker.parties import play
from tracker.boards.party.sheet.sheet import TABS as player_tabs
from tracker.boards.party.sheet.sheet import hand_of, without_others
from tracker.rules.cards import PACK
from tracker.rules.table.state.party import new_party
from tracker.services.party.parties import party_create, party_table
from tracker.views.party.table import drawn_hand

ODO = "1"
HTMX = {"HX-Request": "true"}


@pytest.fixture(name="phone")
def phone_of_odo(client: Client, code: str) -> Client:
    client.post(reverse("join", args=[code]), {"device": ODO})
    client.get(reverse("cards", args=[code, 1]) + "?own", headers=HTMX)
    return client


def table(client: Client, code: str) -> str:
    """As it is swapped in after a change."""
    return client.get(reverse("table-part", args=[code])).content.decode()


def players(page: str) -> list[tuple[str, str]]:
    return re.findall(r'id="player-(\d)" class="(player|mate)', page)


@pytest.mark.postgresql
def test_whoever_says_who_they_are_comes_first_and_has_all_cards(phone: Client, code: str) -> None:
    shown = table(phone, code)
    assert players(shown) == [("1", "player"), ("0", "mate")]
    assert 'value="fight:1:Kc:bare"' in shown
    assert 'value="hp:0:-1"' in shown


@pytest.mark.parametrize("device", ["", "7"])
def test_on_a_phone_of_the_whole_table_all_are_equal(
    client: Client, code: str, device: str
) -> None:
    client.post(reverse("join", args=[code]), {"device": device})
    shown = table(client, code)
    assert players(shown) == [("0", "player"), ("1", "player")]
    assert "fight:1:Kc" not in shown


def test_the_whole_table_is_one_touch_away_and_so_is_the_way_back(phone: Client, code: str) -> None:
    for view, first in (("whole", "0"), ("mine", "1")):
        assert f'href="?view={view}"' in table(phone, code)
        r = phone.get(reverse("table", args=[code]), {"view": view})
        assert r["Location"] == reverse("table", args=[code])
        assert players(table(phone, code))[0][0] == first


def test_the_cards_lie_there_once_they_were_opened(client: Client, code: str) -> None:
    client.post(reverse("join", args=[code]), {"device": ODO})
    assert 'hx-trigger="click"' in table(client, code)
    client.get(reverse("cards", args=[code, 1]) + "?own", headers=HTMX)
    assert 'value="fight:1:Kc:bare"' in table(client, code)


def test_a_whole_page_fetches_the_cards_once_it_can_be_used(phone: Client, code: str) -> None:
    page = phone.get(reverse("table", args=[code])).content.decode()
    cards = reverse("cards", args=[code, 1])
    assert "fight:1:Kc" not in page
    assert f'href="{cards}" hx-get="{cards}?own" hx-trigger="load"' in page
    part = phone.get(f"{cards}?own", headers=HTMX).content.decode()
    assert part.strip().startswith('<section id="hand"')


def names(page: str) -> set[str]:
    return set(re.findall(r'\bid="([^"]+)"', page))


TABS = [f"player/0?tab={key}" for key, *_ in player_tabs]
SHEETS = ("player/0/cards", "take", "right", "dungeon", "left", "pad/deal", "card/9c", "advice")


@pytest.mark.parametrize("sheet", [*TABS, *SHEETS])
def test_a_sheet_over_the_table_has_names_of_its_own(phone: Client, code: str, sheet: str) -> None:
    """A button finds its form by name, and the own cards have one too."""
    play(code, "weapon:0:8:Kc", "used:=Kh", "referee:room", "deal:1.1:9cKd4h10s2c7d")
    over = phone.get(f"/p/{code}/{sheet}", headers=HTMX).content.decode()
    assert over.strip().startswith("<div")
    assert not names(over) & (names(table(phone, code)) | {"choose", "said"})


def test_the_cards_of_others_open_as_a_sheet_or_a_page(phone: Client, code: str) -> None:
    cards = reverse("cards", args=[code, 0])
    assert "<html" in phone.get(cards).content.decode()
    sheet = phone.get(cards, headers=HTMX).content.decode()
    assert "<html" not in sheet
    assert f'data-here="{cards}" data-player="0"' in sheet
    assert phone.get(reverse("cards", args=[code, 3])).status_code == 404


def test_every_card_but_those_with_no_use_is_there_and_keeps_its_place(code: str) -> None:
    def codes() -> list[str]:
        hand = hand_of(party_table(code), 0)
        found = [*hand.enemies, *hand.cards]
        return [choice.face.code for choice in found if choice.face]

    before = codes()
    assert set(PACK) - set(before) == {"Kd", "Qd", "Jd"}
    play(code, "equip:0:8d", "fight:0:9c:weapon")
    assert set(codes()) == set(PACK)
    assert codes()[: len(before)] == before


def test_what_is_over_the_limit_is_told_apart(code: str) -> None:
    play(code, "weapon:0:8:5c")
    hand = hand_of(party_table(code), 0)
    strong = {e.face.code for e in hand.enemies if e.strong and e.face}
    assert {"5s", "Ac"} <= strong
    assert not {"4c", "JOKb"} & strong


@pytest.mark.thorough
@pytest.mark.django_db
def test_what_makes_no_difference_to_the_cards_of_a_player_makes_none() -> None:
    """The cards are drawn once for all tables that are alike in what is left."""
    for seed in range(examples(60)):
        chance = Random(seed)
        code = party_create(state=chance.choice(BEGINNINGS))
        table = party_table(code)
        # Equal parties have equal cards: drawn once.
        hand = cache(
            lambda state, number, table=table: hand_of(replace(table, state=state), number)
        )
        for ledger in played(code, story(chance, 12)):
            number = chance.choice(ledger.state.seated)
            alike = without_others(ledger.state, number)
            assert hand(alike, number) == hand(ledger.state, number), seed


@pytest.mark.thorough
def test_cards_are_drawn_anew_where_they_differ(code: str) -> None:
    """Whatever happens, the phone is shown what it would be shown if nothing were kept."""
    for seed in range(examples(30)):
        chance = Random(seed)
        code = party_create(state=new_party(("Mara", "Odo", "Pell")))
        for ledger in played(code, story(chance, 8)):
            number = chance.choice(ledger.state.seated)
            with drawings("party/sheet/_own_hand.html") as drawn:
                kept = drawn_hand(party_table(code), number)
            if not drawn:
                caches["hands"].clear()
                assert drawn_hand(party_table(code), number) == kept, seed


def test_a_tap_of_somebody_else_draws_no_cards_of_mine(phone: Client, code: str) -> None:
    table(phone, code)
    with drawings("party/sheet/_own_hand.html") as drawn:
        for _ in range(3):
            play(code, "hp:0:-1")
            table(phone, code)
        assert not drawn
        play(code, "hp:1:-1")
        table(phone, code)
    assert len(drawn) == 1
