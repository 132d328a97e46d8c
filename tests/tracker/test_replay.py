"""A run can be seen again, moment by moment; without a script it is a list."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.tracker.parties import play

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def page_of(client: Client, code: str, number: int = 1, query: str = "") -> str:
    r = client.get(f"/p/{code}/runs/{number}/replay{query}")
    assert r.status_code == 200
    return str(r.content.decode())


def healths(page: str) -> list[list[str]]:
    """Everybody's, moment by moment."""
    rows = re.findall(r'<ul class="fates">(.*?)</ul>', page, re.DOTALL)
    return [re.findall(r'<b class="number">([^<]+)</b>', row) for row in rows]


def test_every_moment_shows_the_table_after_it(client: Client, code: str) -> None:
    play(code, "hp:0:-3", "save:door", "hit:1:5", "floor:+1", "hp:0:+1", "new", "hp:0:-9")
    page = page_of(client, code)
    assert healths(page) == [["17", "20"], ["17", "15"], ["17", "15"], ["18", "15"]]
    assert page.count("Floor 2, room 1") == 3  # where it was reached also in words


def test_what_was_undone_is_struck_through(client: Client, code: str) -> None:
    play(code, "hp:0:-3", "hp:1:-2")
    play(code, "undo:1")
    play(code, "floor:+1", "new")
    page = page_of(client, code)
    assert page.count("<s>") == 1
    assert healths(page)[-1] == ["20", "18"]


def test_the_run_in_play_is_replayed_too(client: Client, code: str) -> None:
    play(code, "floor:+1", "new", "hp:0:-3")
    assert healths(page_of(client, code, 2))[-1] == ["17", "20"]


def test_a_long_run_comes_in_pages(client: Client, code: str) -> None:
    play(code, *["hp:0:-1", "hp:0:+1"] * 95, "floor:+1")
    play(code, "new")
    first, second = page_of(client, code), page_of(client, code, query="?begin=101")
    assert "?begin=101" in first
    assert '?begin=1"' in second
    assert (len(healths(first)), len(healths(second))) == (100, 91)


@pytest.mark.parametrize("begin", ["0", "-3", "x", "99999999"])
def test_an_odd_page_is_a_page(client: Client, code: str, begin: str) -> None:
    play(code, "hp:0:-1", "floor:+1", "new")
    assert healths(page_of(client, code, query=f"?begin={begin}"))


def test_no_run_no_replay(client: Client, code: str) -> None:
    assert client.get(f"/p/{code}/runs/1/replay").status_code == 404
    play(code, "hp:0:-1")
    assert client.get(f"/p/{code}/runs/2/replay").status_code == 404


def test_hands_are_drawn_as_cards_and_notes_as_typed(client: Client, code: str) -> None:
    enemies = "KcQcJc10c9c8c7c6c"
    play(code, f"weapon:0:8:{enemies}+Kh", "weapon:1:<b>torch", "floor:+1", "new")
    page = page_of(client, code)
    last = page.rpartition('<ul class="fates">')[2]
    drawn = re.findall(r'role="img" aria-label="([^"]+)"', last)
    assert drawn[0] == "8 of Diamonds"
    assert drawn[1:] == [*(f"{n} of Clubs" for n in ("Jack", 10, 9, 8, 7, 6)), "King of Hearts"]
    assert "&lt;b&gt;torch</span>" in last
