"""Deals of which is known whether they can be won (docs/solved.md)."""

from __future__ import annotations

import re
from datetime import date, timedelta
from random import Random

import pytest
from django.test import Client

from tests.play.matches import dealt, played_on
from tracker import models
from tracker.rules.games import GAMES
from tracker.rules.solved import HARD, can_be_won, difficulty, solved_deals, solved_for
from tracker.services.match import review
from tracker.services.match.deals import daily_seed, hard_seed, is_daily, winnable_seed

SOLO = GAMES["solo"]
NO_MATCH = "Nobody knows which deals can be won under these house rules."


@pytest.mark.parametrize("number", range(len(solved_deals())))
def test_every_lost_deal_is_one_of_those_solved(number: int) -> None:
    solved = solved_deals()[number]
    assert solved_for(GAMES[solved.game], solved.options) == solved
    assert 0 < len(solved.lost) < solved.deals / 50
    assert all(map(solved.names, solved.lost))


@pytest.mark.parametrize("deal", ["", "0", "01", "10001", "-1", "lantern", "²"])
def test_of_other_deals_nothing_is_known(deal: str) -> None:
    assert can_be_won(SOLO, {}, deal) is None


def test_a_default_that_is_named_is_no_other_rule() -> None:
    (lost, *_more) = sorted(solved_deals()[0].lost)
    defaults = {name: option.default for name, option in SOLO.options.items()}
    assert can_be_won(SOLO, defaults, lost) is False


def test_no_deal_is_drawn_that_is_lost() -> None:
    few = solved_deals()[0]._replace(deals=3, lost=frozenset("13"), grades="")
    assert {winnable_seed(few, Random(n)) for n in range(20)} == {"2"}


def test_a_hard_one_has_difficulty_4_or_5() -> None:
    few = solved_deals()[0]._replace(deals=9, lost=frozenset("3"), grades="130425")
    assert {hard_seed(few, Random(n)) for n in range(40)} == {"4", "6"}


@pytest.mark.parametrize("key", ["solo", "rascal"])
def test_every_difficulty_is_that_of_some_deals_and_lost_ones_have_none(key: str) -> None:
    solved = solved_for(GAMES[key], {})
    assert solved
    assert {*solved.grades} == {*"012345"}
    graded = {str(place): grade for place, grade in enumerate(solved.grades, 1)}
    assert {name for name in graded if graded[name] == "0"} == solved.lost & graded.keys()


def test_of_deals_that_are_not_graded_no_difficulty_is_known() -> None:
    few = solved_deals()[0]._replace(grades="12")
    assert [few.grade(deal) for deal in ("1", "2", "3", "lantern", "0")] == [1, 2, None, None, None]
    assert difficulty(SOLO, {"weapon": "auto"}, "1") is None
    assert difficulty(SOLO, {"skip": "reshuffle"}, "1") is None


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["solo", "rascal"])
def test_whoever_asks_gets_a_deal_that_can_be_won(client: Client, key: str) -> None:
    page = client.get(f"/play/new/{key}").content.decode()
    assert "One that can be won" in page
    assert client.post(f"/play/new/{key}", {"winnable": "1"}).status_code == 303
    match = models.Match.objects.get()
    assert can_be_won(GAMES[key], match.options, match.seed) is True


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["solo", "rascal"])
def test_whoever_asks_for_a_hard_one_gets_one(client: Client, key: str) -> None:
    page = client.get(f"/play/new/{key}?winnable=hard").content.decode()
    assert re.search(r'name="winnable" value="hard" checked', page)
    assert client.post(f"/play/new/{key}", {"winnable": "hard"}).status_code == 303
    assert difficulty(GAMES[key], {}, models.Match.objects.get().seed) in HARD


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"winnable": "hard", "option-weapon": "auto"}, "which deals are hard under these"),
        ({"winnable": "hard", "option-skip": "reshuffle"}, NO_MATCH),
        ({"winnable": "soft"}, "There is no deal of the kind “soft”."),
    ],
)
def test_a_deal_that_nobody_knows_is_refused_in_a_sentence(
    client: Client, asked: dict[str, str], told: str
) -> None:
    r = client.post("/play/new/solo", asked)
    assert r.status_code == 400
    assert told in r.content.decode()
    assert not models.Match.objects.exists()


@pytest.mark.django_db
def test_a_deal_that_is_named_is_that_one(client: Client) -> None:
    client.post("/play/new/solo", {"winnable": "1", "seed": "lantern"})
    assert models.Match.objects.get().seed == "lantern"


@pytest.mark.django_db
def test_under_other_rules_nobody_knows(client: Client) -> None:
    r = client.post("/play/new/solo", {"winnable": "1", "option-skip": "reshuffle"})
    assert r.status_code == 400
    page = r.content.decode()
    assert NO_MATCH in page
    assert re.search(r'name="winnable" value="1" checked', page)
    assert not models.Match.objects.exists()


@pytest.mark.django_db
def test_a_game_that_nobody_has_solved_offers_none(client: Client) -> None:
    assert "One that can be won" not in client.get("/play/new/castle").content.decode()
    assert client.post("/play/new/castle", {"winnable": "1"}).status_code == 400


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("deal", "told"),
    [("131", "Nobody can win it"), ("132", "It can be won. Difficulty "), ("lantern", "")],
)
def test_a_finished_game_says_whether_its_deal_can_be_won(
    client: Client, deal: str, told: str
) -> None:
    code = dealt("solo", seed=deal)
    assert [*played_on(code, 200)][-1].outcome
    page = client.get(f"/play/{code}/story").content.decode()
    assert deal in page
    assert told in page
    assert bool(told) == bool(re.search("It can be won|Nobody can win", page))


DAYS = [date(2026, 11, 26) + timedelta(n) for n in range(1000)]


@pytest.mark.parametrize("key", ["solo", "rascal"])
def test_the_deal_of_every_day_can_be_won(key: str) -> None:
    seeds = [daily_seed(GAMES[key], day) for day in DAYS]
    assert all(can_be_won(GAMES[key], {}, seed) for seed in seeds)
    assert len({*seeds}) > 900


def test_the_deal_of_a_day_is_known_by_its_day_or_by_the_date_in_its_name() -> None:
    today, tomorrow = DAYS[:2]
    assert daily_seed(GAMES["coop"], today) == "2026-11-26"
    seed = daily_seed(SOLO, today)
    assert is_daily(SOLO, seed, today)
    assert not is_daily(SOLO, seed, tomorrow)
    assert is_daily(SOLO, "2026-11-22", today)
    assert not is_daily(SOLO, "lantern", today)


def finished(key: str, seed: str, **options: str) -> str:
    code = dealt(key, seed=seed, **options)
    assert [*played_on(code, 200)][-1].outcome
    return code


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("key", "options"), [("solo", {}), ("rascal", {}), ("rascal", {"inventory": "any"})]
)
def test_the_story_of_a_solved_deal_shows_how_to_win_it(
    client: Client, key: str, options: dict[str, str]
) -> None:
    code = finished(key, "1", **options)
    way = f"/play/{code}/solution"
    assert way in client.get(f"/play/{code}/story").content.decode()
    first, last = (client.get(f"{way}?at={at}").content.decode() for at in (0, 999))
    assert "The cards are dealt" in first
    assert f"{way}?seat=0&amp;at=1" in first
    assert "You made it out" in last
    assert 'rel="next"' not in last
    assert client.get(f"{way}?at=x").content.decode() == first
    assert f"/play/{code}/branch" not in first


@pytest.mark.django_db
@pytest.mark.parametrize("seed", ["131", "lantern"])
def test_nothing_is_shown_of_a_deal_that_is_lost_or_not_solved(client: Client, seed: str) -> None:
    code = finished("solo", seed)
    assert f"/play/{code}/solution" not in client.get(f"/play/{code}/story").content.decode()
    assert client.get(f"/play/{code}/solution").status_code == 404


@pytest.mark.django_db
def test_before_the_end_nobody_is_shown_how_to_win(client: Client) -> None:
    r = client.get(f"/play/{dealt('solo', seed='1')}/solution")
    assert r.status_code == 303


@pytest.mark.django_db
def test_a_search_that_is_too_long_is_told_in_a_sentence(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = finished("solo", "2")
    monkeypatch.setattr(review, "SOLUTION_POSITIONS", 1)
    r = client.get(f"/play/{code}/solution")
    assert r.status_code == 409
    assert "The search for a way to win took too long." in r.content.decode()
