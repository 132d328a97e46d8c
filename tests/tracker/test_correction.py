"""A card that was told wrongly as it was taken is put right with one touch."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests.tracker.parties import play
from tracker.boards.party.cards.correction import LastTake, last_take
from tracker.rules.table.state.party import Party, new_party
from tracker.services.party.parties import party_create, party_table

pytestmark = pytest.mark.django_db


def party(*commands: str, names: tuple[str, ...] = ("Mara", "Odo")) -> str:
    code = party_create(state=new_party(names))
    play(code, *commands)
    return code


def last(*commands: str, names: tuple[str, ...] = ("Mara", "Odo")) -> LastTake | None:
    return last_take(party_table(party(*commands, names=names)))


def state(code: str) -> Party:
    return party_table(code).state


def test_the_other_way_comes_first_then_who_sits_next() -> None:
    found = last("weapon:0:10", "take:1.1:fight:0:9c:weapon")
    assert found is not None
    assert found.label == "Mara fights 9 of Clubs"
    assert [(each.label, each.text) for each in found.instead] == [
        ("Bare hands", "−9, 11 left"),
        ("Odo", "−9, 11 left"),
    ]


def test_with_no_other_way_it_was_one_of_the_others() -> None:
    found = last("take:1.1:drink:1:7h", names=("Mara", "Odo", "Pell"))
    assert found is not None
    assert [each.label for each in found.instead] == ["Pell", "Mara"]


def test_a_picture_may_have_been_laid_aside() -> None:
    found = last("take:1.1:use:0:Kh", names=("Mara",))
    assert found is not None
    assert [each.command for each in found.instead] == ["take:1.1:place:0:Kh"]


def test_only_weapons_fight_the_black_joker() -> None:
    found = last("weapon:0:10", "take:1.1:fight:0:JOKb:weapon")
    assert found is not None
    assert found.instead == ()


@pytest.mark.parametrize("command", ["hp:0:-3", "fight:0:9c:bare", "deal:1.1:9c"])
def test_nothing_else_is_put_right_so(command: str) -> None:
    assert last(command) is None


def test_a_correction_is_the_undo_and_the_deed_in_one(client: Client) -> None:
    code = party("weapon:0:10", "deal:1.1:9c8s4h3c2c2d", "take:1.1:fight:0:9c:weapon")
    page = client.get(reverse("take", args=[code])).content.decode()
    form = unescape(page.partition('id="correct"')[2].partition("</form>")[0])
    fields = dict(re.findall(r'name="(key|revision)" value="([^"]*)"', form))
    (undo,) = re.findall(r'type="hidden" name="command" value="([^"]+)"', form)
    _bare, odo = re.findall(r'<button[^>]*value="([^"]+)"', form)
    r = client.post(reverse("entries", args=[code]), {**fields, "command": [undo, odo]})
    assert r.status_code == 303
    mara, odo_now = state(code).players[:2]
    assert (mara.hp, mara.weapon, odo_now.hp) == (20, "10", 11)
    assert [entry.text for entry in party_table(code).recent[:2]] == [odo, undo]


def test_what_was_put_right_elsewhere_is_not_done_twice(client: Client) -> None:
    code = party("take:1.1:fight:0:9c:bare", "undo:1", "take:1.1:fight:1:9c:bare")
    r = client.post(
        reverse("entries", args=[code]), {"command": ["undo:1", "take:1.1:fight:1:9c:bare"]}
    )
    assert r.status_code == 409
    assert [player.hp for player in state(code).players[:2]] == [20, 11]
