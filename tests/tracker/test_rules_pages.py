"""The rules pages: complete, linked together, and leading back to the table they came from."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.servers import ROOT
from tracker.rules.cards import card_name
from tracker.rules.red_cards import returning

CODE = "23456789abcde"
PAGES = ("/rules/", "/rules/coop", "/rules/returns", "/rules/notation")
# Every option of rules.md 3 with its default.
OPTIONS = {
    "jokers": "true",
    "refill": "short",
    "pass_memory": "game",
    "room_size": "started",
    "place_counts": "false",
    "shields": "stack",
    "run_red_limit": "any",
    "red_room_after_run": "false",
    "run_order": "kept",
    "count_runs": "true",
    "floor_carry": "keep",
}


def text_of(client: Client, address: str, status: int = 200) -> str:
    r: HttpResponse = client.get(address)  # type: ignore[assignment]
    assert r.status_code == status
    return r.content.decode()


def links(page: str) -> list[str]:
    return re.findall(r'<a[^>]* href="([^"]+)"', page)


def test_every_house_rule_is_named_with_its_default(client: Client) -> None:
    page = text_of(client, "/rules/coop")
    noted = re.findall(r'data-option="(\w+)" data-default="(\w+)".*\n<dd><b>We play:', page)
    assert dict(noted) == OPTIONS
    assert set(re.findall(r'href="#option-(\w+)"', page)) == set(OPTIONS)


def test_the_schedule_is_the_one_of_the_rules(client: Client) -> None:
    page = text_of(client, "/rules/returns")
    rows = re.findall(r'<th scope="row">(\d+)</th><td>(.*?)</td><td>(.*?)</td>', page, re.DOTALL)
    for first, cards, later in rows:
        for floor in map(int, (first, *later.split(", "))):
            names = re.findall('aria-label="(.*?)"', cards)
            assert names == [card_name(card) for card in returning(floor)]
    listed = {int(floor) for first, _, later in rows for floor in (first, *later.split(", "))}
    assert not any(returning(floor) for floor in range(1, 106) if floor not in listed)


def test_a_floor_is_told_what_comes_next(client: Client) -> None:
    answer = text_of(client, "/rules/returns?floor=%2012").split("on floor 12")[1]
    gates = re.findall(r"<b>Floor (\d+)</b>", answer.split("whole cycle")[0])
    assert gates == ["15", "35"]


@pytest.mark.parametrize("floor", ["", "0", "-3", "twelve", "1.5", "10000", "٣", "<b>"])
def test_what_is_no_floor_is_answered_politely(client: Client, floor: str) -> None:
    page = text_of(client, f"/rules/returns?floor={floor}", status=400)
    assert 'role="alert"' in page
    assert "<b>”" not in page


@pytest.mark.parametrize("page", PAGES)
def test_every_page_leads_back_to_the_table(client: Client, page: str) -> None:
    inside = links(text_of(client, f"{page}?back={CODE}"))
    assert f"/p/{CODE}/" in inside
    assert all(f"?back={CODE}" in link for link in inside if link.startswith("/rules/"))


@pytest.mark.parametrize("back", ["", "23456789abcd1", CODE + "x", "//elsewhere", CODE + "%0a"])
def test_only_a_party_code_is_a_way_back(client: Client, back: str) -> None:
    page = text_of(client, f"/rules/coop?back={back}")
    assert not any(link.startswith("/p/") or "back=" in link for link in links(page))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("weapon=8d:kcjs", "<code>8:KcJs</code>"),
        ("weapon=8:KcJs", "Beats <b>10 or less</b>"),
        ("weapon=8:2c", "Beats <b>only the black joker</b>"),
        ("weapon=8:5sKc", "Kc is not below 5s"),
        ("weapon=rusty%20<i>", 'value="rusty &lt;i&gt;"'),
        ("weapon=", "Bare hands."),
        ("used=Kh%20Qd", "<code>QdKh</code>"),
    ],
)
def test_a_text_is_read_out(client: Client, typed: str, said: str) -> None:
    assert said in text_of(client, f"/rules/notation?{typed}")


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_points_to_is_there(client: Client, page: str) -> None:
    text = text_of(client, page)
    icons = (ROOT / "static" / "icons.svg").read_text()
    for icon in re.findall(r"icons\.svg#(\w+)", text):
        assert f'id="{icon}"' in icons
    for link in links(text):
        address, _, anchor = link.partition("#")
        if anchor:
            assert f'id="{anchor}"' in (text_of(client, address) if address else text)
