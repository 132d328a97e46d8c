"""Rules change, and matches stay: what earlier ones dealt is told clearly and never fails."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.play.matches import PHONE, at_one_phone, dealt, on_own_phones, phone, played_on
from tracker import models
from tracker.rules.games import GAMES
from tracker.rules.words import Refused
from tracker.services.match.match import DealtMatch
from tracker.services.match.play import (
    match_decide,
    match_move_seat,
    match_sit,
    match_undo,
    seat_key,
)
from tracker.services.match.rows import Outdated, match_table

pytestmark = pytest.mark.django_db

every_game = pytest.mark.parametrize("key", GAMES)
PAGES = ("", "table", "about", "join", "?advice=1")


@pytest.fixture
def newer_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Corrects the rules of every game, as a release does."""
    for game in GAMES.values():
        monkeypatch.setattr(type(game), "version", 2)


def moved(key: str) -> str:
    code = at_one_phone(key, GAMES[key].seats[0])
    for _ in played_on(code, 3):
        pass
    return code


def shows_what_happened(code: str) -> None:
    for page in PAGES:
        assert phone().get(f"/play/{code}/{page}").status_code == 200
    table = phone().get(f"/play/{code}/").content.decode()
    assert "The rules have changed" in table
    assert 'name="decision"' not in table


@every_game
def test_a_match_by_earlier_rules_says_so_on_every_page(key: str, newer_rules: None) -> None:
    code = dealt(key)
    models.Match.objects.update(version=1)
    shows_what_happened(code)


@every_game
def test_a_state_that_todays_rules_cannot_read_says_so_too(key: str) -> None:
    code = moved(key)
    for state in ("{", "null", '"x"', "{}", '{"hp": 3}', '{"options": {"mood": 1}}'):
        models.Match.objects.update(state=state)
        shows_what_happened(code)


@every_game
def test_the_same_deal_begins_anew_by_the_rules_of_today(
    client: Client, key: str, newer_rules: None
) -> None:
    code = dealt(key, *(["easy"] if GAMES[key].hands else []))
    before = match_table(code)
    models.Match.objects.update(version=1, options={"mood": "gone", "skip": "sideways"})
    again = fields_of_again(phone().get(f"/play/{code}/").content.decode())
    r = client.post(f"/play/new/{key}", again)
    assert r.status_code == 303
    anew = match_table(r["Location"].split("/")[2])
    assert (anew._state, anew.version, anew._seed) == (before._state, 2, "lantern")


def fields_of_again(page: str) -> dict[str, str]:
    """The fields that the button for the same deal sends."""
    form = page.split('id="again"')[1].split("</form>")[0]
    fields = dict(re.findall(r'name="([a-z]\S+)" value="([^"]*)"', form))
    seed = re.search(r'form="again" name="seed" value="([^"]+)"', page)
    assert seed is not None
    return fields | {"seed": seed[1]}


def test_nothing_is_decided_in_a_match_by_earlier_rules(newer_rules: None) -> None:
    code = on_own_phones("coop", PHONE, "")
    opened = match_table(code)
    key = seat_key(opened, opened.seats[0])
    models.Match.objects.update(version=1)
    deeds: list[Any] = [
        lambda: match_decide(code=code, phone=PHONE, seat=0, number=0, decision="pass"),
        lambda: match_undo(code=code, phone=PHONE, number=0),
        lambda: match_sit(code=code, seat=1, phone="n" * 13, name="Odo"),
        lambda: match_move_seat(code=code, seat=0, key=key, phone="n" * 13),
    ]
    for deed in deeds:
        with pytest.raises(Outdated):
            deed()
    assert not models.Move.objects.exists()


def test_a_decision_sent_from_an_open_page_shows_what_happened(newer_rules: None) -> None:
    code = dealt("solo")
    models.Match.objects.update(version=1)
    sent = {"seat": 0, "number": 0, "decision": "skip"}
    for headers in ({}, {"HX-Request": "true"}):
        r = phone().post(f"/play/{code}/moves", sent, headers=headers)
        assert r.status_code == 409
        assert "The rules have changed" in r.content.decode()


def test_results_by_earlier_rules_stay_in_the_lists(newer_rules: None) -> None:
    dealt("castle", "easy")
    models.Match.objects.update(version=1, outcome="won", winner=0)
    dealt("solo")
    models.Match.objects.filter(game="solo").update(version=1)
    games = phone().get("/play/").content.decode()
    assert "Mara has won" in games
    assert "by earlier rules" in games
    assert "In progress" not in games
    assert "Castle" in phone().get("/records/").content.decode()


def test_a_log_that_no_longer_fits_takes_nothing_back(client: Client) -> None:
    code = moved("solo")
    models.Move.objects.filter(number=1).update(text="fight:2c:sideways")
    before = match_table(code)
    with pytest.raises(Refused, match="no longer fit"):
        match_undo(code=code, phone=PHONE, number=before.revision)
    assert match_table(code) == before
    r = phone().post(f"/play/{code}/moves", {"seat": 0, "number": 3, "decision": "undo"})
    assert (r.status_code, "no longer fit" in r.content.decode()) == (409, True)
    assert played_on_still(before)


def played_on_still(before: DealtMatch) -> bool:
    return next(played_on(before.code, 1)).revision == before.revision + 1


def test_matches_of_a_game_that_is_no_longer_dealt_are_not_there() -> None:
    code = dealt("solo")
    models.Match.objects.update(game="poker")
    assert phone().get(f"/play/{code}/").status_code == 404
    assert phone().get("/play/").status_code == 200
    assert phone().get("/records/").status_code == 200
