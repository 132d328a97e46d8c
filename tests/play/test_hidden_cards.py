"""A card that a phone may not see is never sent to it."""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.play.matches import OTHER, PHONE, at_one_phone, on_own_phones, phone, played_on
from tracker import models
from tracker.rules.cards import PACK, card_name
from tracker.rules.registry import GAMES
from tracker.services.match.match import Match
from tracker.services.match.play import match_table

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

CODE = re.compile(r"(?<![0-9A-Za-z])(?:10|[2-9AJQK])[cdhs](?![0-9A-Za-z])|JOK[br]")
NAME = re.compile(r"(?:10|[2-9]|Ace|Jack|Queen|King) of (?:Clubs|Diamonds|Hearts|Spades)")
CODES = {card_name(card): card for card in PACK}
NO_CARDS = re.compile(r'csrf\w+" value="\w+"|/static/\S+|/play/[\w/-]+|(?:two|three|four) \w+s\b')


def cards_in(html: str) -> set[str]:
    """Every card that is named in any way."""
    html = NO_CARDS.sub("", html)
    named = {CODES[name] for name in NAME.findall(html)}
    return named | set(CODE.findall(html))


def may_see(match: Match, seat: int) -> set[str]:
    """What the seat sees, and what has been told to everybody lately."""
    view = match.game.to_json(match.game.view(match.state, seat))
    told = " ".join(line.report for line in match.moves)
    return set(CODE.findall(view)) | set(CODE.findall(told))


def test_the_search_finds_cards_however_they_are_written() -> None:
    html = '<b id="card-10h"></b><button value="play:9c,9d">Play King of Spades</button> JOKr 4s.'
    assert cards_in(html) == {"10h", "9c", "9d", "Ks", "JOKr", "4s"}


@pytest.mark.parametrize("key", ["shiphead", "castle"])
@pytest.mark.parametrize("path", ["", "table", "about", "join"])
def test_each_phone_is_sent_what_its_seat_may_see(key: str, path: str) -> None:
    code = on_own_phones(key, PHONE, OTHER)
    for opened in played_on(code, 30 if path == "" else 10, Random(3)):
        for seat, secret in enumerate((PHONE, OTHER)):
            html = phone(secret).get(f"/play/{code}/{path}").content.decode()
            assert cards_in(html) <= may_see(opened, seat)


@pytest.mark.parametrize("key", GAMES)
def test_who_looks_on_sees_what_everybody_sees(key: str) -> None:
    code = at_one_phone(key, GAMES[key].seats[-1])
    for opened in played_on(code, 20, Random(4)):
        html = phone("z" * 13).get(f"/play/{code}/").content.decode()
        assert cards_in(html) <= may_see(opened, -1)
        assert 'name="decision"' not in html


def test_a_hand_is_on_the_page_of_its_own_phone() -> None:
    code = on_own_phones("shiphead", PHONE, OTHER)
    hands = [set(held.hand) for held in match_table(code).state.players]
    for hand, secret in zip(hands, (PHONE, OTHER), strict=True):
        assert hand <= cards_in(phone(secret).get(f"/play/{code}/").content.decode())


def test_a_shared_phone_shows_no_hand_before_it_was_passed_on() -> None:
    code = at_one_phone("shiphead", 2)
    for opened in played_on(code, 12, Random(5)):
        seat = opened.to_act[0]
        closed = phone().get(f"/play/{code}/").content.decode()
        assert "Pass the phone to" in closed
        assert cards_in(closed) <= may_see(opened, -1)
        passed = phone().get(f"/play/{code}/?open={opened.revision}").content.decode()
        assert cards_in(passed) <= may_see(opened, seat)
        stale = phone().get(f"/play/{code}/?open={opened.revision - 1}").content.decode()
        assert cards_in(stale) <= may_see(opened, -1)


def test_what_a_refusal_shows_hides_as_much() -> None:
    code = on_own_phones("castle", PHONE, OTHER)
    opened = match_table(code)
    for secret, seat in ((PHONE, 0), (OTHER, 1), ("z" * 13, -1)):
        r = phone(secret).post(
            f"/play/{code}/moves", {"seat": 0, "number": 0, "decision": "play:no"}
        )
        assert r.status_code in (403, 409)
        assert cards_in(r.content.decode()) <= may_see(opened, seat)


@pytest.mark.parametrize("key", ["solo", "rascal", "coop"])
def test_the_pile_stays_face_down_in_every_game(key: str) -> None:
    code = at_one_phone(key, 1)
    for opened in played_on(code, 15, Random(6)):
        html = phone().get(f"/play/{code}/?advice=1" if opened.revision == 3 else f"/play/{code}/")
        assert cards_in(html.content.decode()) <= may_see(opened, 0)


def test_the_name_of_a_deal_is_not_told_while_it_would_give_hands_away() -> None:
    code = on_own_phones("shiphead", PHONE, OTHER, seed="whale-oil")
    for path in ("", "table", "about", "join"):
        assert "whale-oil" not in phone().get(f"/play/{code}/{path}").content.decode()
    assert "whale-oil" not in phone().get("/play/").content.decode()


@pytest.mark.parametrize("address", ["", "table", "table?after=0", "?open=0", "?advice=1"])
def test_before_every_seat_is_taken_nobody_is_shown_a_hand(address: str) -> None:
    code = on_own_phones("shiphead", PHONE, "")
    page = phone(PHONE).get(f"/play/{code}/{address}").content.decode()
    assert "The game begins when every seat is taken." in page
    assert cards_in(page) == set()


@pytest.mark.parametrize("key", ["shiphead", "castle", "coop"])
def test_nor_a_card_elsewhere(key: str) -> None:
    code = on_own_phones(key, PHONE, "")
    mine = phone(PHONE)
    pages = [mine.get(f"/play/{code}/{part}") for part in ("about", "join")]
    decision = {"seat": 0, "number": 0, "decision": "play:no"}
    pages.append(mine.post(f"/play/{code}/moves", decision))
    assert [r.status_code for r in pages] == [200, 200, 409]
    assert set().union(*(cards_in(r.content.decode()) for r in pages)) == set()


@pytest.mark.parametrize("key", GAMES)
def test_nobody_goes_on_from_a_game_that_is_still_played(key: str) -> None:
    code = at_one_phone(key, GAMES[key].seats[0])
    for opened in played_on(code, 3):
        for secret in (PHONE, OTHER):
            r = phone(secret).post(f"/play/{code}/branch", {"at": opened.revision - 1})
            assert (r.status_code, b"not over yet" in r.content) == (409, True)
    assert models.Match.objects.count() == 1
