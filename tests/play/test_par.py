"""The adviser's result on the same deal stands beside what somebody made of it."""

from __future__ import annotations

import pytest

from tests.play.matches import dealt, finished, phone
from tracker import models
from tracker.boards.match.review import par_board
from tracker.services.match import review as service
from tracker.services.match.review import Par, match_par_on
from tracker.services.match.rows import match_table
from tracker.web.limits import MOVES

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]


def played(code: str) -> Par:
    for _ in range(400):
        if (par := match_par_on(match_table(code))).over:
            return par
    raise AssertionError("it never ends")


@pytest.mark.parametrize(("key", "seats"), [("solo", 1), ("coop", 2)])
def test_the_adviser_plays_the_deal_to_its_end(
    monkeypatch: pytest.MonkeyPatch, key: str, seats: int
) -> None:
    monkeypatch.setattr(service, "MOST_FLOORS", 1)
    code = finished(key, seats)
    assert f"/play/{code}/par" in phone().get(f"/play/{code}/story").content.decode()
    par = played(code)
    board = par_board(match_table(code), par)
    assert board.adviser
    page = phone().get(f"/play/{code}/par").content.decode()
    assert board.adviser.heading in page
    assert board.own.heading in page


def test_everybody_gets_the_same_par_and_it_is_worked_out_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(service, "PAR_SECONDS", 0.0)
    one, other = finished("solo"), finished("solo")
    for code in (one, other):
        for _ in range(3):
            assert phone().post(f"/play/{code}/par").status_code == 303
    first, second = (models.Match.objects.get(code=code).par for code in (one, other))
    assert first == second
    assert first


def test_only_a_finished_game_that_is_advised_has_par() -> None:
    code = dealt("solo")
    assert phone().get(f"/play/{code}/par").status_code == 303
    assert f"/play/{code}/par" not in phone().get(f"/play/{code}/story").content.decode()
    other = finished("castle", 2)
    assert phone().get(f"/play/{other}/par").status_code == 404
    assert f"/play/{other}/par" not in phone().get(f"/play/{other}/story").content.decode()


@pytest.mark.parametrize("looks_back", ["par", "review"])
def test_what_looks_back_is_worked_out_no_faster_than_people_decide(
    looks_back: str, no_limit_recovers: None
) -> None:
    code = finished("solo")
    MOVES.take(code, 200)
    assert phone().post(f"/play/{code}/{looks_back}").status_code == 429
    assert not models.Match.objects.filter(code=code, par__isnull=False).exists()
    assert phone().get(f"/play/{code}/{looks_back}").status_code == 200
