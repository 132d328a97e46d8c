"""A card that a phone may not see is never sent to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from math import log2
from random import Random

import pytest
from django.http import HttpResponse

from tests.examples import examples
from tests.play.matches import (
    NAMES,
    OTHER,
    PHONE,
    at_one_phone,
    on_own_phones,
    phone,
    played_on,
    stored,
)
from tests.play.visitors import FIELDS, Visit, addresses_of_codes, record_names, undone
from tracker import models
from tracker.rules.cards import PACK, card_name
from tracker.rules.games import GAMES
from tracker.rules.players import PLAYERS
from tracker.services.codes import CODE_LETTERS
from tracker.services.match.deals import new_seed
from tracker.services.match.log import match_stages
from tracker.services.match.match import DealtMatch, Seat
from tracker.services.match.rows import match_table

THOROUGH = pytest.mark.thorough
pytestmark = pytest.mark.django_db

CODE = re.compile(r"(?<![0-9A-Za-z])(?:10|[2-9AJQK])[cdhs](?![0-9A-Za-z])|JOK[br]")
NAME = re.compile(r"(?:10|[2-9]|Ace|Jack|Queen|King) of (?:Clubs|Diamonds|Hearts|Spades)")
CODES = {card_name(card): card for card in PACK}
NO_CARDS = re.compile(r'csrf\w+" value="\w+"|/static/\S+|/play/[\w/-]+|(?:two|three|four) \w+s\b')
DEAL = "whale-oil"
VIEWERS = (PHONE, OTHER, "z" * 13)
METHODS = ("GET", "POST")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names that queries and forms were read by."""
    names: set[str] = set()
    record_names(names, monkeypatch)
    return names


def cards_in(html: str) -> set[str]:
    """Every card that is named in any way."""
    html = NO_CARDS.sub("", html)
    named = {CODES[name] for name in NAME.findall(html)}
    return named | set(CODE.findall(html))


def may_see(match: DealtMatch, seat: int) -> set[str]:
    """The cards that the seat sees, and those told to everybody lately."""
    view = match.game.to_json(match.game.view(match._state, seat))
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
    hands = [set(held.hand) for held in match_table(code)._state.players]
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


@pytest.mark.parametrize("key", ["shiphead", "castle"])
@pytest.mark.parametrize("who", ["here", "phone"])
@pytest.mark.parametrize("seed", ["lantern", "2026-11-23"])
def test_no_deal_that_somebody_knows_is_dealt_to_several_hands(
    key: str, who: str, seed: str
) -> None:
    r = phone().post(f"/play/new/{key}", {"seed": seed, "who-1": who})
    page = r.content.decode()
    assert r.status_code == 409
    assert "could see every hidden hand" in page
    assert f'value="{seed}"' in page
    assert phone().post(f"/play/new/{key}", {"seed": "", "who-1": who}).status_code == 303
    assert phone().post(f"/play/new/{key}", {"seed": seed, "who-1": "easy"}).status_code == 303
    assert models.Match.objects.filter(seed=seed).count() == 1


def test_a_deal_that_nobody_named_has_60_random_bits() -> None:
    phone().post("/play/new/shiphead", {"who-1": "phone"})
    (deal,) = models.Match.objects.values_list("seed", flat=True)
    assert len(deal) * log2(len(CODE_LETTERS)) >= 60
    assert deal != models.Match.objects.get().code
    assert len({new_seed() for _ in range(1000)}) == 1000


@pytest.mark.parametrize("address", ["", pytest.param("story", marks=THOROUGH)])
def test_after_the_end_nobody_is_offered_the_deal_of_several_hands_again(address: str) -> None:
    code = on_own_phones("castle", PHONE, OTHER, seed=DEAL)
    *_, ended = played_on(code, 2000, Random(1))
    assert ended.outcome
    page = phone().get(f"/play/{code}/{address}").content.decode()
    assert DEAL not in page
    assert "Same deal" not in page
    assert "Play this deal" not in page


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


@pytest.mark.parametrize(
    "key", ["solo", *(pytest.param(key, marks=THOROUGH) for key in GAMES if key != "solo")]
)
def test_no_address_tells_anybody_what_is_hidden(key: str, asked: set[str]) -> None:
    """A new address is among these by itself; so is a new game.

    From one position to the next each visitor asks by htmx where they did not before.
    """
    chance = Random(key)
    code = table_for_two(key, chance)
    for turn, opened in enumerate(positions(code, chance)):
        for address, method in product(addresses_of_codes(), METHODS):
            of_matches = address.route.startswith("play/")
            for place, secret in enumerate(VIEWERS):
                asked.clear()
                visit = Visit(opened, secret, chance, chance.randrange(len(opened.seats)))
                with undone():
                    answers = [*visit.answers(method, address, htmx=(turn + place) % 2 == 1)]
                    for answer in answers:
                        assert_hides(answer, visit)
                status = answers[0].status_code
                if status == 405 or (status == 404 and not of_matches):
                    break  # the same for everybody: nothing is done, or no such party is found
                if status != 404 and of_matches:
                    assert asked <= FIELDS.keys(), "say in FIELDS what stands for these"
    assert turn > 0


def table_for_two(key: str, chance: Random) -> str:
    """Two people on phones of their own where two may play, and perhaps computers."""
    seats = chance.choice(GAMES[key].seats[-3:])
    level = next(iter(PLAYERS[key]))
    sides = [Seat(n, NAMES[n], phone=phone) for n, phone in enumerate((PHONE, OTHER)[:seats])]
    sides += [Seat(n, level=level) for n in range(2, seats)]
    return stored(GAMES[key], {}, sides, DEAL)


def positions(code: str, chance: Random) -> Iterator[DealtMatch]:
    """The match as dealt, after its first decision, and then every few."""
    yield match_table(code)
    for turn in range(examples(6)):
        count = chance.randint(1, 9) if turn else 1
        *_, opened = [match_table(code), *played_on(code, count, chance)]
        if not opened.to_act:
            return
        yield opened


def assert_hides(answer: HttpResponse, visit: Visit) -> None:
    """Unless the visitor has ended or deleted the game, which they may."""
    assert answer.status_code < 500
    assert models.Match.objects.count() <= 1, "somebody has a second game of this deal"
    now = models.Match.objects.filter(code=visit.match.code).first()
    if now is None or now.outcome:
        return
    told = answer.content.decode() + str(answer.headers)
    if named := cards_in(told):
        assert named <= known_to(visit)
    assert not visit.match.secret or DEAL not in told


def known_to(visit: Visit) -> set[str]:
    """The part of the newest moves that the seats of this phone, or everybody, have seen."""
    known: set[str] = set()
    after = match_table(visit.match.code)
    for match in (visit.match, *match_stages(after, 0), after):
        for seat in match.seats_of(visit.secret) or (-1,):
            known |= may_see(match, seat)
    return known


def test_the_law_of_every_address_would_find_a_hand() -> None:
    code = table_for_two("shiphead", Random(1))
    for opened in positions(code, Random(1)):
        for seat, secret in enumerate((PHONE, OTHER)):
            hand = set(opened._state.players[seat].hand)
            (table,) = (each for each in addresses_of_codes() if each.route == "play/<code:code>/")
            own, other = (Visit(opened, each, Random(2), 0) for each in (secret, "z" * 13))
            (page,) = own.answers("GET", table, htmx=False)
            assert hand <= cards_in(page.content.decode())
            if hand - known_to(other):
                with pytest.raises(AssertionError):
                    assert_hides(page, other)


def test_every_address_that_takes_a_code_is_asked() -> None:
    routes = {address.route for address in addresses_of_codes()}
    for route in ("play/<code:code>/branch", "w/<code:watch_code>/", "m/<code:share_code>/replay"):
        assert route in routes
    assert "play/new/<slug:key>" not in routes
