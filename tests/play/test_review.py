"""The cost of each decision of a finished match is worked out in pieces and kept."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.play.matches import PHONE, dealt, decide, finished, looked_back, phone, played_on
from tracker import models
from tracker.boards.match.review import Accuracy, review_board
from tracker.boards.words.advice import deed
from tracker.boards.words.names import isolated
from tracker.rules.advice.proof import winnable
from tracker.rules.advice.review import MoveVerdict
from tracker.services.match import review as service
from tracker.services.match.advice import advice_slots, background_slot
from tracker.services.match.log import at_move, moves_not_undone
from tracker.services.match.play import match_undo
from tracker.services.match.review import Review, match_review, match_review_on
from tracker.services.match.rows import match_table

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]

MOST_PIECES = 400


def reviewed(code: str) -> Review:
    for _ in range(MOST_PIECES):
        found = match_review_on(match_table(code))
        if found.whole:
            return found
    raise AssertionError("it never ends")


@pytest.mark.parametrize("table", [("solo",), ("rascal",), ("coop", 2)])
def test_every_decision_is_judged_and_the_dearest_are_named(table: tuple[Any, ...]) -> None:
    code = looked_back(*table)
    review = reviewed(code)
    match, moves = match_table(code), moves_not_undone(match_table(code))
    assert set(review.verdicts) == set(range(1, len(moves) + 1))
    assert all(0 <= v.low <= v.cost <= v.high <= 1 for v in review.verdicts.values())
    board = review_board(match, moves, review)
    dear = max(review.verdicts, key=lambda number: review.verdicts[number].cost)
    assert board.dearest[0].number == dear  # who plays at random has paid for something
    assert board.chart is not None
    page = phone().get(f"/play/{code}/review").content.decode()
    assert "Try again from here" in page
    assert board.dearest[0].better in page


def test_it_is_worked_out_in_pieces_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "SECONDS", 0.0)
    code = finished("solo")
    client = phone()
    page = client.get(f"/play/{code}/review").content.decode()
    assert 'hx-trigger="load' in page
    for done in (1, 2):
        assert client.post(f"/play/{code}/review").status_code == 303
        assert match_review(match_table(code), 99).done == done
    assert "2 of " in client.get(f"/play/{code}/review").content.decode()


def test_the_same_review_at_every_look() -> None:
    code = finished("solo")
    first = match_review_on(match_table(code))
    models.Match.objects.update(review=None)
    again = match_review_on(match_table(code))
    both = first.verdicts.keys() & again.verdicts.keys()
    assert both
    assert all(first.verdicts[number] == again.verdicts[number] for number in both)


def test_a_match_taken_up_again_is_reviewed_anew() -> None:
    code = looked_back("solo")
    match_undo(code=code, phone=PHONE, number=match_table(code).revision)
    r = phone().get(f"/play/{code}/review")
    assert (r.status_code, r["Location"]) == (303, f"/play/{code}/")
    for _ in played_on(code, 300):
        pass
    assert match_review(match_table(code), 9).done == 0


def test_a_piece_that_comes_too_late_overwrites_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "SECONDS", 0.0)
    code = finished("solo")
    early = match_table(code)
    match_review_on(match_table(code))
    match_review_on(match_table(code))
    match_review_on(early)
    assert match_review(match_table(code), 9).done == 2


def test_a_piece_goes_on_where_the_last_one_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves looked at are not played again: in a very long game that would take too long."""
    monkeypatch.setattr(service, "SECONDS", 0.0)
    code = finished("solo")
    match_review_on(match_table(code))
    models.Move.objects.filter(match__code=code, number=1).update(text="dance")
    assert match_review_on(match_table(code)).done == 2


def test_only_one_looks_back_at_a_time() -> None:
    code = finished("solo")
    with background_slot() as free:
        assert free
        assert match_review_on(match_table(code)).done == 0
    assert match_review_on(match_table(code)).done > 0


def test_while_others_think_it_waits() -> None:
    code = finished("solo")
    for _ in range(2):
        assert advice_slots.acquire(blocking=False)
    try:
        assert match_review_on(match_table(code)).done == 0
    finally:
        for _ in range(2):
            advice_slots.release()


def test_a_game_without_an_adviser_has_no_review() -> None:
    code = finished("castle")
    assert phone().get(f"/play/{code}/review").status_code == 404
    assert b"/review" not in phone().get(f"/play/{code}/story").content
    assert b"/review" in phone().get(f"/play/{finished('solo')}/story").content


def test_computers_are_not_judged() -> None:
    code = dealt("coop", "medium")
    for _ in played_on(code, 2000):
        pass
    review, moves = reviewed(code), moves_not_undone(match_table(code))
    assert {moves[number - 1].seat for number in review.verdicts} == {0}


def test_giving_up_is_no_decision_of_the_game() -> None:
    code = dealt("solo")
    decide(code, "quit")
    assert reviewed(code).verdicts == {}
    assert phone().get(f"/play/{code}/review").status_code == 200


@pytest.mark.parametrize("key", ["solo", "rascal"])
def test_the_move_that_lost_the_deal_is_named(key: str) -> None:
    code = looked_back(key)
    review = reviewed(code)
    match, moves = match_table(code), moves_not_undone(match_table(code))
    assert review.span
    before, number = review.span
    won, lost = at_move(match, moves, before), at_move(match, moves, number)
    assert winnable(match.game, won._state, 2000) is True
    assert winnable(match.game, lost._state, 2000) is False
    room = won._state.turn
    assert review_board(match, moves, review).proof.startswith(
        f"With every card known, this deal could still be won until room {room}. "
        f"Move {number} lost it: {deed(moves[before].text)}."
    )
    assert f"Move {number} lost it: " in phone().get(f"/play/{code}/review").content.decode()


def test_bad_luck_and_a_mistake_are_told_apart() -> None:
    code = looked_back("solo")
    review = reviewed(code)
    assert review.span
    match, moves, number = match_table(code), moves_not_undone(match_table(code)), review.span[1]

    def proof(*verdict: Any) -> str:
        verdicts = {number: MoveVerdict(*verdict)} if verdict else {}
        return review_board(match, moves, replace(review, verdicts=verdicts)).proof

    proved = proof()
    assert proof("skip", 0.6, 0.004, 0.0, 0.01) == (
        f"{proved} Nobody could have known: by what could be seen, no other move looked better."
    )
    assert proof("skip", 0.6, 0.12, 0.08, 0.15) == (
        f"{proved} By what could be seen, it cost 12.0% (8.0 to 15.0). Better: Skip the room."
    )


def judged(chance: float, cost: float) -> MoveVerdict:
    return MoveVerdict("skip", chance, cost, cost, cost)


@pytest.mark.parametrize(
    ("verdicts", "text"),
    [
        ([(0.8, 0.2)], "Accuracy: 75 of 100."),
        ([(0.8, 0.2), (0.009, 0.009), (0.0, 0.0)], "Accuracy: 75 of 100."),
        ([(0.8, 0.0), (0.02, 0.004)], "Accuracy: 100 of 100."),
        ([(1.0, 0.0)] * 7 + [(0.5, 0.01)], "Accuracy: 99 of 100."),
        (
            [(0.8, 0.0)] * 3 + [(0.8, 0.2)] * 3 + [(0.8, 0.0), (0.8, 0.4), (0.8, 0.8)],
            "Accuracy: 75 of 100. First third 100, second 75, last 50.",
        ),
        ([(0.009, 0.009)], None),
    ],
)
def test_accuracy_is_the_part_of_the_chance_that_moves_keep(
    verdicts: list[tuple[float, float]], text: str | None
) -> None:
    code = finished("solo")
    match, moves = match_table(code), moves_not_undone(match_table(code)) * 9
    found = {number: judged(*each) for number, each in enumerate(verdicts, 1)}
    board = review_board(match, moves, Review(9, 9, found))
    assert board.accuracies == ((Accuracy("", text),) if text else ())


def test_each_person_at_a_table_has_an_accuracy() -> None:
    code = looked_back("coop", 2)
    review = reviewed(code)
    match, moves = match_table(code), moves_not_undone(match_table(code))
    accuracies = review_board(match, moves, review).accuracies
    assert [accuracy.who for accuracy in accuracies] == [isolated("Mara"), isolated("Odo")]
    page = phone().get(f"/play/{code}/review").content.decode()
    assert all(accuracy.text in page for accuracy in accuracies)


@pytest.mark.parametrize(("seed", "proof"), [("lantern", "won to the end"), ("131", "not be won")])
def test_giving_up_is_not_what_lost_a_deal_that_was_lost_before(seed: str, proof: str) -> None:
    code = dealt("solo", seed=seed)
    decide(code, "quit")
    reviewed(code)
    assert proof in phone().get(f"/play/{code}/review").content.decode()


@pytest.mark.parametrize("options", [{}, {"skip": "reshuffle"}])
def test_nothing_is_said_of_what_is_not_proved(
    options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if not options:
        monkeypatch.setattr(service, "POSITIONS", 1)
    code = dealt("solo", seed="lantern", **options)
    decide(code, "quit")
    assert reviewed(code).span is None
    assert reviewed(code).whole
    assert "every card known" not in phone().get(f"/play/{code}/review").content.decode()


def test_the_proof_is_found_in_pieces_also_for_a_review_of_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code = looked_back("rascal")
    whole = reviewed(code)
    kept = models.Match.objects.get(code=code)
    assert kept.review
    del kept.review["span"]
    kept.save()
    monkeypatch.setattr(service, "SECONDS", 0.0)
    assert not match_review(match_table(code), whole.last).whole
    assert not match_review_on(match_table(code)).whole
    assert reviewed(code) == whole


def test_trying_again_leads_to_the_table_before_the_decision() -> None:
    code = looked_back("solo")
    page = phone().get(f"/play/{code}/review").content.decode()
    (at, *_) = re.findall(r'name="at" value="(\d+)"', page)
    there = phone().post(f"/play/{code}/branch", {"at": at})["Location"]
    assert match_table(there.split("/")[2]).revision == int(at)


def test_a_look_costs_the_same_however_much_is_kept() -> None:
    code = looked_back("solo")
    with CaptureQueriesContext(connection) as queries:
        assert Client().get(f"/play/{code}/review").status_code == 200
    assert len(queries) <= 6
