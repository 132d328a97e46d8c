"""Advice for a match: the same for whoever asks again, and no burden while others ask."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.play.matches import dealt, decide, phone
from tracker.boards.match.board import advice_note
from tracker.rules.advice import Advice, weights
from tracker.rules.advice.answer import Reason
from tracker.services.backup import backup_restore, backup_write
from tracker.services.match import advice as service
from tracker.services.match.advice import THINKERS, match_advice, match_levels
from tracker.services.match.rows import match_table

pytestmark = pytest.mark.django_db


def test_the_same_question_is_thought_about_once() -> None:
    opened = match_table(dealt("solo"))
    first = match_advice(opened, 0)
    assert first is not None
    assert match_advice(match_table(opened.code), 0) is first
    moved = decide(opened.code, "skip")
    assert match_advice(moved, 0) is not first


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_where_a_backup_took_the_game_elsewhere_the_advice_fits(tmp_path: Path) -> None:
    """It has as many moves as before, but others."""
    code = dealt("solo")
    backup_write(tmp_path / "site.gz")
    for decision in match_table(code).decisions(0):
        backup_restore(tmp_path / "site.gz", replace=True)
        moved = decide(code, decision)
        if found := match_advice(moved, 0):
            assert {found.decision, *dict(found.ranked)} <= {*moved.decisions(0)}


def test_while_others_are_advised_the_answer_is_what_can_be_said_at_once() -> None:
    opened = match_table(dealt("solo", seed="lamp"))
    for _ in range(THINKERS):
        service.advice_slots.acquire()
    try:
        found = match_advice(opened, 0)
    finally:
        service.advice_slots.release(THINKERS)
    assert found is not None
    assert found.tried == 0
    again = match_advice(opened, 0)
    assert again is not None
    assert again.tried > 0


def test_only_so_many_answers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "KEPT", 2)
    asked = [match_table(dealt("solo", seed=seed)) for seed in "abc"]
    first, _second, last = (match_advice(opened, 0) for opened in asked)
    assert match_advice(asked[2], 0) is last
    assert match_advice(asked[0], 0) is not first


@pytest.mark.parametrize("key", ["solo", "rascal"])
def test_beside_the_advice_stands_what_the_computers_would_do(key: str) -> None:
    opened = match_table(dealt(key, seed="lamp"))
    levels, found = match_levels(opened, 0), match_advice(opened, 0)
    assert found is not None
    assert {*levels} == {"careful", "medium", "reckless"}
    page = phone().get(f"/play/{opened.code}/?advice=1").content.decode()
    assert f">{advice_note(found, levels).others}</p>" in page


def test_computers_that_agree_are_named_together() -> None:
    found = Advice("drink:7h", None, "win", 0, (), (), Reason("This wins for certain."))
    levels = {"careful": "drink:7h", "medium": "skip", "reckless": "skip"}
    text = "The computers: careful – the same; medium and reckless – Skip the room."
    assert advice_note(found, levels).others == text
    all_of_them = dict.fromkeys(levels, "drink:7h")
    assert advice_note(found, all_of_them).others == "The computers would do the same."
    assert advice_note(found, {}).others == ""


@pytest.fixture
def broken_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A file that was cut off in the middle, as by a full disk."""
    text = (weights.FOLDER / "solo.json").read_text()
    (tmp_path / "solo.json").write_text(text[: len(text) // 2])
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    weights.learned.cache_clear()
    yield
    weights.learned.cache_clear()


@pytest.mark.usefixtures("broken_weights")
def test_with_broken_weights_the_site_advises_and_says_so_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING):
        for seed in "ab":
            page = phone().get(f"/play/{dealt('solo', seed=seed)}/?advice=1")
            assert page.status_code == 200
            assert "estimate" in page.content.decode()
    assert caplog.text.count("solo.json is of no use, advice goes by rule of thumb") == 1
