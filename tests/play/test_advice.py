"""Advice for a match: the same for whoever asks again, and no burden while others ask."""

from __future__ import annotations

import pytest

from tests.play.matches import dealt, decide
from tracker.services.match import advice as service
from tracker.services.match.advice import THINKERS, match_advice
from tracker.services.match.play import match_table

pytestmark = pytest.mark.django_db


def test_the_same_question_is_thought_about_once() -> None:
    opened = match_table(dealt("solo"))
    first = match_advice(opened, 0)
    assert first is not None
    assert match_advice(match_table(opened.code), 0) is first
    moved = decide(opened.code, "skip")
    assert match_advice(moved, 0) is not first


def test_while_others_are_advised_the_answer_is_what_can_be_said_at_once() -> None:
    opened = match_table(dealt("solo", seed="lamp"))
    for _ in range(THINKERS):
        service._thinking.acquire()
    try:
        found = match_advice(opened, 0)
    finally:
        service._thinking.release(THINKERS)
    assert found is not None
    assert found.tried == 0
    again = match_advice(opened, 0)
    assert again is not None
    assert again.tried > 0


def test_only_so_many_answers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "KEPT", 2)
    for seed in "abcd":
        match_advice(match_table(dealt("solo", seed=seed)), 0)
    assert len(service._answers) == 2
