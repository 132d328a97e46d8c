"""The rules pages: complete, linked together, and leading back to the table they came from."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.servers import ROOT
from tracker.boards.match.screens import SCREENS, other_screens
from tracker.boards.rules.examples import Example, story_of
from tracker.boards.rules.house_rules import SOME, as_sentence
from tracker.rules.cards import card_name
from tracker.rules.games import GAMES
from tracker.rules.games.coop.cards import returning
from tracker.rules.protocol import Illegal
from tracker.rules.table.texts.notation import read_weapon

CODE = "23456789abcde"
WORDS_A_MINUTE = 200  # of somebody who reads rules with the cards in hand
OTHER_GAMES = [screen.key for screen in other_screens()]
HOW_TO_PLAY = {key: f"/rules/{key}/" for key in GAMES} | {"coop": "/rules/coop"}
GAME_PAGES = [f"/rules/{key}/{page}" for key in OTHER_GAMES for page in ("", "one-page")]
PAGES = (
    "/rules/",
    "/rules/search",
    "/rules/coop",
    "/rules/tracker",
    "/rules/returns",
    "/rules/notation",
    *GAME_PAGES,
)


def text_of(client: Client, address: str, status: int = 200) -> str:
    r: HttpResponse = client.get(address)  # type: ignore[assignment]
    assert r.status_code == status
    return r.content.decode()


def links(page: str) -> list[str]:
    return re.findall(r'<a[^>]* href="([^"]+)"', page)


def test_every_game_has_its_page_on_the_list(client: Client) -> None:
    listed = set(links(text_of(client, "/rules/")))
    assert set(HOW_TO_PLAY.values()) <= listed


@pytest.mark.parametrize("key", SCREENS)
def test_every_option_of_a_game_is_explained_on_its_page(client: Client, key: str) -> None:
    page = text_of(client, HOW_TO_PLAY[key])
    told = re.findall(r'<dt id="option-(\w+)">.+</dt>\n<dd><b>We play:</b> (.+)</dd>', page)
    assert {name for name, _ in told} == set(GAMES[key].options)
    for name, answers in told:
        default, *others = re.split(r" <b>(?:Others|Or):</b> ", unescape(answers))
        meanings = dict(SCREENS[key].house_rules[name].answers)
        option = GAMES[key].options[name]
        assert set(meanings) == ({(), SOME} if option.many else set(option.allowed))
        assert default == as_sentence(meanings.pop(option.default))
        assert others == [*map(as_sentence, meanings.values())]


@pytest.mark.parametrize("key", SCREENS)
def test_the_text_says_where_tables_differ(client: Client, key: str) -> None:
    pointed = re.findall(r'href="#option-(\w+)"', text_of(client, HOW_TO_PLAY[key]))
    assert sorted(pointed) == sorted(GAMES[key].options)


def test_the_lesson_takes_ten_minutes(client: Client) -> None:
    page = text_of(client, "/rules/coop").partition('class="rules"')[2]
    lesson = page.partition('<section id="tables-differ">')[0]
    shown = re.sub(r'<nav.*?</nav>|<span class="card.*?</svg></span>', "", lesson, flags=re.DOTALL)
    words = re.findall(r"\w[\w’-]*", unescape(re.sub("<[^>]+>", " ", shown)))
    assert 1_500 < len(words) <= 10 * WORDS_A_MINUTE


@pytest.mark.parametrize("path", ["", "one-page"])
def test_the_co_operative_game_is_found_like_the_others(client: Client, path: str) -> None:
    r = client.get(f"/rules/coop/{path}?back={CODE}")
    assert r.headers["Location"] == f"/rules/{'' if path else 'coop'}?back={CODE}"


def test_there_are_no_rules_of_an_unknown_game(client: Client) -> None:
    text_of(client, "/rules/poker/", status=404)


def test_what_may_be_laid_is_what_the_game_says(client: Client) -> None:
    page = text_of(client, "/rules/shiphead/")
    rows = dict(re.findall(r'<th scope="row">(.+)</th><td>(.+)</td>', page))
    assert rows["8, asleep"] == "2 7 8 9 10 J Q K A"
    assert rows["8, awake"] == "8"
    assert len(rows) == 14


def test_an_example_says_what_the_game_makes_of_its_moves() -> None:
    first, *_, last = SCREENS["solo"].stories()["rooms"].steps
    assert "20 health" in first.words
    assert [row.cards for row in first.rows] == [("8d", "Kc", "Js", "7s")]
    assert last.rows[0].cards == ("8d", "Kc", "Js", "7s")
    assert "has 8." in last.words


def test_an_example_with_an_illegal_move_is_found() -> None:
    wrong = Example("", "8d Kc", (("fight:Kc:weapon", "{hit}"),))
    with pytest.raises(Illegal):
        story_of(wrong, GAMES["solo"], SCREENS["solo"].rows)


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


@pytest.mark.parametrize(
    "floor", ["", "0", "-3", "twelve", "1.5", "10000", "٣", "<b>", "7" * 50_000]
)
def test_what_is_no_floor_is_answered_politely(client: Client, floor: str) -> None:
    page = text_of(client, f"/rules/returns?floor={floor}", status=400)
    assert 'role="alert"' in page
    assert "<b>”" not in page
    assert len(page) < 12_000


@pytest.mark.parametrize("page", PAGES)
def test_every_page_leads_back_to_the_table(client: Client, page: str) -> None:
    inside = links(text_of(client, f"{page}?back={CODE}"))
    assert f"/p/{CODE}/" in inside
    assert all(f"?back={CODE}" in link for link in inside if link.startswith("/rules/"))


@pytest.mark.parametrize("page", PAGES)
def test_opened_from_a_game_every_page_leads_back_to_it(client: Client, page: str) -> None:
    inside = links(text_of(client, f"{page}?game={CODE}"))
    assert f"/play/{CODE}/" in inside
    assert all(f"?game={CODE}" in link for link in inside if link.startswith("/rules/"))


@pytest.mark.parametrize("back", ["", "23456789abcd1", CODE + "x", "//elsewhere", CODE + "%0a"])
def test_only_a_party_code_is_a_way_back(client: Client, back: str) -> None:
    page = text_of(client, f"/rules/coop?back={back}")
    assert not any(link.startswith("/p/") or "back=" in link for link in links(page))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("weapon=8d:kcjs", "<code>8:KcJs</code>"),
        ("weapon=8:KcJs", "Can fight <b>10 or lower</b>"),
        ("weapon=8:2c", "Can fight <b>only the black joker</b>"),
        ("weapon=8:5sKc", "Kc is not below 5s"),
        ("weapon=rusty%20<i>", 'value="rusty &lt;i&gt;"'),
        ("weapon=", "Bare hands."),
        ("used=Kh%20Qd", "<code>QdKh</code>"),
    ],
)
def test_a_text_is_read_out(client: Client, typed: str, said: str) -> None:
    assert said in text_of(client, f"/rules/notation?{typed}")


@pytest.mark.parametrize(("box", "card"), [("weapon", "Kc"), ("used", "Kh")])
def test_a_text_that_fits_no_box_is_not_drawn(client: Client, box: str, card: str) -> None:
    fits = text_of(client, f"/rules/notation?{box}={card * 250}")
    page = text_of(client, f"/rules/notation?{box}={card * 20_000}", status=400)
    assert "It has 40000 characters, 500 fit." in page
    assert len(page) < len(fits) + 1000


def test_only_texts_of_a_table_are_kept_in_memory() -> None:
    for length in (500, 501):
        text = "8:" + "Kc" * length
        assert (read_weapon(text[:length]) is read_weapon(text[:length])) is (length == 500)


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


@pytest.mark.parametrize("page", ["", "one-page"])
def test_a_name_too_long_for_a_file_is_no_game(client: Client, page: str) -> None:
    assert client.get(f"/rules/{'x' * 500}/{page}").status_code == 404
