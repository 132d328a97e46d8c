"""Bringing the table back to a line of the history."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from tests.tracker.parties import play
from tracker.rules.words import Refused
from tracker.services.party.parties import party_table

EVENING = ("equip:0:8d", "fight:0:9c:weapon", "floor:+1", "hp:1:-6", "title:Lantern")


def test_the_table_is_as_it_was_and_keeps_its_name(code: str) -> None:
    then = play(code, *EVENING[:2])
    play(code, *EVENING[2:])
    assert play(code, "return:2") == replace(then, title="Lantern")


def test_it_is_one_line_that_can_be_undone_and_done_again(code: str) -> None:
    before = play(code, *EVENING)
    back = play(code, "return:0")
    assert party_table(code).recent[0].text == "return:0"
    assert play(code, "undo:6") == before
    assert play(code, "undo:7") == back


@pytest.mark.parametrize("line", ["99", "", "-1", "two", "1.5", "9" * 5000])
def test_a_line_that_is_not_there_changes_nothing(code: str, line: str) -> None:
    before = play(code, *EVENING)
    with pytest.raises(Refused):
        play(code, f"return:{line}")
    assert party_table(code).state == before


def test_the_page_of_a_line_leads_the_table_back_to_it(client: Client, code: str) -> None:
    play(code, *EVENING)
    button = 'name="command" value="return:{}"'
    page = client.get(reverse("history-at", args=[code, 2])).content.decode()
    assert button.format(2) in page
    r = client.post(reverse("entries", args=[code]), {"command": "return:2", "key": "k"})
    assert (r.status_code, r["Location"]) == (303, reverse("table", args=[code]))
    now = client.get(reverse("history-at", args=[code, 6])).content.decode()
    assert button.format(6) not in now
